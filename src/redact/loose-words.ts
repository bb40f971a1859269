/** The words of a text, read loosely: quotes only part them, so that a line inside of `sh -c '…'` is seen too. For finding, never for judging. */

export interface LooseWord {
  readonly text: string;
  /** Where it is in its text. */
  readonly from: number;
  /**
   * `glued`: nothing but quotes stands between it and the word before it. `end`: no word, a command ends here. `aside`: it belongs to a
   * redirection, `2>x`.
   */
  readonly kind: "word" | "glued" | "end" | "aside";
}

/** `2>`, `&>`, `>&`, `<<<`; not what `<( … )` opens. */
const REDIRECTION = "\\d{0,3}[<>]{1,3}[&|]?|&>{1,2}";
const WORD = new RegExp(`(${REDIRECTION})|[^\\s"'\`;|&<>()\\\\]+|[;|&\\n()\`]`, "g");
/** `{` and `}` only for themselves: `find -exec rm {} +`, `{"a":1}`. */
const END = /^[;|&\n()`{}]$/;
const QUOTES = /^["'\\]+$/;

export function looseWords(text: string): LooseWord[] {
  const words: LooseWord[] = [];
  let end = 0;
  let isAside = false;
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const { 0: word, 1: redirection, index: from } = found;
    const between = from > end && from - end < 8 && isWord(words.at(-1)) ? text.slice(end, from) : "";
    if (redirection === undefined)
      words.push({ text: word, from, kind: isAside && !END.test(word) ? "aside" : kindOf(word, between) });
    isAside = redirection !== undefined;
    end = from + word.length;
  }
  return words;
}

function kindOf(word: string, between: string): LooseWord["kind"] {
  if (END.test(word)) return "end";
  return QUOTES.test(between) ? "glued" : "word";
}

function isWord(word: LooseWord | undefined): boolean {
  return word !== undefined && word.kind !== "end";
}

export function wordsOfArgv(argv: readonly string[]): LooseWord[] {
  return argv.map((text) => ({ text, from: 0, kind: "word" }));
}
