/**
 * Commands of a shell that would take guard's hooks out of it: keys and widgets that run the typed line, the line editor,
 * the DEBUG trap, the variables and functions by which guard is there. What only might do so is for `mayLoseHooks`: asked.
 */
import type { Command } from "../../core/command.ts";
import type { Effect } from "../../core/effect.ts";
import { displayText, isUnknown, knownText, type Word } from "../../core/word.ts";
import type { FloorSubject } from "./subject.ts";

/** Variables by which a new shell finds guard. */
const HOOK_VARIABLE = /^(?:GUARD_\w*|BASH_ENV|ZDOTDIR|PROMPT_COMMAND)$/;
/** Names that guard's hooks use inside a shell. */
const OWN_NAME = /^(?:_+guard_[\w-]*|guard-(?:was|denied)[\w-]*|READLINE_\w*)$/;
/** Enter, in the words of bash, zsh and fish. */
const ENTER =
  /[\r\n]|\\C-[mj]|\\c[mj]|\\[rn]|\bC(?:ontrol)?-[mj]\b|\bctrl-[mj]\b|\^[mj]|\\0?1[25]|\\x0?[ad]\b|\b(?:RET|RETURN|LFD|NEWLINE|ENTER)\b/i;
/** What runs the typed line, or text that nobody has seen. A dot in front is the line editor's own form of a widget. */
const RUNS_LINE =
  /\b(?:accept-line|accept-and-[\w-]+|accept-search|accept-line-and-down-history|operate-and-get-next|edit-and-execute-command|re-read-init-file|insert-comment)\b|(?:^|\s)\.[a-z]|^execute$/;

/** Why guard's hooks would be gone, or undefined. */
export function findLostHook({ command, classified }: FloorSubject): string | undefined {
  const own = command.assignments.find(({ name }) => OWN_NAME.test(name));
  if (own) return `${own.name} belongs to guard's hooks`;
  const name = classified.program?.name ?? "";
  if (!CHANGES_SHELL.has(name)) return undefined;
  const words = command.argv.slice(1).map(displayText);
  const touched = words.find((word) => OWN_NAME.test(word.replace(/=[\s\S]*$/, "")));
  if (touched !== undefined) return `${touched} belongs to guard's hooks`;
  const aimed = findAimed(name, words);
  if (aimed === undefined) return undefined;
  const shown = aimed.replaceAll("\r", "\\r").replaceAll("\n", "\\n");
  return `${name} ${shown} would take guard's hooks away`;
}

const CHANGES_SHELL: ReadonlySet<string> = new Set(
  (
    "unset unsetenv unfunction functions disable enable unhash alias unalias autoload add-zsh-hook zle declare typeset local " +
    "export readonly read mapfile readarray printf getopts let set integer float vared bind bindkey funced funcsave " +
    "env trap commandline zmodload shopt setopt unsetopt"
  ).split(" "),
);

/** The word that does it. */
function findAimed(name: string, words: readonly string[]): string | undefined {
  switch (name) {
    case "unset":
    case "env":
      return words.find((word) => HOOK_VARIABLE.test(word.replace(/^(?:-u|--unset=)/, "")));
    case "trap":
      return words.find((word) => /^(?:SIG)?DEBUG$/i.test(word));
    case "export":
      return words.some((word) => /^-\w*n/.test(word)) ? words.find(isHookVariable) : undefined;
    case "declare":
    case "typeset":
    case "local":
      return words.some((word) => /^-\w*[pfF]/.test(word)) ? undefined : words.find(isHookVariable);
    case "bind":
      return shows(name, words) ? undefined : (words.find(isEnter) ?? findErased(words));
    case "bindkey":
    case "zle":
      return shows(name, words) ? undefined : words.find(isEnter);
    case "commandline":
      return words.find((word) => word === "execute");
    case "zmodload":
      return words.find((word) => word === "zsh/zle");
    case "set":
      return words.find((word, index) => /^\+\w*o$/.test(words[index - 1] ?? "") && EDITORS.test(word));
    case "shopt":
      // With extdebug a DEBUG trap may skip the hook itself.
      return words.some((word) => /^-\w*u/.test(word))
        ? words.find((word) => EDITORS.test(word))
        : words.find((word) => word === "extdebug" && words.some((option) => /^-\w*s/.test(option)));
    case "setopt":
      return words.find((word) => /^no_?zle$/i.test(word));
    case "unsetopt":
      return words.find((word) => EDITORS.test(word));
    default:
      return undefined;
  }
}

