/**
 * The asking fish's own functions. Only what fish's `alias` makes of itself is understood: one command that gets `$argv`.
 * Whatever else the text holds makes the line doubtful.
 */
import type { ParseOutcome } from "../core/command.ts";
import { isUnknown, type Word } from "../core/word.ts";
import { findBoundProblem } from "./bounds.ts";
import type { Reader } from "./fish-simple.ts";

const FUNCTION = /^function ([\w.:+-]+)(?: [^\n;()$]*)?\n[ \t]*([^\n]*?)[ \t]+\$argv[ \t]*;?\s*\nend$/;

export function addFishPrelude(text: string, reader: Reader, parse: (body: string) => ParseOutcome): void {
  const doubt = () => {
    const because = "the shell's definitions hold something that cannot be known";
    reader.doubts.push({ kind: "unknown-text", because, pos: 0, end: reader.text.length });
  };
  if (findBoundProblem(text)) return doubt();
  const blocks = text.replace(/^#[^\n]*\n/gm, "").split(/(?<=\nend)\n+/);
  for (const block of blocks.filter((part) => part.trim() !== "")) {
    const [, name, body = ""] = FUNCTION.exec(block.trim()) ?? [];
    const words = name === undefined ? undefined : wordsOf(parse(body));
    if (name === undefined || !words) return doubt();
    reader.functions.set(name, words);
  }
}

/** The words of one plain command, or undefined. */
function wordsOf(outcome: ParseOutcome): readonly Word[] | undefined {
  if (outcome.kind === "unparsable" || !outcome.plain || outcome.doubts.length > 0) return undefined;
  const [command, ...others] = outcome.commands;
  if (!command || others.length > 0 || command.redirects.length + command.assignments.length > 0)
    return undefined;
  return command.argv.some(isUnknown) ? undefined : command.argv;
}
