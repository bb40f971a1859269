/** One session's folder: agent/ may be seen by the agent, control/ never. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "./random-bytes.ts";
import { findRuntimeFolders } from "./runtime-folder.ts";
import type { SessionRecord } from "./session-record.ts";

export interface SessionPlace {
  readonly session: string;
  readonly folder: string;
}

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const NAME = /^[a-z0-9]{8}$/;

/** Whole, or not at all. */
export function makeSessionFolder(runtimeFolder: string): SessionPlace {
  for (;;) {
    // 32 letters: each of them is as likely as the others.
    const session = Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join("");
    const folder = join(runtimeFolder, session);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw error;
    }
    try {
      for (const name of ["agent", "control"]) mkdirSync(join(folder, name), { mode: 0o700 });
    } catch (error) {
      removeSessionFolder(folder);
      throw error;
    }
    return { session, folder };
  }
}

/** Every session folder of this user, dead or alive. */
export function listSessionPlaces(env: NodeJS.ProcessEnv): SessionPlace[] {
  return findRuntimeFolders(env).flatMap((runtime) =>
    readdirSync(runtime)
      .filter((name) => NAME.test(name))
      .map((session) => ({ session, folder: join(runtime, session) })),
  );
}

/** Folders in it may be closed to their own owner. */
export function removeSessionFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
    openFolders(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Never through a link: it could lead to the user's own. */
function openFolders(folder: string): void {
  if (!lstatSync(folder).isDirectory()) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openFolders(join(folder, entry.name));
}

export function writeSession(folder: string, record: SessionRecord): void {
  const file = join(folder, "control/session.json");
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}