const EDITORS = /^(?:emacs|vi|zle)$/i;

function isHookVariable(word: string): boolean {
  return HOOK_VARIABLE.test(word);
}

function isEnter(word: string): boolean {
  return ENTER.test(word) || RUNS_LINE.test(word);
}

/** fish: `bind --erase --all`. */
function findErased(words: readonly string[]): string | undefined {
  const all = words.some((word) => /^-[a-zA-Z]*a|^--all$/.test(word));
  return all ? words.find((word) => /^-[a-zA-Z]*e|^--erase$/.test(word)) : undefined;
}

const SHOWS: ReadonlyMap<string, RegExp> = new Map([
  ["bind", /^-[lpPsSvVX]+$/],
  ["bindkey", /^-[Ll]+$/],
  ["zle", /^-[lL]+a?$|^-al$/],
]);

/** They only tell what is bound. */
function shows(name: string, words: readonly string[]): boolean {
  return (
    words.every((word) => SHOWS.get(name)?.test(word) === true) || (name === "bind" && words[0] === "-q")
  );
}

/** What no mode lets pass unseen: keys and names bound to something else, a way around the shims, guard's own parents. */
export function mayLoseHooks({ command, classified }: Pick<FloorSubject, "command" | "classified">): boolean {
  const name = classified.program?.name ?? "";
  if (SHOWS.has(name)) {
    const words = command.argv.slice(1).map(displayText);
    return !shows(name, words) && !words.every((word) => /^-[ev]$/.test(word));
  }
  if (name === "unset" && command.argv.some((word) => knownText(word) === "PATH")) return true;
  if (name === "ulimit" && classified.effects.length > 0) return true;
  const stays = command.argv.length === 0 || (CHANGES_SHELL.has(name) && name !== "env");
  if (classified.effects.some((effect) => setsMisleading(effect, stays ? "shell" : "program"))) return true;
  const parents = classified.effects.some(
    ({ target }) => target?.kind === "process" && /\$\{?PPID/.test(target.text),
  );
  return parents || losesShims(command, name);
}

/** With these a shell reads, or runs, other words than the ones that were judged, wherever they are set. */
const MISLEADING = /^(?:FUNCNEST|KEYBOARD_HACK|HISTCHARS|histchars)$/;
/** Every later line is judged as if the shell itself had set them. */
const KNOWN_FOLDER = /^(?:PWD|OLDPWD|HOME)$/;

function setsMisleading({ kind, target }: Effect, reach: "shell" | "program"): boolean {
  if (kind !== "execute" || target?.kind !== "variable") return false;
  return MISLEADING.test(target.text) || (reach === "shell" && KNOWN_FOLDER.test(target.text));
}

/** Folders in which the programs lie that guard's shims stand before. */
const SYSTEM_FOLDER = /(?:^|:)\/(?:usr\/)?(?:local\/)?s?bin\/?(?::|$)/;

function losesShims({ argv, assignments }: Command, name: string): boolean {
  const given =
    name === "env" ? argv.filter((word) => /^PATH=/.test(knownText(word) ?? displayText(word))) : [];
  const set = assignments.filter((assignment) => assignment.name === "PATH" && assignment.values.length > 0);
  return [...given.map((word) => [word]), ...set.map(({ values }) => values)].some(goesFirst);
}

/** Without the old value, or with the system's own folders in front of it. */
function goesFirst(values: readonly Word[]): boolean {
  const pieces = values.flatMap((word, index) => [
    ...(index > 0 ? [{ kind: "text", text: ":" } as const] : []),
    ...word.pieces,
  ]);
  const old = pieces.findIndex((piece) => piece.kind === "unknown" && piece.name === "PATH");
  if (old < 0) return !values.some(isUnknown);
  const before = pieces.slice(0, old).map((piece) => piece.text);
  return SYSTEM_FOLDER.test(before.join("").replace(/^PATH=/, ""));
}
