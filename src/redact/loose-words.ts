/** The words of a text, read loosely: quotes only part them, so that a line inside of `sh -c '…'` is seen too. For finding, never for judging. */

export interface LooseWord {
  readonly text: string;
  /** Where it is in its text. */
  readonly from: number;
  /** `glued`: nothing but quotes stands between it and the word before it. `end`: no word, a command ends here. */
  readonly kind: "word" | "glued" | "end";
}

const WORD = /[^\s"'`;|&<>()\\]+|[;|&\n(`]/g;
const END = /^[;|&\n(`]/;
const QUOTES = /^["'\\]+$/;

export function looseWords(text: string): LooseWord[] {
  const words: LooseWord[] = [];
  let end = 0;
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const { 0: word, index: from } = found;
    const isGlued = from > end && from - end < 8 && QUOTES.test(text.slice(end, from));
    words.push({ text: word, from, kind: END.test(word) ? "end" : isGlued ? "glued" : "word" });
    end = from + word.length;
  }
  return words;
}

export function wordsOfArgv(argv: readonly string[]): LooseWord[] {
  return argv.map((text) => ({ text, from: 0, kind: "word" }));
}
