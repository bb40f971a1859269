/** The words that xargs gets through a pipe, where it can be told: `echo a b |`, `find src -name x |`. */
import type { Command } from "../core/command.ts";
import type { Classified } from "../core/effect.ts";
import { textWord, type Word } from "../core/word.ts";
import { knownOutput } from "./known-output.ts";

export interface Judged {
  readonly command: Command;
  readonly classified: Classified;
  /** Part of what this agent puts around its own line. */
  readonly wrapperOf?: string;
  /** The command whose project script this belongs to (`npm run build`). */
  readonly task?: Judged;
}

/** They pass lines on, or leave some out, but add none of their own. */
const FILTERS: ReadonlySet<string> = new Set([
  "grep",
  "egrep",
  "fgrep",
  "sort",
  "uniq",
  "head",
  "tail",
  "tac",
  "shuf",
]);

export function appendedWords(command: Command, local: readonly Judged[]): Word[] {
  const found = wordsFrom(command, local, 0);
  if (found) return found;
  const unknown = { kind: "unknown", why: "appended", text: "…", splits: true } as const;
  return [{ pieces: [unknown], pos: command.pos, end: command.end }];
}

function wordsFrom(command: Command, local: readonly Judged[], depth: number): Word[] | undefined {
  if (command.stdin.kind !== "pipe" || depth > 8) return undefined;
  // Of several producers some may not run: only one alone is known.
  const [only, ...others] = command.stdin.from.map((index) => local[index]);
  return only && others.length === 0 ? wordsOf(only, local, depth) : undefined;
}

function wordsOf(
  { command, classified }: Judged,
  local: readonly Judged[],
  depth: number,
): Word[] | undefined {
  const output = knownOutput(command);
  if (output !== undefined) {
    return output
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => textWord(word, command));
  }
  if (classified.printsPaths) return pathsOf(command, classified);
  // A filter reads the pipe only when it has no file of its own to read.
  const filters = FILTERS.has(classified.program?.name ?? "") && classified.effects.length === 0;
  return filters ? wordsFrom(command, local, depth + 1) : undefined;
}

/** Some file below each folder that is searched. */
function pathsOf(command: Command, classified: Classified): Word[] | undefined {
  const words: Word[] = [];
  for (const { target } of classified.effects) {
    if (target?.kind !== "path") return undefined;
    words.push({
      pieces: [
        { kind: "text", text: target.path },
        { kind: "glob", text: "/**" },
      ],
      pos: command.pos,
      end: command.end,
    });
  }
  return words.length > 0 ? words : undefined;
}
