/** At a prompt bash and zsh put earlier lines in the place of `!x` and `^a^b` before they read the line. */
import type { Dialect } from "../core/command.ts";

/** How the reference is written, or undefined. Says yes too often rather than too rarely. */
export function findHistoryReference(line: string, dialect: Dialect): string | undefined {
  if (dialect === "fish" || !/[!^]/.test(line)) return undefined;
  if (line.startsWith("^")) return line.slice(0, SHOWN_CHARS);
  // Where quotes may be other than they look they protect nothing.
  const text = /\$'|#/.test(line) ? line.replace(/['"]/g, "") : line;
  for (const at of bareMarks(text)) {
    if (!isOrdinary(text, at, dialect)) return text.slice(at, at + SHOWN_CHARS);
  }
  return undefined;
}

/** Offsets of the exclamation marks that neither single quotes nor a backslash protect. */
function bareMarks(text: string): number[] {
  const tokens = text.matchAll(/\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|!/g);
  const marks: number[] = [];
  for (const { 0: token, index } of tokens) {
    if (token.startsWith('"')) marks.push(...bareMarks(token.slice(1)).map((at) => at + index + 1));
    else if (token === "!") marks.push(index);
  }
  return marks;
}

const SHOWN_CHARS = 20;

/** Before a blank, an equals sign or the end; in bash also `$!`, `${!x}`, `[!a]`, `!(x)` and before a closing quote. */
function isOrdinary(line: string, at: number, dialect: Dialect): boolean {
  const next = line[at + 1] ?? " ";
  if (/[\s=]/.test(next)) return true;
  return dialect !== "zsh" && (/[("]/.test(next) || /[$[{]$/.test(line.slice(0, at)));
}
