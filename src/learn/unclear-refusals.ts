/**
 * Refusals of which the record does not hold the words: a secret was taken out, or the end cut off. Judged as they stand they would fit no rule,
 * and whoever hid a word would have unsaid the no. So each counts against every rule that could be about it.
 */
import type { Candidate } from "./candidate.ts";
import type { Seen } from "./seen.ts";

export interface UnclearRefusals {
  /** How many there are in that project. */
  readonly count: number;
  mayBeAllowedBy(candidate: Pick<Candidate, "programs" | "reach">): boolean;
}

export function findUnclear(all: readonly Seen[], project: string): UnclearRefusals {
  const unclear = all.filter(({ refused, text }) => refused === "yes" && text !== "whole");
  const own = unclear.filter((seen) => seen.project === project);
  return {
    count: own.length,
    mayBeAllowedBy: ({ programs, reach }) =>
      (reach === "everywhere" ? unclear : own).some((seen) => mayRun(seen, programs)),
  };
}

/** Where it is not known what ran, it may have been any of them. */
export function mayRun({ programs: ran }: Pick<Seen, "programs">, programs: readonly string[]): boolean {
  return ran === undefined || programs.some((name) => ran.includes(name));
}
