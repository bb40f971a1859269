/** What a shell was told to run, by its argv: a line, a file, or what comes on its stdin. */
import type { Dialect } from "../core/command.ts";

export type ShellStart =
  /** -c: the engine reads it out of the argv. */
  | { readonly kind: "line" }
  | { readonly kind: "script"; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: "stdin" }
  /** Options that change what is read: the argv is judged as it is. */
  | { readonly kind: "unclear" };

const DIALECT_OF: Readonly<Record<string, Dialect>> = {
  bash: "bash",
  rbash: "bash",
  sh: "sh",
  dash: "sh",
  ash: "sh",
  zsh: "zsh",
  fish: "fish",
};

/** `name`: by which the program was started; what it takes itself for. Undefined: no shell that guard can read. */
export function dialectOf(name: string): Dialect | undefined {
  return Object.hasOwn(DIALECT_OF, name) ? DIALECT_OF[name] : undefined;
}

/** Options with which a shell reads what it would read without them. */
const PLAIN_LONG = /^--(?:no-?rc|noprofile|login|posix|verbose|restricted|noediting)$/;
const PLAIN_SHORT = /^[-+][abefhklmprtuvxBCEHPT]*$/;
const PLAIN_FOR_FISH = /^(?:-[Nl]+|--no-config|--login)$/;

export function findShellStart(argv: readonly string[], dialect: Dialect): ShellStart {
  const words = argv.slice(1);
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    const read = readOption(word, dialect);
    if (read === "line" || read === "stdin" || read === "unclear") return { kind: read };
    if (read === "operand") break;
    at += read === "with-value" ? 2 : 1;
    if (read === "end") break;
  }
  const [path, ...args] = words.slice(at);
  return path === undefined ? { kind: "stdin" } : { kind: "script", path, args };
}

type Read = "line" | "stdin" | "unclear" | "operand" | "end" | "flag" | "with-value";

function readOption(word: string, dialect: Dialect): Read {
  if (word === "--" || word === "-") return "end";
  if (!/^[-+]./.test(word)) return "operand";
  if (/^-[a-zA-Z]*c/.test(word) || /^--command(?:=|$)/.test(word)) return "line";
  if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(word)) return "stdin";
  // fish has other options of the same letters.
  if (dialect === "fish") return PLAIN_FOR_FISH.test(word) ? "flag" : "unclear";
  if (/^[-+]o$/.test(word) || (/^[-+]O$/.test(word) && dialect !== "zsh")) return "with-value";
  return PLAIN_LONG.test(word) || PLAIN_SHORT.test(word) ? "flag" : "unclear";
}
