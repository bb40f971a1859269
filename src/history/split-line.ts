/**
 * The words of each command of a line, as far as they can be told at a glance. To find records by, never to judge: it is quick and tolerant, and
 * whoever writes a strange line is found by its text instead.
 */

/** Longer lines are read so far. */
const MAX_CHARS = 16_384;
const MAX_COMMANDS = 64;
const MAX_NESTING = 4;

const END = new Set([";", "&", "|", "\n", "(", ")"]);
const BLANK = new Set([" ", "\t", "\r"]);

export function splitLine(text: string, nesting = 0): string[][] {
  const reader = new Reader(text.slice(0, MAX_CHARS));
  const inner = nesting < MAX_NESTING ? reader.nested.flatMap((one) => splitLine(one, nesting + 1)) : [];
  return [...reader.commands, ...inner].slice(0, MAX_COMMANDS);
}

class Reader {
  readonly commands: string[][] = [];
  /** What stands in `$(…)` and backticks. */
  readonly nested: string[] = [];
  readonly #text: string;
  #at = 0;
  #words: string[] = [];
  #word: string | undefined;
  #next: "word" | "target" | "delimiter" = "word";
  #delimiters: string[] = [];

  constructor(text: string) {
    this.#text = text;
    while (this.#at < text.length && this.commands.length < MAX_COMMANDS) this.#step(text.charAt(this.#at));
    this.#endCommand();
  }

  #step(char: string): void {
    if (BLANK.has(char)) this.#skip(() => this.#endWord());
    else if (char === "#" && this.#word === undefined) this.#at = this.#find("\n");
    else if (char === "<" || char === ">") this.#redirect();
    else if (char === "&" && this.#text.charAt(this.#at + 1) === ">") this.#skip(() => this.#endWord());
    else if (END.has(char)) this.#separate(char);
    else this.#readPart(char);
  }

  #readPart(char: string): void {
    if (char === "\\") {
      const next = this.#text.charAt(this.#at + 1);
      this.#take(next === "\n" ? "" : next, 2);
    } else if (char === "'") {
      const end = this.#find("'", 1);
      this.#take(this.#text.slice(this.#at + 1, end), end - this.#at + 1);
    } else if (char === '"') this.#quoted();
    else if (char === "`") this.#backticks();
    else if (this.#text.startsWith("$(", this.#at)) this.#substitution();
    else this.#take(char, 1);
  }

  #quoted(): void {
    this.#take("", 1);
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      if (char === '"') break;
      if (char === "\\") this.#take(this.#text.charAt(this.#at + 1), 2);
      else if (char === "`") this.#backticks();
      else if (this.#text.startsWith("$(", this.#at)) this.#substitution();
      else this.#take(char, 1);
    }
    this.#at++;
  }

  #backticks(): void {
    const end = this.#find("`", 1);
    this.nested.push(this.#text.slice(this.#at + 1, end));
    this.#take("$", end - this.#at + 1);
  }

  #substitution(): void {
    let depth = 1;
    let end = this.#at + 2;
    for (; end < this.#text.length && depth > 0; end++) {
      const char = this.#text.charAt(end);
      if (char === "(") depth++;
      if (char === ")") depth--;
    }
    this.nested.push(this.#text.slice(this.#at + 2, depth === 0 ? end - 1 : end));
    this.#take("$", end - this.#at);
  }

  #redirect(): void {
    const [operator = ""] =
      /^(?:<<<|<<-?|<&|<>|<|>>|>&|>\||>)/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    // A number before it is a descriptor.
    if (/^\d+$/.test(this.#word ?? "")) this.#word = undefined;
    this.#endWord();
    this.#at += operator.length;
    if (this.#text.charAt(this.#at) === "(") return;
    this.#next = operator === "<<" || operator === "<<-" ? "delimiter" : "target";
  }

  #separate(char: string): void {
    this.#skip(() => this.#endCommand());
    if (char !== "\n") return;
    for (const delimiter of this.#delimiters) this.#skipDocument(delimiter);
    this.#delimiters = [];
  }

  #skipDocument(delimiter: string): void {
    while (this.#at < this.#text.length) {
      const end = this.#find("\n");
      const row = this.#text.slice(this.#at, end);
      this.#at = end + 1;
      if (row.replace(/^\t+/, "") === delimiter) return;
    }
  }

  #take(text: string, chars: number): void {
    this.#word = (this.#word ?? "") + text;
    this.#at += chars;
  }

  #skip(end: () => void): void {
    end();
    this.#at++;
  }

  /** Where it stands next, or the end. */
  #find(char: string, after = 0): number {
    const found = this.#text.indexOf(char, this.#at + after);
    return found < 0 ? this.#text.length : found;
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    if (this.#next === "word") this.#words.push(this.#word);
    if (this.#next === "delimiter") this.#delimiters.push(this.#word);
    this.#next = "word";
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#endWord();
    this.#next = "word";
    if (this.#words.length > 0) this.commands.push(this.#words);
    this.#words = [];
  }
}
