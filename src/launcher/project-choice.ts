/** Which profiles the user chose for a project, once: in guard's state, not in the project. */
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { placesFor } from "../policy/find.ts";

const CHOICE = z.strictObject({
  v: z.literal(1),
  project: z.string(),
  /** None: never here. */
  profiles: z.array(z.string()),
  at: z.string(),
});

/** Undefined: not asked yet, or a record that is not surely ours. */
export function recallChoice(project: string, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  const file = choiceFile(project, env);
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.uid !== (process.getuid?.() ?? stats.uid) || (stats.mode & 0o022) !== 0)
      return undefined;
    const parsed = CHOICE.safeParse(JSON.parse(readFileSync(file, "utf8")));
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

/** Beside guard's other state: placesFor knows where that is. */
function choiceFile(project: string, env: NodeJS.ProcessEnv): string {
  const state = dirname(placesFor(project, env).trustDir);
  const name = createHash("sha256").update(project).digest("hex").slice(0, 32);
  return join(state, "projects", `${name}.json`);
}
