/** One checked entry -> compact data, with the checks that look at several fields at once. */
import type { FragmentData, OperandsData, RoleText, SpecData, WhenData } from "../classify/knowledge-data.ts";
import type { SpecSource, WhenSource } from "./knowledge-schema.ts";
import { type Complain, namesOf, optionRows } from "./option-rows.ts";

const LAST_ONLY: ReadonlySet<string> = new Set(["argv", "argv-stdin", "shell"]);
const NOT_FOR_OPERANDS: ReadonlySet<string> = new Set([
  "exec",
  "split",
  "cwd",
  "replace",
  "separator",
  "most",
]);

export function compileSpec(source: SpecSource, path: readonly PropertyKey[], complain: Complain): SpecData {
  const options = optionRows(source, path, complain);
  const compiled = Object.entries(source.when ?? {}).map(
    ([key, value]) => [groupsOf(key), compileWhen(value, [...path, "when", key], complain)] as const,
  );
  const when = compiled.flatMap(([[names = [], ...more], value]) =>
    more.length === 0 ? [[names, value] as const] : [],
  );
  const together = compiled.filter(([groups]) => groups.length > 1);
  checkWithout(source, path, complain);
  return withoutGaps({
    about: source.about,
    ...compileFragment(source),
    operands: compileOperands(source.operands, [...path, "operands"], complain),
    minOperands: source.minOperands,
    without: source.without === undefined ? undefined : compileFragment(source.without),
    options: options.length === 0 ? undefined : options,
    when: when.length === 0 ? undefined : when,
    together: together.length === 0 ? undefined : together,
    recursive: source.recursive === "always" ? "always" : optionalNames(source.recursive),
    style: source.style,
    otherOptions: source.otherOptions === "harmless" ? "harmless" : undefined,
    prints: source.prints,
    keeps: optionalNames(source.keeps),
    splits: source.splits,
    words: optionalNames(source.words),
    responseFiles: source.responseFiles === undefined ? undefined : true,
    confirm: source.confirm === "none" ? [] : source.confirm,
    instead: source.instead,
    ...compileChildren(source, path, complain),
  });
}

/** `-i --in-place + -e -f`: one of each group. */
function groupsOf(key: string): readonly (readonly string[])[] {
  return key.split(" + ").map(namesOf);
}

type Gappy<T> = { readonly [K in keyof T]: T[K] | undefined };

/** Fields without a value take no room in the compiled file. */
function withoutGaps<T extends object>(fields: Gappy<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function optionalNames(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : namesOf(text);
}

function checkWithout(source: SpecSource, path: readonly PropertyKey[], complain: Complain): void {
  if (source.minOperands !== undefined && source.without === undefined) {
    complain([...path, "minOperands"], "needs `without`: say what happens with fewer operands");
  }
  if (source.without !== undefined && source.minOperands === undefined) {
    complain([...path, "without"], "needs `minOperands`: say below how many operands it holds");
  }
}

function compileFragment(source: Pick<SpecSource, "does" | "because" | "runs">): FragmentData {
  return withoutGaps<FragmentData>({ does: source.does, because: source.because, runs: source.runs });
}

function compileWhen(source: WhenSource, path: readonly PropertyKey[], complain: Complain): WhenData {
  const options = Object.entries(source.options ?? {}).flatMap(([names, role]) =>
    namesOf(names).map((name) => [name, role as RoleText] as const),
  );
  return withoutGaps<WhenData>({
    ...compileFragment(source),
    operands: compileOperands(source.operands, [...path, "operands"], complain),
    minOperands: source.minOperands,
    recursive: source.recursive === undefined ? undefined : true,
    always: source.always === undefined ? undefined : true,
    alone: source.alone === undefined ? undefined : true,
    instead: source.instead,
    prints: source.prints,
    keeps: optionalNames(source.keeps),
    splits: source.splits,
    options: options.length === 0 ? undefined : options,
  });
}

function compileOperands(
  source: string | readonly string[] | undefined,
  path: readonly PropertyKey[],
  complain: Complain,
): OperandsData | undefined {
  if (source === undefined) return undefined;
  const roles = typeof source === "string" ? [`${source.replace(/\.\.\.$/u, "")}...`] : source;
  const at = roles.findIndex((role) => role.endsWith("..."));
  const plain = roles.map((role) => role.replace(/\.\.\.$/u, "") as RoleText);
  for (const [index, role] of plain.entries()) {
    if (NOT_FOR_OPERANDS.has(role)) complain(path, `role "${role}" is for option values only`);
    if (LAST_ONLY.has(role) && index !== plain.length - 1) {
      complain(path, `role "${role}" takes all that follows: put it last`);
    }
  }
  if (at < 0) return { head: plain, tail: [] };
  return { head: plain.slice(0, at), rest: plain[at] as RoleText, tail: plain.slice(at + 1) };
}

function compileChildren(
  source: SpecSource,
  path: readonly PropertyKey[],
  complain: Complain,
): Pick<SpecData, "subcommands" | "otherwise"> {
  const seen = new Set<string>();
  const subcommands = Object.entries(source.subcommands ?? {}).map(([key, child]) => {
    const names = key.split("|").map((name) => name.trim());
    for (const name of names) {
      if (seen.has(name))
        complain([...path, "subcommands", key], `sub-command ${name} is defined twice: keep one`);
      if (name === "" || /\s/u.test(name)) {
        complain(
          [...path, "subcommands", key],
          `"${name}" is no sub-command name: nest deeper ones with \`subcommands\``,
        );
      }
      seen.add(name);
    }
    return [names, compileSpec(child, [...path, "subcommands", key], complain)] as const;
  });
  return withoutGaps<Pick<SpecData, "subcommands" | "otherwise">>({
    subcommands: subcommands.length === 0 ? undefined : subcommands,
    otherwise:
      source.otherwise === undefined
        ? undefined
        : compileSpec(source.otherwise, [...path, "otherwise"], complain),
  });
}
