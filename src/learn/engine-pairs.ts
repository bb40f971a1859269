/** For each project of the record two engines: with the files as they are, and with one file in the place of a layer; and what else differs. */
import type { Engine } from "../decide/engine.ts";
import type { TriedFile } from "../policy/find.ts";
import { type CouldAllow, compareLayers } from "./could-allow.ts";
import type { Open, OpenFor, Place } from "./engines.ts";
import { type SettingChange, settingChanges } from "./setting-changes.ts";

export interface EnginePair {
  readonly kind: "pair";
  readonly before: Engine;
  readonly after: Engine;
  readonly couldAllow: CouldAllow;
  readonly settings: readonly SettingChange[];
  readonly warnings: readonly string[];
}

/** Nothing can be judged: a file that counts, or the one that is tried, is not accepted. */
export interface Refused {
  readonly kind: "refused";
  readonly whose: "today" | "tried";
  readonly problems: readonly string[];
}

type Pair = EnginePair | { readonly kind: "gone" } | Refused;

export function createPairs(openFor: OpenFor, tried: TriedFile) {
  const compared = new Map<Open, EnginePair>();
  return async (one: Place): Promise<Pair> => {
    const before = await openFor(one);
    if (before.kind === "gone") return before;
    if (before.kind === "refused") return { kind: "refused", whose: "today", problems: before.problems };
    const after = await openFor(one, tried);
    if (after.kind === "gone") return after;
    const problems = after.kind === "refused" ? after.problems : brokenBy(after, tried);
    if (after.kind === "refused" || problems.length > 0) return { kind: "refused", whose: "tried", problems };
    const pair = compared.get(after) ?? {
      kind: "pair",
      before: before.engine,
      after: after.engine,
      couldAllow: compareLayers(before.layers, after.layers),
      settings: settingChanges(before.layers, after.layers),
      warnings: [...new Set([...before.warnings, ...after.warnings])],
    };
    compared.set(after, pair);
    return pair;
  };
}

/** A broken project file only warns, elsewhere: here it is what was asked about. */
function brokenBy({ layers, warnings }: Open, { layer }: TriedFile): readonly string[] {
  return layer === "project" && layers.projectFile.kind === "broken" ? warnings : [];
}
