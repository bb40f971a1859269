/**
 * A command with more words than can be judged in one turn: its first words are judged, so that the floor sees the program
 * and what comes first, and a doubt stands for the others.
 */
import type { Command } from "../core/command.ts";
import { displayText, hasGlob, type Word } from "../core/word.ts";

/** xargs starts a new command after 128 KiB; few honest commands are longer. */
export const MAX_WORDS = 4_096;
/** A word with wildcards is held against every place that they may hit, and takes as long as so many others. */
const GLOB_WORDS = 5;
/** No single word of a command can be longer than 128 KiB. */
const MAX_CHARS = 163_840;

export const TOO_LONG = "has more words than can be judged";

/** The same command when it is not too long. */
export function withFirstWords(command: Command): Command {
  const count = countJudged(command.argv);
  return count === command.argv.length ? command : { ...command, argv: command.argv.slice(0, count) };
}

function countJudged(argv: readonly Word[]): number {
  let [words, chars] = [0, 0];
  for (const [at, word] of argv.entries()) {
    words += hasGlob(word) ? GLOB_WORDS : 1;
    for (const piece of word.pieces) chars += piece.text.length;
    if (words > MAX_WORDS || chars > MAX_CHARS) return at;
  }
  return argv.length;
}

const MAX_SHOWN = 40;

export function tooLong({ argv: [first] }: Command): string {
  const name = first === undefined ? "" : displayText(first);
  return `${name === "" || name.length > MAX_SHOWN ? "a command" : name} ${TOO_LONG}`;
}
