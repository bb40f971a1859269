/** Other answers hold for the content of files; a rule holds for words. What a rule leaves open, for people. */
import { basename } from "node:path";
import type { CheckResult } from "../decide/result.ts";

const PACKAGED = /^\/(?:usr\/)?(?:s?bin|lib(?:exec|64)?)\//;

export function codeLeftOpen({ commands }: CheckResult): string[] {
  const names = commands
    .flatMap(({ effects }) => effects)
    .flatMap(({ kind, target }) => {
      if (kind !== "execute") return [];
      if (target?.kind === "path")
        return target.glob || PACKAGED.test(target.path) ? [] : [basename(target.path)];
      return target?.kind === "thing" ? [`the script ${target.text}`] : [];
    });
  const [first, ...more] = [...new Set(names)];
  if (first === undefined) return [];
  return [`whatever ${first}${more.length === 0 ? "" : ` and ${more.length} more`} will hold then`];
}
