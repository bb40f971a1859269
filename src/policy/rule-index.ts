/** Most rules name their program: look only at those that could match, so that long policies stay fast. */
import type { Rule, Subject } from "./policy.ts";

interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly Rule[]>;
  /** Rules with wildcards, paths, or no program at all: they could match anything. */
  readonly anyProgram: readonly Rule[];
  readonly order: ReadonlyMap<Rule, number>;
}

const indexes = new WeakMap<readonly Rule[], RuleIndex>();

/** In the order of the files. A program whose name is not known could be any of them. */
export function candidates(rules: readonly Rule[], { classified }: Subject): readonly Rule[] {
  const name = classified.program?.name;
  if (name === undefined || rules.length === 0) return rules;
  const { byName, anyProgram, order } = indexOf(rules);
  const named = byName.get(name.toLowerCase());
  if (!named) return anyProgram;
  return [...named, ...anyProgram].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

function indexOf(rules: readonly Rule[]): RuleIndex {
  const known = indexes.get(rules);
  if (known) return known;
  const byName = new Map<string, Rule[]>();
  const anyProgram: Rule[] = [];
  for (const rule of rules) {
    const names = exactNames(rule);
    if (!names) anyProgram.push(rule);
    for (const name of names ?? []) byName.set(name, [...(byName.get(name) ?? []), rule]);
  }
  const index = { byName, anyProgram, order: new Map(rules.map((rule, at) => [rule, at])) };
  indexes.set(rules, index);
  return index;
}

/** Undefined when any way of matching is not bound to plain names. */
function exactNames({ match }: Rule): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { programs } of match) {
    if (programs.length === 0) return undefined;
    for (const program of programs) {
      if (program.kind !== "name" || program.parts.length !== 1) return undefined;
      names.add((program.parts[0] ?? "").toLowerCase());
    }
  }
  return names;
}
