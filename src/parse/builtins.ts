/** Builtins that change what the rest of the line means: eval, cd, export, read, set, alias, trap and their like. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import type { Assignment } from "../core/command.ts";
import { displayText, isUnknown, knownText, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { type Draft, emit } from "./emit.ts";
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

/** "done": the command is fully dealt with. "go on": it is still to be written down as it stands. */
export function runBuiltin(call: Call, scope: Scope, walk: Walk, place: Place): "done" | "go on" {
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
      return "go on";
    case "set":
      setPositional(args, scope);
      return "go on";
    case "shift":
      scope.positional = args.length === 0 ? scope.positional?.slice(1) : undefined;
      return "go on";
    case "unset":
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "let":
    case "printf":
      forgetNamed(call, name, args, scope, walk, place);
      return "go on";
    default:
      return "go on";
  }
}

/** They evaluate what stands between the brackets of a name: `test -v 'a[$(rm f)]'` runs rm. */
const EVALUATES_SUBSCRIPTS: ReadonlySet<string> = new Set(
  "test [ declare typeset local export readonly unset read printf let mapfile readarray getopts wait".split(" "),
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
  emit({ ...call.draft, argv: first ? [first] : [] }, call.node, scope, walk, place);
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
    addDoubt(walk, "unknown-text", `${name} runs text that cannot be known: ${args.map(displayText).join(" ")}`, span);
    // Whatever it ran may have changed any variable.
    for (const known of scope.variables.keys()) setUnknown(scope, known);
    return;
  }
  walk.walkText(texts.join(" "), scope, inside(place, name, { at: span }));
}

/** The handler runs later, with variables as they are then. */
function trap(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const [first] = call.draft.argv;
  emit({ ...call.draft, argv: first ? [first, ...args.slice(1)] : [] }, call.node, scope, walk, place);
  const words = args[0] && knownText(args[0]) === "--" ? args.slice(1) : args;
  const [handler] = words;
  if (words.length < 2 || !handler || /^-[lp]?$/.test(knownText(handler) ?? "")) return;
  const later = cloneScope(scope);
  for (const known of later.variables.keys()) setUnknown(later, known);
  runText([handler], "trap", call, later, walk, place);
}

function declare(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const flags = args.map((arg) => knownText(arg)).filter((text) => text !== undefined && /^[-+]/.test(text));
  const exported = name === "export" || flags.some((flag) => /^-[A-Za-z]*x/.test(flag ?? ""));
  const span = spanOf(call.node, place);
  const assignments: Assignment[] = [...call.draft.assignments];
  const set = (variable: string, values: readonly Value[], elements?: readonly Value[]) => {
    const reach = exported || (scope.variables.get(variable)?.exported ?? false);
    scope.variables.set(variable, { values, exported: reach, ...(elements ? { elements } : {}) });
    for (const pieces of values) {
      assignments.push({ name: variable, values: [{ pieces, ...span }], exported: reach, ...span });
    }
  };
  for (const { part, values } of call.declarations) set(part.name, values.values, values.elements);
  const rest = args.filter((arg) => !declareWord(arg, exported, scope, walk, place, call, set));
  if (flags.some((flag) => /^-[A-Za-z]*[nf]/.test(flag ?? ""))) {
    addDoubt(walk, "redefinition", `${name} makes a name stand for something else`, span);
  }
  const [first] = call.draft.argv;
  emit({ ...call.draft, argv: first ? [first, ...rest] : [], assignments }, call.node, scope, walk, place);
}

/** `export "A=b"`, `export A`: true when the word was an assignment or a name. */
function declareWord(
  arg: Word,
  exported: boolean,
  scope: Scope,
  walk: Walk,
  place: Place,
  call: Call,
  set: (variable: string, values: readonly Value[]) => void,
): boolean {
  const [head] = arg.pieces;
  const match = head?.kind === "text" ? /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(head.text) : undefined;
  if (!match?.[1]) {
    if (isUnknown(arg)) {
      addDoubt(walk, "unknown-text", "a variable is set whose name cannot be known", spanOf(call.node, place));
    }
    return false;
  }
  if (match[2] !== undefined) {
    set(match[1], [[{ kind: "text", text: match[2] }, ...arg.pieces.slice(1)]]);
    return true;
  }
  const before = scope.variables.get(match[1]);
  if (before && exported) scope.variables.set(match[1], { ...before, exported: true });
  if (before && exported) set(match[1], before.values);
  return true;
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
  if (dashes >= 0) scope.positional = args.slice(dashes + 1);
  else if (args.some((arg) => !/^[-+]/.test(knownText(arg) ?? ""))) scope.positional = undefined;
}

/** These give variables values that come from outside; for `unset` the old value is gone. */
function forgetNamed(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const words = name === "printf" ? printfTarget(args) : args;
  for (const word of words) {
    const text = knownText(word);
    if (text === undefined) {
      if (name === "printf" || name === "getopts") continue;
      for (const known of scope.variables.keys()) setUnknown(scope, known);
      continue;
    }
    if (/[`$[]/.test(text)) {
      addDoubt(walk, "unknown-text", `${name} evaluates the subscript in ${text}`, spanOf(call.node, place));
    }
    for (const variable of text.match(/[A-Za-z_]\w*/g) ?? []) setUnknown(scope, variable, "input");
    const shadow = name === "unset" ? scope.functions.get(text) : undefined;
    if (shadow) scope.functions.set(text, { ...shadow, certain: false });
  }
  // read without a name fills REPLY, mapfile MAPFILE.
  setUnknown(scope, name === "read" ? "REPLY" : "MAPFILE", "input");
}

function printfTarget(args: readonly Word[]): readonly Word[] {
  const flag = args.findIndex((arg) => knownText(arg) === "-v");
  const target = flag === 0 ? args[1] : undefined;
  return target ? [target] : [];
}
