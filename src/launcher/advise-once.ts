/** A word of advice that would be the same at every start: said in one session, then remembered in the state folder. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { Places } from "../policy/find.ts";

/** Within a session it may be asked for again. What cannot be remembered is said again. */
export function adviseOnce(
  advice: string,
  { trustDir }: Pick<Places, "trustDir">,
  { session }: SessionPlace,
): readonly string[] {
  const file = join(dirname(trustDir), "advice");
  const [said, by] = linesOf(file);
  if (said === advice) return by === session ? [advice] : [];
  try {
    writeFileSync(file, `${advice}\n${session}\n`, { mode: 0o600 });
  } catch {
    // A full disk has more to be told about than this.
  }
  return [advice];
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
