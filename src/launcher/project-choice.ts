/**
 * Which profiles the user chose for a project, once: in guard's state, not in the project. guard check looks here too, so
 * zod is loaded only where there is a record.
 */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../core/sha256.ts";
import { placesFor } from "../policy/find.ts";

/** Undefined: not asked yet, or a record that is not surely ours. None: never here. */
export async function recallChoice(
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  const file = choiceFile(project, env);
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.uid !== (process.getuid?.() ?? stats.uid) || (stats.mode & 0o022) !== 0)
      return undefined;
    const rawChoice: unknown = JSON.parse(readFileSync(file, "utf8"));
    const { CHOICE } = await import("./choice-record.ts");
    const parsed = CHOICE.safeParse(rawChoice);
    return parsed.success && parsed.data.project === project ? parsed.data.profiles : undefined;
  } catch {
    return undefined;
  }
}

/** Throws when it cannot be written: the user was told that it is remembered. */
export function rememberChoice(
  project: string,
  profiles: readonly string[],
  env: NodeJS.ProcessEnv,
  now: Date,
): void {
  const file = choiceFile(project, env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  const draft = `${file}.${process.pid}.new`;
  const choice = { v: 1, project, profiles, at: now.toISOString() };
  writeFileSync(draft, `${JSON.stringify(choice)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Throws when the record is there and stays. */
export function forgetChoice(project: string, env: NodeJS.ProcessEnv): "forgotten" | "nothing-remembered" {
  try {
    rmSync(choiceFile(project, env));
    return "forgotten";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing-remembered";
    throw error;
  }
}

/** Beside guard's other state: placesFor knows where that is. */
export function choiceFile(project: string, env: NodeJS.ProcessEnv): string {
  const state = dirname(placesFor(project, env).trustDir);
  const name = sha256(project).slice(0, 32);
  return join(state, "projects", `${name}.json`);
}
