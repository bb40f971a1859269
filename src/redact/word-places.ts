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
const BEFORE = new Set(
  "env sudo doas time nohup nice ionice setsid cross-env then do else elif if while until !".split(" "),
);
/** Of these; a value follows. */
const VALUE_FOLLOWS = new Set(["-u", "-g", "-C"]);

export function createFindPlaces({ programs, options }: AssignmentPlaces): FindPlaces {
  const takers = new Set(programs);
  const known = new Set(options);
  /** `--env=X=1`. */
  const isAttached = (text: string): boolean => text[0] === "-" && known.has(text.split("=", 1)[0] ?? "");

  /** `said`: the program and the words behind it so far, where they are still few. */
  function step(text: string, stage: Stage, last: string, said: string): readonly [WordPlace, Stage] {
    const behind = takers.has(said) ? "taken" : "operand";
    if (stage === "before")
      return isBeforeProgram(text, last) ? [placeBefore(text, last), stage] : ["first", behind];
    if (stage !== "operand") return [stage, stage];
    return [stage, text === "--" ? "beyond" : behind];
  }

  return (words) => {
    let stage: Stage = "before";
    let place: WordPlace = "operand";
    let [last, said] = ["", ""];
    return words.map(({ text, kind }) => {
      if (kind === "end") [stage, last, said] = ["before", "", ""];
      if (kind === "end" || kind === "aside") return "operand";
      said = saidWith(text, said, stage);
      if (known.has(last) || isAttached(text)) place = "assigned";
      else if (kind === "word") [place, stage] = step(text, stage, last, said);
      last = text;
      return place;
    });
  };
}

function isBeforeProgram(text: string, last: string): boolean {
  return ASSIGNMENT.test(text) || BEFORE.has(baseName(text)) || isOfRunner(text, last);
}

function placeBefore(text: string, last: string): WordPlace {
  if (ASSIGNMENT.test(text)) return "assigned";
  return isOfRunner(text, last) ? "operand" : "first";
}

/** `sudo -n`, `sudo -u me`. */
function isOfRunner(text: string, last: string): boolean {
  return VALUE_FOLLOWS.has(last) || (text[0] === "-" && last !== "");
}

const MOST_SAID = 60;

/** `kubectl set env`: without options. */
function saidWith(text: string, said: string, stage: Stage): string {
  if (stage === "before") return baseName(text);
  return text[0] === "-" || said.length > MOST_SAID ? said : `${said} ${text}`;
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}
