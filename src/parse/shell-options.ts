/** set, shopt, setopt, unsetopt, emulate: an option that is not known to be harmless changes how the rest is read. */
import { displayText, knownPrefix, knownText, type Word } from "../core/word.ts";
import { isHarmlessLetter, isHarmlessOption, type OptionTable, type Switch } from "./harmless-options.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

export function checkShellOptions(name: string, args: readonly Word[], walk: Walk, span: Span): void {
  const bad = findHarmful(name, args, walk);
  if (bad === undefined) return;
  const shown = [name, ...args.map(displayText)].join(" ");
  addDoubt(walk, "redefinition", `${shown} changes how the shell reads what follows`, span);
}

/** The first word that may change how the line is read. */
function findHarmful(name: string, args: readonly Word[], walk: Walk): Word | undefined {
  switch (name) {
    case "set":
      return findInSet(args, walk);
    case "shopt":
      return findInShopt(args, walk);
    case "setopt":
      return findInNames(args, "on", walk);
    case "unsetopt":
      return findInNames(args, "off", walk);
    default:
      return args[0];
  }
}

function findInSet(args: readonly Word[], walk: Walk): Word | undefined {
  const [arg, ...rest] = args;
  const text = arg && knownText(arg);
  // A word that cannot be known may be an option.
  if (arg && text === undefined) return /^[^-+]/.test(knownPrefix(arg)) ? undefined : arg;
  if (text === undefined || endsOptions(text, walk)) return undefined;
  const [letters, attached] = splitName(text.slice(1));
  const [option] = attached === "" ? rest : [];
  const named = option ? knownText(option) : (attached ?? "");
  if (!areHarmless(letters, named, text.startsWith("-") ? "on" : "off", walk)) return arg;
  return findInSet(option ? rest.slice(1) : rest, walk);
}

/** In zsh `set -A name …` fills an array; that is followed elsewhere. */
function endsOptions(text: string, walk: Walk): boolean {
  return text === "--" || !/^[-+]./.test(text) || (walk.dialect === "zsh" && /^[-+]\w*A/.test(text));
}

function areHarmless(letters: string, name: string | undefined, way: Switch, walk: Walk): boolean {
  const table = walk.dialect === "zsh" ? "zsh" : "set";
  if (way === "on" && letters.includes("x")) walk.traces = true;
  const plain = [...letters].every((letter) => isHarmlessLetter(letter, way, table));
  return plain && name !== undefined && isSwitchable(name, way, table, walk);
}

/** Without a name `set -o` shows all options. */
function isSwitchable(name: string, way: Switch, table: OptionTable, walk: Walk): boolean {
  if (way === "on" && /^x_?trace$/i.test(name)) walk.traces = true;
  return name === "" || isHarmlessOption(name, way, table);
}

/** `-euo pipefail`, `-opipefail`: the letters before the o, and what is attached to it. */
function splitName(letters: string): [string, string?] {
  const at = letters.indexOf("o");
  return at < 0 ? [letters] : [letters.slice(0, at), letters.slice(at + 1)];
}

function findInShopt(args: readonly Word[], walk: Walk): Word | undefined {
  const flags = args.map((arg) => knownText(arg) ?? "").filter((text) => text.startsWith("-"));
  const has = (letter: string) => flags.some((flag) => flag.includes(letter));
  const way: Switch = has("u") ? "off" : "on";
  const table = has("o") ? "set" : "shopt";
  const asks = !has("s") && !has("u");
  return args.find((arg) => {
    const text = knownText(arg);
    if (text === undefined || text.startsWith("-")) return text === undefined || !/^-[supqo]+$/.test(text);
    return !asks && !isSwitchable(text, way, table, walk);
  });
}

function findInNames(args: readonly Word[], way: Switch, walk: Walk): Word | undefined {
  return args.find((arg) => {
    const text = knownText(arg);
    if (text === undefined || /^[-+]/.test(text)) return true;
    return !isSwitchable(text, way, "zsh", walk);
  });
}
