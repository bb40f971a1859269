/** The options of one entry as rows: each name once, and names that are names. */
import type { OptionTakes, RoleText, Style } from "../classify/knowledge-data.ts";
import type { SpecSource } from "./knowledge-schema.ts";

export type Complain = (path: readonly PropertyKey[], message: string) => void;

type OptionRow = readonly [name: string, takes: OptionTakes, role: RoleText | ""];

const NOT_FOR_OPTIONS: ReadonlySet<string> = new Set(["argv", "argv-stdin", "assign"]);

export function namesOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((name) => name !== "");
}

/** Flags, options, then the names that only `when` and `recursive` know: those are flags too. */
export function optionRows(
  source: SpecSource,
  path: readonly PropertyKey[],
  complain: Complain,
): readonly OptionRow[] {
  const rows = new Map<string, OptionRow>();
  for (const [name, takes, role, where] of listed(source, path)) {
    if (rows.has(name)) complain(where, `option ${name} is listed twice: keep one`);
    if (NOT_FOR_OPTIONS.has(role)) complain(where, `role "${role}" is for operands only`);
    rows.set(name, [name, takes, role]);
  }
  const implied = [...namesInWhen(source, path, complain)];
  if (source.recursive !== "always") {
    for (const name of namesOf(source.recursive ?? "")) implied.push([name, [...path, "recursive"]]);
  }
  for (const [name] of implied) if (!rows.has(name)) rows.set(name, [name, "nothing", ""]);
  checkWhenOptions(source, path, rows, complain);
  checkNames(rows.keys(), source.style ?? "gnu", path, complain);
  return grouped([...rows.values()]);
}

function grouped(rows: readonly OptionRow[]): readonly OptionRow[] {
  const groups = new Map<string, OptionRow>();
  for (const [name, takes, role] of rows) {
    const names = groups.get(`${takes} ${role}`)?.[0];
    groups.set(`${takes} ${role}`, [names === undefined ? name : `${names} ${name}`, takes, role]);
  }
  return [...groups.values()];
}

function* listed(
  source: SpecSource,
  path: readonly PropertyKey[],
): Iterable<readonly [string, OptionTakes, RoleText | "", readonly PropertyKey[]]> {
  for (const name of namesOf(source.flags ?? "")) yield [name, "nothing", "", [...path, "flags"]];
  for (const [names, role] of Object.entries(source.options ?? {})) {
    for (const name of namesOf(names)) yield [name, "value", role as RoleText, [...path, "options", names]];
  }
  for (const [names, role] of Object.entries(source.optional ?? {})) {
    for (const name of namesOf(names))
      yield [name, "attached", role as RoleText, [...path, "optional", names]];
  }
}

function* namesInWhen(
  source: SpecSource,
  path: readonly PropertyKey[],
  complain: Complain,
): Iterable<readonly [string, readonly PropertyKey[]]> {
  const seen = new Set<string>();
  for (const names of Object.keys(source.when ?? {})) {
    const where = [...path, "when", names];
    // A key with " + " repeats names on purpose: it is about several flags together.
    if (names.includes(" + ")) continue;
    for (const name of namesOf(names)) {
      if (seen.has(name)) complain(where, `option ${name} is listed twice in \`when\`: join the two`);
      seen.add(name);
      yield [name, where];
    }
  }
}

function checkWhenOptions(
  source: SpecSource,
  path: readonly PropertyKey[],
  rows: ReadonlyMap<string, OptionRow>,
  complain: Complain,
): void {
  for (const [names, value] of Object.entries(source.when ?? {})) {
    for (const inner of Object.keys(value.options ?? {}).flatMap(namesOf)) {
      if (rows.get(inner)?.[1] !== "nothing" && rows.has(inner)) continue;
      complain([...path, "when", names, "options"], `${inner} takes no value: list it in \`options\` first`);
    }
  }
}

function checkNames(
  names: Iterable<string>,
  style: Style,
  path: readonly PropertyKey[],
  complain: Complain,
): void {
  for (const name of names) {
    const problem = nameProblem(name, style);
    if (problem !== undefined) complain(path, problem);
  }
}

function nameProblem(name: string, style: Style): string | undefined {
  if (style === "long") return undefined;
  if (style === "raw") return `style raw has no options: remove ${name} or choose another style`;
  if (style === "keyvalue" && name.endsWith("=")) return undefined;
  if (/^[-+]./u.test(name)) return undefined;
  return `"${name}" is not an option name: names begin with a dash and are separated by blanks`;
}
