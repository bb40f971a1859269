/** What is known of sockets (dist/sockets.json), for this user: read when it is needed first, by the user's own variables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type KnownSocket,
  pathInVariable,
  portInVariable,
  prepareSockets,
  type SocketTable,
} from "../core/known-socket.ts";
import { realPath } from "../disk/files.ts";

const TABLE_PATH = join(import.meta.dirname, "../../dist/sockets.json");

export type FindKnownSocket = (name: string) => KnownSocket | undefined;

/**
 * Where the variables lead is looked up at once, before the agent can change a link. `env` is the daemon's own, which is
 * the user's: what the agent sets for its programs does not count.
 */
export function loadKnownSockets(env: NodeJS.ProcessEnv): Promise<FindKnownSocket> {
  const uid = String(process.getuid?.() ?? "");
  const variable = (name: string): string | undefined => {
    if (name === "UID") return uid;
    return env[name] || (name === "XDG_RUNTIME_DIR" ? `/run/user/${uid}` : undefined);
  };
  return prepare(JSON.parse(readFileSync(TABLE_PATH, "utf8")) as SocketTable, variable);
}

async function prepare(
  table: SocketTable,
  variable: (name: string) => string | undefined,
): Promise<FindKnownSocket> {
  const named = new Map<string, readonly string[]>();
  for (const name of new Set(table.flatMap(({ variables }) => variables))) {
    const value = variable(name) ?? "";
    const port = portInVariable(name, value);
    if (port !== undefined) named.set(name, [port]);
    const path = pathInVariable(value);
    if (path !== undefined) named.set(name, [path, await realPath(path).catch(() => path)]);
  }
  return prepareSockets(table, variable, ({ variables }) =>
    variables.flatMap((name) => named.get(name) ?? []),
  );
}
