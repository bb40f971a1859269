/** What policy/variables.yaml knows of a variable by its name. */
import type { VariableGroupData, VariablesData } from "./knowledge-data.ts";

export interface Variables {
  readonly danger: (name: string) => VariableGroupData | undefined;
  readonly harmless: (name: string) => boolean;
  /** The shell evaluates what it is set to as arithmetic. */
  readonly integer: (name: string) => boolean;
  /** Showing its value to anybody does no harm. */
  readonly printable: (name: string) => boolean;
  /** The name says that the value is a secret. */
  readonly secret: (name: string) => boolean;
}

export function prepareVariables(data: VariablesData): Variables {
  const danger = names<VariableGroupData>(
    data.dangerous.flatMap((group) => group.names.map((name) => [name, group])),
  );
  const harmless = names<true>(data.harmless.map((name) => [name, true]));
  const integers = new Set(data.integers);
  const printable = names<true>(data.printable.map((name) => [name, true]));
  return {
    danger,
    harmless: (name) => harmless(name) === true,
    integer: (name) => integers.has(name),
    printable: (name) => printable(name) === true,
    secret: (name) => holdsSecretWord(name, data.secretWords),
  };
}

/** Exact names win over prefixes (`LC_*`). */
function names<T>(rows: readonly (readonly [name: string, value: T])[]): (name: string) => T | undefined {
  const exact = new Map(rows.filter(([name]) => !name.endsWith("*")));
  const prefixes = rows
    .filter(([name]) => name.endsWith("*"))
    .map(([name, value]) => [name.slice(0, -1), value] as const);
  return (name) => exact.get(name) ?? prefixes.find(([prefix]) => name.startsWith(prefix))?.[1];
}

/** Anywhere in the name, so that `APIKEY` counts; `PWD` and `OLDPWD` are printable and never get here. */
function holdsSecretWord(name: string, words: readonly string[]): boolean {
  const upper = name.toUpperCase();
  return words.some((word) => upper.includes(word));
}
