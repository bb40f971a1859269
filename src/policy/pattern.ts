/** The pattern language of rules: words with blanks between; `*` inside a word, `*` = one word, `**` = any words. */
import { type GlobBase, type PathGlob, parsePathGlob } from "./path-glob.ts";
import type { Parts } from "./wildcard.ts";

export type LetterCase = "exact" | "ignored";

export type WordPattern =
  | { readonly kind: "many" }
  | {
      readonly kind: "one";
      readonly parts: Parts;
      readonly letterCase: LetterCase;
      /** `*` alone: any one word. */
      readonly bare: boolean;
    };

export type ProgramPattern =
  | { readonly kind: "name"; readonly parts: Parts; readonly letterCase: LetterCase }
  /** That very file, not any file of that name. */
  | { readonly kind: "path"; readonly glob: PathGlob };

export interface Bad {
  readonly kind: "bad";
  readonly problem: string;
  readonly fix: string;
}
export interface CommandPattern {
  readonly kind: "pattern";
  readonly program: ProgramPattern;
  readonly words: readonly WordPattern[];
}

const MAX_CHARS = 512;
const MAX_WORDS = 64;
/** What a shell would act on: in a pattern it means that somebody expects more than one simple command. */
const SHELL_SYNTAX = /[;|&<>`$"'\p{Cc}]/u;

export function parseCommandPattern(
  text: string,
  base: GlobBase,
  letterCase: LetterCase,
): CommandPattern | Bad {
  const [program = "", ...args] = text.trim().split(/\s+/);
  const name = parseProgram(program, base, letterCase);
  if (name.kind === "bad") return name;
  const words = parseWords(args, base, letterCase);
  if (!Array.isArray(words)) return words as Bad;
  if (text.length > MAX_CHARS)
    return bad(`the pattern is longer than ${MAX_CHARS} characters`, "use * or **");
  return { kind: "pattern", program: name, words };
}

export function parseProgram(text: string, base: GlobBase, letterCase: LetterCase): ProgramPattern | Bad {
  if (text === "") return bad("the pattern is empty", "write at least the name of a program");
  const read = readWord(text);
  if ("problem" in read) return read;
  if (/^[/.]*$/.test(read.parts.join(""))) {
    return bad(`the pattern "${text}" would match every program`, "name the program, e.g. `git **`");
  }
  if (!text.includes("/")) return { kind: "name", parts: fold(read.parts, letterCase), letterCase };
  const glob = parsePathGlob(text, base);
  return glob.kind === "bad" ? glob : { kind: "path", glob };
}

export function parseWords(
  texts: readonly string[],
  base: GlobBase,
  letterCase: LetterCase,
): WordPattern[] | Bad {
  if (texts.length > MAX_WORDS)
    return bad(`the pattern has more than ${MAX_WORDS} words`, "use ** for the rest");
  const words: WordPattern[] = [];
  for (const text of texts) {
    if (text === "**") {
      if (words.at(-1)?.kind !== "many") words.push({ kind: "many" });
      continue;
    }
    const read = readWord(atHome(text, base.home));
    if ("problem" in read) return read;
    // -d and -D are different options in almost every program: options keep their case.
    const wordCase = text.startsWith("-") ? "exact" : letterCase;
    words.push({ kind: "one", parts: fold(read.parts, wordCase), letterCase: wordCase, bare: text === "*" });
  }
  return words;
}

/** The parser has put the home folder in place of `~` in the words, so the pattern does too. */
function atHome(text: string, home: string): string {
  if (text === "~") return home;
  if (!text.startsWith("~/")) return text;
  return home === "/" ? text.slice(1) : home + text.slice(1);
}

function readWord(text: string): { readonly parts: Parts } | Bad {
  const parts = [""];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "*") {
      if (parts.at(-1) !== "" || parts.length === 1) parts.push("");
      continue;
    }
    if (char === "\\" && at + 1 < text.length) at++;
    else if (SHELL_SYNTAX.test(char)) {
      return bad(
        `the pattern holds ${JSON.stringify(char)}: a pattern matches the words of one simple command, after quotes are taken away`,
        "leave it out, write * for a word with blanks or variables, or \\ before it to mean the character itself",
      );
    }
    parts.push((parts.pop() ?? "") + text.charAt(at));
  }
  return { parts };
}

function fold(parts: Parts, letterCase: LetterCase): Parts {
  return letterCase === "ignored" ? parts.map((part) => part.toLowerCase()) : parts;
}

function bad(problem: string, fix: string): Bad {
  return { kind: "bad", problem, fix };
}
