/** policy/sockets.yaml -> dist/sockets.json. Each entry's examples must be found by it, and by none before it. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { prepareSockets, type SocketTable } from "../core/known-socket.ts";

const pattern = z
  .string()
  .regex(/^(?:\/|~\/|\$[A-Z_]+\/|@|tcp:\d+(?:-\d+)?$)/, "begins with / ~/ $NAME/ or @, or is tcp:PORT");
const entry = z.strictObject({
  about: z.string().min(1),
  reach: z.enum(["open", "closed"]),
  match: z.array(pattern).min(1),
  variables: z.optional(z.array(z.string().regex(/^[A-Z][A-Z0-9_]*$/))),
  examples: z.array(z.string().min(1)).min(1),
});

/** Of nobody: for the examples. */
const EXAMPLE_VARIABLES: Readonly<Record<string, string>> = {
  HOME: "/home/u",
  UID: "1000",
  XDG_RUNTIME_DIR: "/run/user/1000",
  GNUPGHOME: "/home/u/keys",
};

/** Throws when the file holds a mistake. */
export function compileSockets(path: string): SocketTable {
  const parsed = z.array(entry).safeParse(parse(readFileSync(path, "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const table = parsed.data.map(({ examples: _, variables = [], ...known }) => ({ ...known, variables }));
  const find = prepareSockets(
    table,
    (name) => EXAMPLE_VARIABLES[name],
    () => [],
  );
  for (const [index, { about, examples }] of parsed.data.entries()) {
    const stray = examples.find((name) => find(name) !== table[index]);
    if (stray !== undefined) {
      const other = find(stray)?.about ?? "no entry";
      throw new Error(`${path}: ${about}: its example ${stray} is found by: ${other}`);
    }
  }
  return table;
}
