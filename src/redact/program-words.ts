/** Where the names of programs stand in a line, read loosely. Behind a program that runs another (`sudo -u me X`) it may be each word. */
import { type LooseWord, looseWords, wordsOfArgv } from "./loose-words.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** Each word behind one of them may be a program. */
const RUNNERS = new Set(
  "env sudo doas su command builtin exec eval source . trap coproc nohup time nice ionice setsid stdbuf timeout xargs parallel watch strace ltrace unshare chroot flock systemd-run busybox sh bash zsh dash ksh fish find npx ssh".split(
    " ",
  ),
);

/** A program follows, or another of them. */
const KEYWORDS = new Set("then do else elif if while until !".split(" "));

export function isRunner(word: string): boolean {
  return RUNNERS.has(word.slice(word.lastIndexOf("/") + 1));
}

export function programSpans(text: string): readonly Span[] {
  return programsOf(looseWords(text)).map(({ text: word, from }) => ({ from, to: from + word.length }));
}

/** Which words of an argv. */
export function programIndexes(argv: readonly string[]): ReadonlySet<number> {
  const words = wordsOfArgv(argv);
  const programs = new Set(programsOf(words));
  return new Set(words.flatMap((word, index) => (programs.has(word) ? [index] : [])));
}

type Place = "first" | "behind-runner" | "argument";

export function programsOf(words: readonly LooseWord[]): readonly LooseWord[] {
  const found: LooseWord[] = [];
  let place: Place = "first";
  let isProgram = false;
  for (const word of words) {
    const { text, kind } = word;
    if (kind === "end") place = "first";
    // The rest of a word in quotes: `EvilB"in"`.
    if (kind === "glued" && isProgram) found.push(word);
    if (kind !== "word") continue;
    isProgram = place !== "argument" && !ASSIGNMENT.test(text);
    if (!isProgram) continue;
    found.push(word);
    place = placeBehind(text, place);
  }
  return found;
}

function placeBehind(program: string, place: Place): Place {
  if (isRunner(program)) return "behind-runner";
  return place === "first" && !KEYWORDS.has(program) ? "argument" : place;
}

/** Before a command's program. */
export function isBeforeProgram(word: string): boolean {
  return KEYWORDS.has(word) || ASSIGNMENT.test(word);
}
