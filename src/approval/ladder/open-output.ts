/** A rule speaks for a program and its words. Where the output goes is open then, inside the project and the temp folders (covered-by-allow.ts). */
import type { AskedCommand } from "./rung.ts";

/** In the words of src/classify/redirects.ts, for which /dev/null and other descriptors are no writing at all. */
const WRITES = /^redirection \S+ writes /;

export function writesByRedirection({ effects }: Pick<AskedCommand, "effects">): boolean {
  return effects.some(({ kind, because }) => kind === "write" && WRITES.test(because));
}

/** In plain words, what a rule for these newly allows; each program once. */
export function outputsLeftOpen(parts: readonly AskedCommand[]): string[] {
  const names = parts.filter(writesByRedirection).map(({ program = "the command" }) => program);
  return [...new Set(names)].map(
    (name) =>
      `the output of ${name} to any file of the project and the temp folders (not in a .git or .guard)`,
  );
}
