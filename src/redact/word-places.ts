/**
 * Where `NAME=value` gives a name a value, and where it is only a word that a command acts on (`rm token=x`): before a program, behind one
 * that takes such words (`export`, `echo`), behind an option that does (`-e`, `--build-arg`). Read loosely.
 */
import type { LooseWord } from "./loose-words.ts";
import type { AssignmentPlaces } from "./redaction-data.ts";

/**
 * `assigned`: before a program, or of an option; `taken`: of a program that takes such words. `first`: it would be the program itself.
 * `beyond`: an operand behind `--`, where nothing is an option.
 */
export type WordPlace = "assigned" | "taken" | "first" | "operand" | "beyond";

export type FindPlaces = (words: readonly LooseWord[]) => readonly WordPlace[];

type Stage = "before" | Exclude<WordPlace, "assigned" | "first">;

const ASSIGNMENT = /^[A-Za-z_][\w.-]*\+?=/;
/** Assignments may follow before the program does. */
const BEFORE = new Set("env sudo doas time then do else elif if while until !".split(" "));

export function createFindPlaces({ programs, options }: AssignmentPlaces): FindPlaces {
  const takers = new Set(programs);
  const known = new Set(options);
  /** `--env=X=1`. */
  const isAttached = (text: string): boolean => text[0] === "-" && known.has(text.split("=", 1)[0] ?? "");

  function step(text: string, stage: Stage, last: string): readonly [WordPlace, Stage] {
    if (stage === "operand" && text === "--") return [stage, "beyond"];
    if (stage !== "before") return [stage, stage];
    if (ASSIGNMENT.test(text)) return ["assigned", stage];
    const name = text.slice(text.lastIndexOf("/") + 1);
    if (BEFORE.has(name) || (text[0] === "-" && last !== "")) return ["first", stage];
    return ["first", takers.has(name) ? "taken" : "operand"];
  }

  return (words) => {
    let stage: Stage = "before";
    let place: WordPlace = "operand";
    let last = "";
    return words.map(({ text, kind }) => {
      if (kind === "end") [stage, last] = ["before", ""];
      if (kind === "end" || kind === "aside") return "operand";
      if (known.has(last) || isAttached(text)) place = "assigned";
      else if (kind === "word") [place, stage] = step(text, stage, last);
      last = text;
      return place;
    });
  };
}
