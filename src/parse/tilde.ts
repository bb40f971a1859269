/**
 * `~`, `~+`, `~name` at the start of a word, and in assignments after `=` and `:`: whose folder it is, where that can be
 * known. Other people's folders stand in the system's own list, which is not read here.
 */
import { basename } from "node:path";
import type { WordPart } from "unbash";
import type { Dialect } from "../core/command.ts";
import type { Piece } from "../core/word.ts";
import { homeIn, onlyValue, type Scope, type Value } from "./scope.ts";

/** Where the word stands; in the text of a here-document a tilde is only a character. */
export type Standing = "word" | "assignment" | "text";

interface Shell {
  readonly dialect: Dialect;
  readonly home: string;
}

type Literal = Extract<WordPart, { type: "Literal" }>;

/** The pieces of a literal, its tildes replaced. `next` is what follows it in the same word. */
export function literalPieces(
  part: Pick<Literal, "text" | "value">,
  position: "first" | "later",
  next: WordPart | undefined,
  standing: Standing,
  scope: Scope,
  shell: Shell,
): Value {
  if (standing === "text" || !part.text.includes("~") || withoutBackslashes(part.text) !== part.value) {
    return [{ kind: "text", text: part.value }];
  }
  const pieces: Piece[] = [];
  const list = isAssigned(part.text, position, standing, shell);
  const starts = list ? /(^|[=:])(~[^/:]*)/g : /(^|=)(~[^/]*)/g;
  let at = 0;
  // A tilde behind a backslash is a plain character; so is one with a backslash in its name.
  for (const found of part.text.replace(/\\[\s\S]/g, "\\\\").matchAll(starts)) {
    const [whole, before = "", name = ""] = found;
    const end = found.index + whole.length;
    const elsewhere = before === "" ? position === "later" : !list && name !== "~";
    if (elsewhere || name.includes("\\")) continue;
    const open = end === part.text.length ? next : undefined;
    pieces.push({ kind: "text", text: withoutBackslashes(part.text.slice(at, end - name.length)) });
    pieces.push(...(folderOf(name, open, scope, shell) ?? [{ kind: "text", text: name }]));
    at = end;
  }
  return [...pieces, { kind: "text", text: withoutBackslashes(part.text.slice(at)) }];
}

function withoutBackslashes(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, char: string) => (char === "\n" ? "" : char));
}

/** bash takes every word `name=…` for an assignment here. */
function isAssigned(text: string, position: "first" | "later", standing: Standing, shell: Shell): boolean {
  if (standing === "assignment") return true;
  return shell.dialect !== "zsh" && position === "first" && /^[A-Za-z_]\w*\+?=/.test(text);
}

/** Undefined: the tilde is only a character. */
function folderOf(name: string, next: WordPart | undefined, scope: Scope, shell: Shell): Value | undefined {
  const unknown: Value = [{ kind: "unknown", why: "special", text: name, splits: false }];
  // `~$x` and `~"x"` are no names; zsh looks after it has expanded them.
  if (next) return shell.dialect === "zsh" ? unknown : undefined;
  if (name === "~") return homeIn(scope, shell);
  if (name === "~+") return onlyValue("PWD", scope) ?? knownFolder(scope) ?? unknown;
  if (name === "~-") return onlyValue("OLDPWD", scope) ?? unknown;
  // In zsh a variable or a named folder goes before a user.
  const shadowed = shell.dialect === "zsh" && (name !== "~root" || scope.variables.has("root"));
  if (shadowed) return unknown;
  if (name === "~root") return [{ kind: "text", text: "/root" }];
  if (name.slice(1) === basename(shell.home)) return [{ kind: "text", text: shell.home }];
  return unknown;
}

function knownFolder(scope: Scope): Value | undefined {
  const [cwd, ...others] = scope.cwds;
  return typeof cwd === "string" && others.length === 0 ? [{ kind: "text", text: cwd }] : undefined;
}

/** For fish, which knows no other shell's forms. */
export function expandTilde(text: string, home: string): Value {
  const [head = "", ...rest] = text.split("/");
  const tail = rest.length > 0 ? `/${rest.join("/")}` : "";
  if (head === "~" || head.slice(1) === basename(home)) return [{ kind: "text", text: home + tail }];
  if (head === "~root") return [{ kind: "text", text: `/root${tail}` }];
  return [
    { kind: "unknown", why: "special", text: head, splits: false },
    { kind: "text", text: tail },
  ];
}
