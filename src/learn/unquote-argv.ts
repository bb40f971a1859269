/** A script's record holds its words as they are shown (quoteArgv). Only what quoteArgv itself would write comes back as words. */
import { quoteArgv } from "../decide/argv.ts";

const WORD = /([\w@%+=:,./-]+|'[^']*'(?:\\''[^']*')*)(?: |$)/y;

/** Undefined: no such text. Never empty. */
export function unquoteArgv(text: string): readonly string[] | undefined {
  const argv: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < text.length) {
    const word = WORD.exec(text)?.[1];
    if (word === undefined) return undefined;
    argv.push(word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word);
  }
  return argv.length > 0 && quoteArgv(argv) === text ? argv : undefined;
}
