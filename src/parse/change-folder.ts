/** `cd` before a relative path: where the shell may be afterwards. */
import { resolve } from "node:path";
import { knownText, type Word } from "../core/word.ts";
import { homeIn, type Scope, setUnknown } from "./scope.ts";
import type { Walk } from "./walk-state.ts";

/** `..` behind a name. */
const GOES_BACK = /[^/.][^/]*\/+(?:\.\/+)*\.\.(?:\/|$)/;

export function changeFolder(
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Pick<Walk, "home">,
): void {
  // The shell sets both by itself, unless it stays where it is.
  for (const own of ["PWD", "OLDPWD"]) if (scope.variables.has(own)) setUnknown(scope, own);
  if (name === "popd" || scope.variables.has("CDPATH")) {
    scope.cwds = [null];
    return;
  }
  const operands = args.filter((arg) => !/^-[LPe@qs]+$|^--$/.test(knownText(arg) ?? ""));
  const [target, ...others] = operands;
  const text = knownText(target ?? { pieces: homeIn(scope, walk), pos: 0, end: 0 });
  const unknown = text === undefined || others.length > 0 || /^[-+]\d*$/.test(text) || text === "";
  // Behind a link `..` may lead elsewhere than the text says: always with -P, else where the text leads nowhere.
  const physical =
    args.some((arg) => /^-[LPe@qs]*P/.test(knownText(arg) ?? "")) || GOES_BACK.test(text ?? "");
  if (unknown || physical || (name === "pushd" && !target)) {
    scope.cwds = [null];
    return;
  }
  const moved = scope.cwds.map((cwd) => {
    if (text.startsWith("/")) return resolve(text);
    return cwd === null ? null : resolve(cwd, text);
  });
  scope.cwds = [...new Set(moved)];
}
