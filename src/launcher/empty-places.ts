/**
 * Start-up places that guard has made, most of them empty. Every confined session has a file in the state folder that says so: its own folder,
 * then what it has made. The last one that ends removes all of them, those of crashed ones too.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeNamesBefore } from "../confine/command-names.ts";
import { makeMissing, removeMade } from "../confine/made-places.ts";
import { findOwnCommand } from "../confine/own-command.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { Places } from "../policy/find.ts";

const recordsIn = ({ trustDir }: Pick<Places, "trustDir">) => join(dirname(trustDir), "empty-places");

/**
 * After guard's own folders were made and before the plan; again when the agent is about to start, for a session that ended
 * meanwhile may have removed some. Gives back what the person should know.
 */
export function makeEmptyPlaces(
  places: Pick<Places, "home" | "trustDir" | "projectRoot">,
  place: SessionPlace,
  { env, program }: { readonly env: NodeJS.ProcessEnv; readonly program: string },
): readonly string[] {
  // No such name could be written down in a line.
  if (places.home.includes("\n")) return [];
  const record = join(recordsIn(places), place.session);
  const made: string[] = [];
  try {
    // Whoever removes them must know of us before we look.
    mkdirSync(recordsIn(places), { recursive: true, mode: 0o700 });
    appendFileSync(record, `${place.folder}\n`, { mode: 0o600 });
    const user = { home: places.home, uid: process.getuid?.() ?? -1, env, project: places.projectRoot };
    const { paths, problems } = makeMissing(user);
    made.push(...paths);
    made.push(...makeNamesBefore(findOwnCommand({ path: env["PATH"], program }), user));
    appendFileSync(record, made.map((path) => `${path}\n`).join(""));
    return problems;
  } catch (error) {
    removeMade(made);
    const problem = error instanceof Error ? error.message : String(error);
    return [`start-up files that are not there can be made by the agent: ${problem}`];
  }
}

/** When the session's own folder is gone. While another one lives its mounts lie on these, whoever has made them. */
export async function removeEmptyPlaces(places: Pick<Places, "trustDir">): Promise<void> {
  const records = namesIn(recordsIn(places)).map((name) => join(recordsIn(places), name));
  if (records.length === 0) return;
  const lines = records.map(linesOf);
  if (await isOneAlive(lines.flatMap(([folder = ""]) => (existsSync(folder) ? [folder] : [])))) return;
  const made = lines.flatMap(([folder, ...paths]) => paths.filter((path) => path !== folder));
  // Longer ones lie in shorter ones.
  removeMade([...new Set(made)].sort((a, b) => a.length - b.length));
  for (const file of records) rmSync(file, { force: true });
}

async function isOneAlive(folders: readonly string[]): Promise<boolean> {
  if (folders.length === 0) return false;
  const { isDead, readSession } = await import("../ipc/session-record.ts");
  return folders.some((folder) => {
    const record = readSession(folder);
    return record !== undefined && !isDead(record);
  });
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("/"));
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
