/**
 * The words of a command, for whoever looks at their letters: not a parser of shell, only as much of one as tells names from
 * sentences. Quotes and backslashes are left out of the words, so that `"а"pt` is one word.
 */
import { bodiesOf, type Span } from "./here-documents.ts";

export interface Word {
  readonly text: string;
  /** `program`: it stands where a shell looks for a program's name. `text`: in quotes, a comment or a here-document. */
  readonly place: "program" | "argument" | "text";
}

const TOKEN =
  /\\(?<escaped>.)|(?<quote>["'])|(?<inner>\$\(|`)|(?<operator>[;&|(){}]+)|(?<file>[<>]+)|(?<end>\n)|(?<blank>[^\S\n]+)|(?<hash>#)|[^\\"'`$;&|(){}<>\s#]+|./gsu;

/** What follows them is a program, too. */
const BEFORE_PROGRAM = new Set(
  "sudo doas env exec command builtin nohup time nice xargs eval then do else if while until ! -c -lc -ic -exec -execdir -ok".split(
    " ",
  ),
);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

export function wordsOf(command: string): Word[] {
  const joined = command.replaceAll("\\\n", "");
  const reader = new WordReader(bodiesOf(joined));
  for (const match of joined.matchAll(TOKEN)) reader.take(match[0], match.groups ?? {}, match.index);
  return reader.finish();
}

/** Words of a sentence: none of them is a program. */
export function wordsOfText(text: string): Word[] {
  return text.split(/\s+/u).flatMap((one) => (one === "" ? [] : [{ text: one, place: "text" as const }]));
}

class WordReader {
  readonly #bodies: Span[];
  #body = 0;
  readonly #words: Word[] = [];
  #text = "";
  #place: Word["place"] = "program";
  /** The quote that is open, `#` for a comment. */
  #within = "";

  constructor(bodies: Span[]) {
    this.#bodies = bodies;
  }

  take(token: string, kinds: Record<string, string | undefined>, at: number): void {
    if (this.#isInBody(at)) this.#takeText(token, kinds);
    else if (kinds["end"] !== undefined && /^#?$/.test(this.#within)) this.#endLine();
    else if (this.#within === "#") this.#takeText(token, kinds);
    else if (kinds["quote"] !== undefined) this.#takeQuote(token);
    else if (kinds["inner"] !== undefined && this.#within !== "'") this.#end("program");
    else if (this.#within !== "") this.#takeQuoted(token, kinds);
    else this.#takeBare(token, kinds);
  }

  /** Tokens come in order: a body that was passed is done. */
  #isInBody(at: number): boolean {
    while ((this.#bodies[this.#body]?.[1] ?? at + 1) <= at) this.#body++;
    return (this.#bodies[this.#body]?.[0] ?? at + 1) <= at;
  }

  finish(): Word[] {
    this.#end("argument");
    return this.#words;
  }

  #endLine(): void {
    this.#end("program");
    this.#within = "";
  }

  #takeQuote(token: string): void {
    if (this.#within === "") this.#within = token;
    else if (this.#within === token) this.#within = "";
    else this.#text += token;
  }

  #takeText(token: string, { end, blank }: Record<string, string | undefined>): void {
    this.#place = "text";
    if (end !== undefined || blank !== undefined) this.#end("text");
    else this.#text += token;
  }

  #takeQuoted(token: string, kinds: Record<string, string | undefined>): void {
    const { escaped, end, blank } = kinds;
    if (end !== undefined || blank !== undefined) this.#end("text");
    else this.#text += this.#within === "'" ? token : (escaped ?? token);
  }

  #takeBare(
    token: string,
    { escaped, operator, file, blank, hash }: Record<string, string | undefined>,
  ): void {
    if (operator !== undefined) this.#end("program");
    else if (file !== undefined) this.#end("argument");
    else if (blank !== undefined) this.#end("argument");
    else if (hash !== undefined && this.#text === "") this.#within = "#";
    else this.#text += escaped ?? token;
  }

  /** The place of the next word, unless this one says that a program follows; blanks change nothing. */
  #end(next: Word["place"]): void {
    const text = this.#text;
    this.#text = "";
    if (text !== "") this.#words.push({ text, place: this.#within === "#" ? "text" : this.#place });
    const opens = BEFORE_PROGRAM.has(text) || (this.#place === "program" && ASSIGNMENT.test(text));
    if (next === "program" || opens) this.#place = "program";
    else if (text !== "" || next === "text") this.#place = next;
  }
}
