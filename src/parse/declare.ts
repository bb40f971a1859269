/** export, declare, typeset, local, readonly: assignments in the clothes of a command. */
import type { Assignment } from "../core/command.ts";
import { knownPrefix, knownText, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import { checkCompound } from "./compound-value.ts";
import { emit } from "./emit.ts";
import { makeWord, withoutLead } from "./make-word.ts";
import { markVariable, type Scope, unknownPiece, type Value, type Variable } from "./scope.ts";
import { setVariable } from "./set-variable.ts";
import { addDoubt, type Place, type Span, spanOf, type Walk } from "./walk-state.ts";

/** One call on its way. */
interface Declaring {
  readonly name: string;
  /** What its options say of every name. */
  readonly marks: Partial<Pick<Variable, "exported" | "integer" | "array" | "keyed">>;
  readonly assignments: Assignment[];
  /** Inside a function its names are new ones, and empty. */
  readonly local: boolean;
  /** The shell itself cannot change them any more: after a `cd` PWD is what it was. */
  readonly readonly: boolean;
  readonly scope: Scope;
  readonly walk: Walk;
  readonly span: Span;
}

export function declare(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const flags = args.map((arg) => knownText(arg) ?? "").filter((text) => /^[-+]/.test(text));
  const span = spanOf(call.node, place);
  const assignments: Assignment[] = [...call.draft.assignments];
  const local = isLocal(name, flags, place);
  const readonly = name === "readonly" || flags.some((flag) => /^-[A-Za-z]*r/.test(flag));
  const declaring = {
    name,
    marks: marksOf(name, flags, local, walk),
    assignments,
    local,
    readonly,
    scope,
    walk,
    span,
  };
  for (const { part, values } of call.declarations) {
    markVariable(scope, part.name, declaring.marks);
    if (part.value.type === "ArrayValue") markVariable(scope, part.name, { array: true });
    else checkCompound(name, part.name, part.append ? "append" : "set", values.values, scope, walk, span);
    assignments.push(...setVariable({ name: part.name, ...values }, scope, walk, span));
  }
  for (const arg of args) declareWord(arg, declaring);
  const words = call.declarations.flatMap(({ part, values }) =>
    values.values.map((value) => makeWord([{ kind: "text", text: `${part.name}=` }, ...value], span)),
  );
  // -l and -u change the letters of every value that the name gets from here on; -T ties two names.
  if (flags.some((flag) => /^-[A-Za-z]*[nflucT]/.test(flag))) {
    addDoubt(walk, "redefinition", `${name} makes a name stand for something else`, span);
  }
  const [first] = call.draft.argv;
  const argv = first ? [first, ...args, ...words] : [];
  emit({ ...call.draft, argv, assignments }, call.node, scope, walk, place);
}

/** `declare -A m=([key]=1)`: what m is counts before its value is read. */
export function markTables(
  argv: readonly Word[],
  declared: readonly { readonly name: string }[],
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const [name = "", ...texts] = argv.map((word) => knownText(word) ?? "");
  const flags = texts.filter((text) => /^[-+]/.test(text));
  const { keyed } = marksOf(name, flags, isLocal(name, flags, place), walk);
  if (keyed) for (const one of declared) markVariable(scope, one.name, { keyed });
}

function isLocal(name: string, flags: readonly string[], { nesting }: Place): boolean {
  const changes =
    name === "local" || ((name === "declare" || name === "typeset") && !flags.some(isElsewhere));
  return changes && nesting.some((step) => step.startsWith("function "));
}

/** -g is about the name outside; -p and -f only show. */
function isElsewhere(flag: string): boolean {
  return /^-[A-Za-z]*[gpfF]/.test(flag);
}

function marksOf(name: string, flags: readonly string[], local: boolean, walk: Walk): Declaring["marks"] {
  const has = (letters: string) => flags.some((flag) => new RegExp(`^-[A-Za-z]*[${letters}]`).test(flag));
  return {
    ...(name === "export" || has("x") ? { exported: true } : {}),
    ...(has(walk.dialect === "zsh" ? "iFE" : "i") ? { integer: true } : {}),
    ...(has("aA") ? { array: true } : {}),
    // Where the shell has lived before, the name may be a list already, and stays one.
    ...(has("A") && (local || walk.text === "script") ? { keyed: true } : {}),
  };
}

/** `export "A=b"`, `export A`, `declare 'a[0]=x'`. */
function declareWord(arg: Word, declaring: Declaring): void {
  const { name, marks, assignments, scope, walk, span } = declaring;
  const lead = knownPrefix(arg);
  const match = /^([A-Za-z_]\w*)(\[[\s\S]*?\])?(\+?=)/.exec(lead);
  const whole = knownText(arg);
  if (!match?.[1]) {
    if (whole === undefined) {
      addDoubt(walk, "unknown-text", "a variable is set whose name cannot be known", span);
    } else if (/^[A-Za-z_]\w*$/.test(whole)) declareName(whole, declaring);
    return;
  }
  markVariable(scope, match[1], marks);
  const value: Value = withoutLead(arg, match[0].length);
  const way = match[3] === "+=" ? "append" : "set";
  if (match[2] === undefined) checkCompound(name, match[1], way, [value], scope, walk, span);
  // An element or an addition changes a part of the value.
  const part = match[2] !== undefined || way === "append";
  const values = part ? [[unknownPiece(match[1])]] : [value];
  assignments.push(...setVariable({ name: match[1], values }, scope, walk, span));
}

/** Without a value: only what is said of the name changes. */
function declareName(variable: string, declaring: Declaring): void {
  const { marks, assignments, local, readonly, scope, walk, span } = declaring;
  const before = scope.variables.get(variable);
  const frozen = readonly && KNOWN_OUTSIDE.has(variable);
  if (frozen || (local && (before || KNOWN_OUTSIDE.has(variable)))) {
    // A plain sh keeps what was there.
    const old = before?.values ?? [[unknownPiece(variable)]];
    assignments.push(
      ...setVariable({ name: variable, values: local ? [[], ...old] : old }, scope, walk, span),
    );
    markVariable(scope, variable, marks);
    return;
  }
  const marked = marks.integer || marks.array;
  if (before || marked) markVariable(scope, variable, marks);
  if (!before || !marks.exported) return;
  assignments.push(...setVariable({ name: variable, values: before.values }, scope, walk, span));
}

/** Names whose value is known although the line gave them none. */
const KNOWN_OUTSIDE: ReadonlySet<string> = new Set(["HOME", "PWD", "OLDPWD"]);
