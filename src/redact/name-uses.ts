/** What a text does with its variables, loosely: whose value is a program there (`TOKEN=shutdown; $TOKEN now`), or something that is acted on. */
import type { LooseWord } from "./loose-words.ts";
import { programsOf } from "./program-words.ts";

export interface NameUses {
  /** Their value is run: it is no secret. */
  readonly run: ReadonlySet<string>;
  /** Their value is an operand, or becomes another's: `rm -r $TOKEN`, `EDITOR=$TOKEN`. */
  readonly actedOn: ReadonlySet<string>;
  /** Words become programs by other ways than being named where one stands: then no name makes a secret of a plain word. */
  readonly words: "plain" | "may-be-programs";
}

const NAME = /\$\{?([A-Za-z_]\w*)/g;
/** They make programs of names, or run text later. `set`: `set x shutdown; $2 now`. */
const MAKERS = new Set("alias abbr trap function coproc set hash bind complete nameref".split(" "));
/** `f() { … }`, `declare -n`, `a=(…)`. */
const MADE = /\([ \t]*\)|(?<![\w.-])(?:declare|typeset|local)[ \t][^;\n]{0,40}?-[a-zA-Z]*n|\w\+?=\(/;
/** `-p $TOKEN`, `--token $TOKEN`, `X-Token: $TOKEN`. */
const VALUE_FOLLOWS =
  /^-(?:[pauHUw]|-[\w-]{0,40}(?:token|pass|key|secret|auth|bearer|user|header|data|env)[\w-]{0,40})$|[:=]$/i;
const PLAIN_NAME = /^(?![^=]{0,40}(?:token|pass|pwd|key|secret|auth|cred|header))[^=]{1,60}=\$/i;
/** They only write or compare what they are given. */
const QUIET = new Set("echo printf test [ [[ export declare typeset local readonly".split(" "));

export function nameUses(text: string, words: readonly LooseWord[]): NameUses {
  const programs = new Set(programsOf(words));
  const run = new Set<string>();
  const actedOn = new Set<string>();
  let isMade = MADE.test(text);
  let program = "";
  for (const [index, word] of words.entries()) {
    if (programs.has(word)) {
      program = word.kind === "glued" ? program + word.text : word.text;
      isMade ||= word.text.includes("$") || MAKERS.has(program);
      addNames(word, run);
    } else if (word.kind === "end") program = "";
    else if (!QUIET.has(program) && isOperand(word, words[index - 1], text)) addNames(word, actedOn);
  }
  return { run, actedOn, words: isMade ? "may-be-programs" : "plain" };
}

function addNames({ text }: LooseWord, to: Set<string>): void {
  if (text.includes("$")) for (const [, name = ""] of text.matchAll(NAME)) to.add(name);
}

function isOperand(word: LooseWord, before: LooseWord | undefined, text: string): boolean {
  const { text: own, kind, from } = word;
  if (kind === "aside" || !own.includes("$")) return false;
  // `/x/$TOKEN`, `EDITOR=$TOKEN`; not `DB_PASSWORD=$TOKEN`, `https://h/$TOKEN`.
  if (own[0] !== "$")
    return own.includes("=") ? PLAIN_NAME.test(own) : own.includes("/$") && !own.includes("://");
  if (kind === "glued" || before === undefined || VALUE_FOLLOWS.test(before.text)) return false;
  // `"Authorization: Bearer $TOKEN"`
  return !/:[ \t]+\w+[ \t]+$/.test(text.slice(Math.max(0, from - 40), from));
}
