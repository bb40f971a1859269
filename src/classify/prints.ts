/** What a command writes to stdout, as far as its entry tells: paths, lines of its input, a name. */
import type { Prints } from "../core/effect.ts";
import { isUnknown, knownText, type Word } from "../core/word.ts";
import type { Spec, When } from "./knowledge.ts";
import type { Printed } from "./knowledge-data.ts";
import type { Reading } from "./options.ts";
import type { Scene } from "./scene.ts";

/** Called when the operands have been played: they are what the paths lie below. */
export function printsOf(
  scene: Scene,
  spec: Spec,
  reading: Reading,
  whens: readonly When[],
): Prints | undefined {
  const said = new Set(whens.flatMap((when) => when.prints ?? []));
  const [only, ...others] = said;
  const kind = only === undefined ? spec.prints : only;
  if (kind === undefined || kind === "text" || others.length > 0) return undefined;
  return scene.formLost || !keepsForm(spec, reading, whens) ? undefined : printed(kind, scene, reading);
}

/** No option was used that makes the output something else. */
export function keepsForm(spec: Spec, reading: Reading, whens: readonly When[]): boolean {
  if (reading.strays.length + reading.doubtful.length + reading.spilled.length > 0) return false;
  const { keeps } = spec;
  if (keeps === undefined) return true;
  return reading.used.every(
    ({ option: { name, when } }) =>
      keeps.has(name) || when?.prints !== undefined || whens.some((other) => other.keeps.includes(name)),
  );
}

function printed(kind: Printed, scene: Scene, reading: Reading): Prints | undefined {
  const { named } = scene;
  switch (kind) {
    case "paths":
      return named.some(isUnknown) ? undefined : { kind: "paths", roots: named };
    case "names":
      return named.every(staysInside) ? { kind: "paths", roots: [] } : undefined;
    case "lines":
      // With a file of its own to read it leaves stdin alone.
      return named.every((word) => knownText(word) === "-") ? { kind: "lines" } : undefined;
    case "name":
      // `git rev-parse x` prints x itself when that is no commit but a file.
      return reading.operands.every(isPlainName) ? { kind: "name" } : undefined;
    case "folder":
      return reading.operands.length === 0 ? { kind: "folder", from: scene.cwds } : undefined;
    case "programs": {
      const names = reading.operands.map((word) => knownText(word) ?? "");
      return names.every((name) => /^\w[\w.+-]*$/u.test(name)) ? { kind: "programs", names } : undefined;
    }
  }
}

/** A pathspec that names nothing above the folder: not `../x`, `/x` or `:/`. */
function staysInside(word: Word): boolean {
  const text = knownText(word);
  return text !== undefined && !/^[/:~]/u.test(text) && !text.split("/").includes("..");
}

function isPlainName(word: Word): boolean {
  return staysInside(word) && /^[\w@][\w@.^~{}/-]*$/u.test(knownText(word) ?? "");
}
