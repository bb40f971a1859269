/** Keys of one read of the terminal. A hand sends one at a time; several are a paste without brackets, or typing that waited. */
import type { Key } from "./key.ts";

/** Together where two or more of them could answer; arrows that are held down stay single keys. */
export function gatherKeys(keys: readonly Key[]): readonly Key[] {
  return keys.filter(couldAnswer).length < 2 ? keys : [{ kind: "several", keys }];
}

function couldAnswer(key: Key): boolean {
  return key.kind === "letter" || (key.kind === "named" && key.name === "enter");
}
