/** What a shell would know at one point of the line: variables, functions, aliases, arguments and the folder. */
import type { Function as FunctionNode } from "unbash";
import type { Stdin } from "../core/command.ts";
import type { Piece, Word } from "../core/word.ts";

/** One possible value: the pieces of one word. */
export type Value = readonly Piece[];

export interface Variable {
  /** Every value it may have here. Never empty. */
  readonly values: readonly Value[];
  readonly exported: boolean;
  /** An array's elements, where all are known. */
  readonly elements?: readonly Value[] | undefined;
  /** Its values are evaluated as arithmetic. */
  readonly integer?: boolean | undefined;
  /** An array, whether its elements are known or not. */
  readonly array?: boolean | undefined;
  /** A table: what stands in its brackets is a key, not arithmetic. */
  readonly keyed?: boolean | undefined;
}

export interface ShellFunction {
  readonly node: FunctionNode;
  /** Defined only on some ways through the line: the program of that name may run too. */
  readonly certain: boolean;
}

export interface Alias {
  /** Every text it may stand for here. Never empty. */
  readonly texts: readonly Word[];
  /** The shell had it before the line was read; what the line itself defines counts only from the next line on. */
  readonly certain: boolean;
}

export interface Scope {
  variables: Map<string, Variable>;
  functions: Map<string, ShellFunction>;
  aliases: Map<string, Alias>;
  /** $1, $2, …; undefined when they cannot be known. */
  positional: readonly Word[] | undefined;
  /** $0; undefined when it cannot be known. */
  zero: Word | undefined;
  /** Folders the shell may be in; null = cannot be known. Never empty. */
  cwds: readonly (string | null)[];
  /** What `exec <file` took the place of: whoever would read it reads something unknown instead. */
  replaced: ReadonlySet<Stdin>;
}

/** More values than this are not followed: the variable is then unknown. */
export const MAX_VALUES = 24;
const MAX_CWDS = 4;

export function cloneScope(scope: Scope): Scope {
  return {
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    positional: scope.positional,
    zero: scope.zero,
    cwds: scope.cwds,
    replaced: scope.replaced,
  };
}

export function assignScope(target: Scope, source: Scope): void {
  target.variables = source.variables;
  target.functions = source.functions;
  target.aliases = source.aliases;
  target.positional = source.positional;
  target.zero = source.zero;
  target.cwds = source.cwds;
  target.replaced = source.replaced;
}

/** `HOME=/etc; cat ~/x`: a tilde follows the line's own HOME. */
export function homeIn(scope: Scope, outside: { readonly home: string }): Value {
  return onlyValue("HOME", scope) ?? [{ kind: "text", text: outside.home }];
}

/** What the line itself gave the variable, unknown where that may be several things; undefined: it was left alone. */
export function onlyValue(name: string, scope: Scope): Value | undefined {
  const variable = scope.variables.get(name);
  if (!variable) return undefined;
  const [value, ...others] = variable.values;
  const unknown: Value = [{ kind: "unknown", why: "special", text: `$${name}`, splits: false }];
  return value && others.length === 0 ? value : unknown;
}

export function unknownPiece(name: string, text = `$${name}`): Piece {
  return { kind: "unknown", why: "variable", text, name, splits: false };
}

/** Both ways are possible from here on. */
export function joinScopes(a: Scope, b: Scope): Scope {
  const variables = new Map<string, Variable>();
  for (const name of new Set([...a.variables.keys(), ...b.variables.keys()])) {
    variables.set(name, joinVariables(name, a.variables.get(name), b.variables.get(name)));
  }
  const functions = new Map<string, ShellFunction>();
  for (const [name, found] of [...a.functions, ...b.functions]) {
    const both = a.functions.get(name)?.node === b.functions.get(name)?.node;
    functions.set(name, both ? found : { node: found.node, certain: false });
  }
  return {
    variables,
    functions,
    aliases: joinAliases(a.aliases, b.aliases),
    positional: a.positional === b.positional ? a.positional : undefined,
    zero: a.zero === b.zero ? a.zero : undefined,
    cwds: joinCwds(a.cwds, b.cwds),
    replaced: a.replaced === b.replaced ? a.replaced : new Set([...a.replaced, ...b.replaced]),
  };
}

function joinAliases(a: Scope["aliases"], b: Scope["aliases"]): Scope["aliases"] {
  const joined = new Map(a);
  for (const [name, alias] of b) {
    const other = a.get(name);
    if (other !== alias) joined.set(name, other ? mayAlsoStandFor(other, alias.texts) : alias);
  }
  return joined;
}

export function mayAlsoStandFor(alias: Alias, texts: readonly Word[]): Alias {
  return { texts: [...new Set([...alias.texts, ...texts])], certain: false };
}

function joinVariables(name: string, a: Variable | undefined, b: Variable | undefined): Variable {
  if (a && b && a === b) return a;
  const unset: Value = [unknownPiece(name)];
  const values = [...(a?.values ?? [unset]), ...(b?.values ?? [unset])];
  const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  return {
    values: distinct.length > MAX_VALUES ? [unset] : distinct,
    exported: Boolean(a?.exported || b?.exported),
    integer: a?.integer || b?.integer,
    array: a?.array || b?.array,
    keyed: a?.keyed && b?.keyed,
  };
}

export function joinCwds(
  a: readonly (string | null)[],
  b: readonly (string | null)[],
): readonly (string | null)[] {
  if (a === b) return a;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_CWDS ? [null] : all;
}

/** A new value; what was declared of the name stays. */
export function giveValue(
  scope: Scope,
  name: string,
  values: readonly Value[],
  elements?: readonly Value[] | undefined,
): void {
  const before = scope.variables.get(name);
  scope.variables.set(name, {
    values,
    exported: before?.exported ?? false,
    elements,
    integer: before?.integer,
    array: before?.array || elements !== undefined,
    keyed: before?.keyed,
  });
}

/** What a declaration says of a name, beside its value. */
export function markVariable(
  scope: Scope,
  name: string,
  marks: Partial<Pick<Variable, "exported" | "integer" | "array" | "keyed">>,
): void {
  const before = scope.variables.get(name) ?? { values: [[unknownPiece(name)]], exported: false };
  scope.variables.set(name, { ...before, ...marks });
}

/** From here on the value cannot be known; `why` tells where it comes from. */
export function setUnknown(
  scope: Scope,
  name: string,
  why: "variable" | "input" | "arithmetic" = "variable",
): void {
  giveValue(scope, name, [[{ kind: "unknown", why, text: `$${name}`, name, splits: false }]]);
}
