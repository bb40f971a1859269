/**
 * The shell gives a variable a value: every way of doing so comes through here (assignments, loops, read, arithmetic,
 * redirections). Values of integers are evaluated, and some names are the shell's own tables.
 */
import type { Assignment, Dialect } from "../core/command.ts";
import { emit } from "./emit.ts";
import { makeWord } from "./make-word.ts";
import { giveValue, markVariable, type Scope, setUnknown, type Value } from "./scope.ts";
import { addDoubt, type Place, type Span, spanOf, type Walk } from "./walk-state.ts";

export interface Setting {
  readonly name: string;
  readonly values: readonly Value[];
  readonly elements?: readonly Value[] | undefined;
  /** Reaches programs even if the name was not exported before. */
  readonly exported?: boolean;
}

export const TRACE_MOVES = "BASH_XTRACEFD sends the trace into the output";

/** Sets it in the scope and tells what was assigned, one entry for each value it may have. */
export function setVariable(setting: Setting, scope: Scope, walk: Walk, span: Span): Assignment[] {
  const { name, values, elements } = setting;
  if (isTable(name, walk.dialect)) {
    addDoubt(walk, "redefinition", `${name} makes a name stand for something else`, span);
  }
  if (!setting.exported && SCREEN.test(name) && values.some(isNothing))
    addDoubt(walk, "redefinition", `${name} leaves no room on the screen for a prompt`, span);
  if (name === "BASH_XTRACEFD") addDoubt(walk, "redefinition", TRACE_MOVES, span);
  if (isInteger(name, scope, walk.dialect) && ![...values, ...(elements ?? [])].every(isNumber)) {
    addDoubt(
      walk,
      "unknown-text",
      `${name} is a number: the shell evaluates the text that it is given`,
      span,
    );
  }
  giveValue(scope, name, values, elements);
  if (setting.exported) markVariable(scope, name, { exported: true });
  if (walk.dialect === "zsh") followTied(setting, scope, span);
  const exported = scope.variables.get(name)?.exported ?? false;
  return [name, ...tiedTo(name, walk.dialect)].flatMap((told) =>
    values.map((pieces) => ({ name: told, values: [makeWord(pieces, span)], exported, ...span })),
  );
}

/** The same where no command carries the assignment. */
export function setAndTell(setting: Setting, node: Span, scope: Scope, walk: Walk, place: Place): void {
  const assignments = setVariable(setting, scope, walk, spanOf(node, place));
  if (!matters(setting.name, walk.dialect)) return;
  emit({ argv: [], assignments, redirects: [], stdin: place.stdin }, node, scope, walk, place);
}

/** Plain names in small letters mean nothing to programs, nor to a shell other than zsh. */
function matters(name: string, dialect: Dialect): boolean {
  return dialect === "zsh" || /[A-Z_]/.test(name);
}

/** A number that is not known before it runs. */
export function numberOf(name: string): Value {
  return [{ kind: "unknown", why: "arithmetic", text: `$${name}`, name, splits: false }];
}

/** Evaluated once more, it is still the same number. */
export function isNumber(value: Value): boolean {
  return value.every((piece) => {
    if (piece.kind === "text") return /^[-+\d\s]*$/.test(piece.text);
    if (piece.kind === "glob") return false;
    return piece.why === "arithmetic" || (piece.why === "special" && /^[#?$!]$/.test(piece.name ?? ""));
  });
}

/** The size of the screen, by which prompts are drawn. */
const SCREEN = /^(?:COLUMNS|LINES)$/;

function isNothing(value: Value): boolean {
  const [only, ...more] = value;
  return more.length === 0 && only?.kind === "text" && /^(?:-\d+|\+?0+)$/.test(only.text);
}

/** Names that are integers from the start. */
const INTEGERS: ReadonlySet<string> = new Set(
  "BASHPID HISTCMD OPTIND RANDOM SECONDS SRANDOM UID EUID PPID".split(" "),
);
const INTEGERS_ZSH: ReadonlySet<string> = new Set(
  (
    "ARGC COLUMNS EGID EPOCHREALTIME EPOCHSECONDS ERRNO EUID FUNCNEST GID HISTCMD HISTSIZE KEYTIMEOUT LINENO LINES " +
    "LISTMAX MAILCHECK OPTIND PPID RANDOM SAVEHIST SECONDS SHLVL TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTYIDLE UID " +
    "ZSH_SUBSHELL status CURSOR MARK HISTNO CURRENT"
  ).split(" "),
);

function isInteger(name: string, scope: Scope, dialect: Dialect): boolean {
  if (scope.variables.get(name)?.integer) return true;
  return (dialect === "zsh" ? INTEGERS_ZSH : INTEGERS).has(name);
}

/** Arrays whose elements are the shell's own tables of aliases, functions, programs, options and folders. */
const TABLES = /^(?:BASH_ALIASES|BASH_CMDS)$/;
const TABLES_ZSH =
  /^(?:(?:dis_)?(?:[gs]?aliases|functions|builtins|reswords|patchars)|commands|options|nameddirs|userdirs|modules|parameters|mapfile|module_path|MODULE_PATH|widgets|keymaps)$/;

function isTable(name: string, dialect: Dialect): boolean {
  return (dialect === "zsh" ? TABLES_ZSH : TABLES).test(name);
}

/** What stands in its brackets is a key, not arithmetic. */
export function isKeyed(name: string, scope: Scope, dialect: Dialect): boolean {
  return scope.variables.get(name)?.keyed === true || isTable(name, dialect);
}

/** zsh ties these arrays to the lists that programs and other shells know. */
const TIED: ReadonlyMap<string, string> = new Map([
  ["path", "PATH"],
  ["fpath", "FPATH"],
  ["cdpath", "CDPATH"],
  ["manpath", "MANPATH"],
  ["mailpath", "MAILPATH"],
  ["fignore", "FIGNORE"],
  ["prompt", "PS1"],
]);

function tiedTo(name: string, dialect: Dialect): string[] {
  const other = dialect === "zsh" ? TIED.get(name) : undefined;
  return other === undefined ? [] : [other];
}

function followTied({ name, elements }: Setting, scope: Scope, span: Span): void {
  // zsh takes `for 1 in …` for one of the arguments.
  if (/^(?:argv|\d+)$/.test(name)) scope.positional = elements?.map((pieces) => makeWord(pieces, span));
  for (const [array, list] of TIED) {
    if (name === array) setUnknown(scope, list);
    if (name === list) setUnknown(scope, array);
  }
}
