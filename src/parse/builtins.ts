/** Builtins that change what the rest of the line means: eval, cd, export, read, set, alias, trap and their like. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import type { Dialect, Stdin } from "../core/command.ts";
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { declare } from "./declare.ts";
import { type Draft, emit } from "./emit.ts";
import { checkOperands } from "./evaluated-operands.ts";
import { checkHashed, defineAliases } from "./redefine.ts";
import { replaceStdin } from "./replace-stdin.ts";
import { cloneScope, type Scope, setUnknown, type Value } from "./scope.ts";
import { setArguments } from "./set-arguments.ts";
import { setNamed } from "./set-named.ts";
import { checkShellOptions } from "./shell-options.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export interface Call {
  readonly draft: Draft;
  readonly node: SyntaxCommand;
  /** What the shell itself reads, whatever the command's redirections say. */
  readonly outerStdin: Stdin;
  /** `export A=1`: what stands between the words as an assignment. */
  readonly declarations: readonly {
    part: SyntaxAssignment;
    values: { readonly values: readonly Value[]; readonly elements?: readonly Value[] | undefined };
  }[];
}

/** "done": the command is fully dealt with; else what is still to be written down. */
export function runBuiltin(call: Call, scope: Scope, walk: Walk, place: Place): "done" | Draft {
  const argv = stripPrefixes(call.draft.argv, walk.dialect);
  const span = spanOf(call.node, place);
  const name = argv[0] ? knownText(argv[0]) : undefined;
  const args = argv.slice(1);
  if (name !== undefined) checkOperands(name, args, call.node, scope, walk, place);
  switch (name) {
    case "eval":
      evaluate(call, args, scope, walk, place);
      return "done";
    case "trap":
      trap(call, args, scope, walk, place);
      return "done";
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      declare(call, name, args, scope, walk, place);
      return "done";
    case "cd":
    case "chdir":
    case "pushd":
    case "popd":
      emit(call.draft, call.node, scope, walk, place);
      changeFolder(name, args, scope, walk);
      return "done";
    case "exec":
      // With a program nothing follows, unless it cannot be started.
      if (call.draft.stdin !== call.outerStdin) replaceStdin(scope, call.outerStdin);
      return call.draft;
    case "alias":
      defineAliases(args, scope, walk, span);
      return call.draft;
    case "set":
      checkShellOptions(name, args, walk, span);
      return setArguments(call.draft, args, scope, walk, span);
    case "shopt":
    case "setopt":
    case "unsetopt":
    case "emulate":
      checkShellOptions(name, args, walk, span);
      return call.draft;
    case "hash":
      checkHashed(args, walk, span);
      return call.draft;
    case "shift":
      scope.positional = args.length === 0 ? scope.positional?.slice(1) : undefined;
      return call.draft;
    case "unset":
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "let":
    case "printf":
    case "wait":
      return setNamed(call, name, args, scope, walk, place);
    default:
      return call.draft;
  }
}

const PREFIXES = /^(?:command|builtin)$/;
const PREFIXES_ZSH = /^(?:command|builtin|noglob|nocorrect|-)$/;

/** `command eval …` and `builtin cd …` reach the builtin itself. */
function stripPrefixes(argv: readonly Word[], dialect: Dialect): readonly Word[] {
  const name = argv[0] ? knownText(argv[0]) : undefined;
  if (name === undefined || !(dialect === "zsh" ? PREFIXES_ZSH : PREFIXES).test(name)) return argv;
  const program = argv.findIndex((word, index) => index > 0 && !knownText(word)?.startsWith("-"));
  return stripPrefixes(program < 0 ? [] : argv.slice(program), dialect);
}

function evaluate(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const [first] = call.draft.argv;
  const texts = args.map(knownText);
  const evaluates = texts.includes(undefined) ? {} : { evaluates: texts.join(" ") };
  emit({ ...call.draft, argv: first ? [first] : [], ...evaluates }, call.node, scope, walk, place);
  runText(args, "eval", call, scope, walk, place);
}

function runText(
  args: readonly Word[],
  name: string,
  call: Call,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const span = spanOf(call.node, place);
  const texts = args.map((arg) => knownText(arg));
  if (texts[0] === "--") texts.shift();
  if (texts.some((text) => text === undefined)) {
    addDoubt(
      walk,
      "unknown-text",
      `${name} runs text that cannot be known: ${args.map(displayText).join(" ")}`,
      span,
    );
    // Whatever it ran may have changed any variable.
    for (const known of scope.variables.keys()) setUnknown(scope, known);
    return;
  }
  walk.walkText(texts.join(" "), scope, inside(place, name, { at: span }));
}

/** The handler runs later, with variables as they are then. */
function trap(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const words = args[0] && knownText(args[0]) === "--" ? args.slice(1) : args;
  const [handler, ...signals] = words;
  const [first] = call.draft.argv;
  const asks = !handler || /^-[lpP]$/.test(knownText(handler) ?? "");
  // The handler is judged by itself, below; in its place stands the command that does nothing.
  const shown =
    asks || !first
      ? call.draft.argv
      : [first, textWord(":", handler), ...(signals.length > 0 ? signals : words)];
  emit({ ...call.draft, argv: shown }, call.node, scope, walk, place);
  if (asks || signals.length === 0 || knownText(handler) === "-") return;
  const later = cloneScope(scope);
  for (const known of later.variables.keys()) setUnknown(later, known);
  const start = new Map(later.variables);
  runText([handler], "trap", call, later, walk, place);
  // It may run between any two commands: what it sets may be set from here on.
  for (const [known, variable] of later.variables)
    if (start.get(known) !== variable) setUnknown(scope, known);
  if (later.replaced !== scope.replaced) {
    const because = "trap: what the commands after it read cannot be known";
    addDoubt(walk, "unknown-text", because, spanOf(call.node, place));
  }
}
