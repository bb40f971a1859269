/** Builtins that change what the rest of the line means: eval, cd, export, read, set, alias, trap and their like. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import { displayText, isUnknown, knownText, textWord, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { declare } from "./declare.ts";
import { type Draft, emit } from "./emit.ts";
import { forgetNamed } from "./forget-named.ts";
import { cloneScope, type Scope, setUnknown, type Value } from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export interface Call {
  readonly draft: Draft;
  readonly node: SyntaxCommand;
  /** `export A=1`: what stands between the words as an assignment. */
  readonly declarations: readonly {
    part: SyntaxAssignment;
    values: { readonly values: readonly Value[]; readonly elements?: readonly Value[] };
  }[];
}

/** "done": the command is fully dealt with; else what is still to be written down. */
export function runBuiltin(call: Call, scope: Scope, walk: Walk, place: Place): "done" | Draft {
  const argv = stripPrefixes(call.draft.argv);
  const name = argv[0] ? knownText(argv[0]) : undefined;
  const args = argv.slice(1);
  if (name !== undefined && EVALUATES_SUBSCRIPTS.has(name)) checkSubscripts(name, args, call, walk, place);
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
    case "alias":
      defineAliases(call, args, scope, walk, place);
      return call.draft;
    case "set":
      setPositional(args, scope);
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
      return forgetNamed(call, name, args, scope, walk, place);
    default:
      return call.draft;
  }
}

/** They evaluate what stands between the brackets of a name: `test -v 'a[$(rm f)]'` runs rm. */
const EVALUATES_SUBSCRIPTS: ReadonlySet<string> = new Set(
  "test [ declare typeset local export readonly unset read printf let mapfile readarray getopts wait".split(
    " ",
  ),
);

function checkSubscripts(name: string, args: readonly Word[], call: Call, walk: Walk, place: Place): void {
  const hidden = args.map(displayText).find((text) => /\[[^\]]*(?:\$\(|`|\$\{)/.test(text));
  if (hidden === undefined) return;
  addDoubt(walk, "unknown-text", `${name} evaluates the subscript in ${hidden}`, spanOf(call.node, place));
}

/** `command eval …` and `builtin cd …` reach the builtin itself. */
function stripPrefixes(argv: readonly Word[]): readonly Word[] {
  const name = argv[0] ? knownText(argv[0]) : undefined;
  if (name !== "command" && name !== "builtin") return argv;
  const next = argv[1] ? knownText(argv[1]) : undefined;
  return next?.startsWith("-") ? stripPrefixes(argv.slice(2)) : stripPrefixes(argv.slice(1));
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
}

function defineAliases(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  for (const arg of args) {
    const [head, ...rest] = arg.pieces;
    const match = head?.kind === "text" ? /^([^=]+)=([\s\S]*)$/.exec(head.text) : undefined;
    if (match?.[1]) {
      const pieces = [{ kind: "text", text: match[2] ?? "" } as const, ...rest];
      scope.aliases.set(match[1], { ...arg, pieces });
    } else if (isUnknown(arg)) {
      addDoubt(walk, "redefinition", "an alias is defined that cannot be known", spanOf(call.node, place));
    }
  }
}

function setPositional(args: readonly Word[], scope: Scope): void {
  const dashes = args.findIndex((arg) => knownText(arg) === "--");
  const before = dashes < 0 ? args : args.slice(0, dashes);
  // `set a -- b` sets three arguments, and a word that cannot be known may be one.
  if (before.some((arg) => !/^[-+]/.test(knownText(arg) ?? ""))) scope.positional = undefined;
  else if (dashes >= 0) scope.positional = args.slice(dashes + 1);
}
