/** Data of one entry -> maps for one look-up per option. Runs once per program and process. */
import type { EffectKind } from "../core/effect.ts";
import type { Operands, Option, Role, Spec, SpecTable, When } from "./knowledge.ts";
import type { OperandsData, PlainRole, RoleText, SpecData, WhenData } from "./knowledge-data.ts";

const roles = new Map<string, Role>();
const NO_OPTIONS: ReadonlyMap<string, Role> = new Map();

export function roleOf(text: RoleText): Role {
  const ready = roles.get(text);
  if (ready !== undefined) return ready;
  const made = makeRole(text);
  roles.set(text, made);
  return made;
}

function makeRole(text: RoleText): Role {
  if (text.startsWith("code:")) return { name: "code", language: text.slice("code:".length) };
  if (text.startsWith("code-or-file:")) {
    return { name: "code", language: text.slice("code-or-file:".length), orFile: true };
  }
  if (text.startsWith("thing:")) {
    return { name: "thing", language: "", effect: text.slice("thing:".length) as EffectKind };
  }
  if (text.startsWith("named:")) return { ...makeRole(text.slice("named:".length) as RoleText), named: true };
  return { name: text as PlainRole, language: "" };
}

const TEXT_OPERANDS: Operands = prepareOperands({ head: [], rest: "text", tail: [] });

function prepareOperands(data: OperandsData): Operands {
  const head = data.head.map(roleOf);
  const tail = data.tail.map(roleOf);
  const rest = data.rest === undefined ? undefined : roleOf(data.rest);
  const distinct = [...new Set([...head, ...(rest === undefined ? [] : [rest]), ...tail])];
  return rest === undefined ? { head, tail, distinct } : { head, rest, tail, distinct };
}

function prepareWhen(data: WhenData): When {
  return {
    does: data.does ?? [],
    runsStdin: data.runs === "stdin",
    ...(data.operands === undefined ? {} : { operands: prepareOperands(data.operands) }),
    ...(data.minOperands === undefined ? {} : { minOperands: data.minOperands }),
    recursive: data.recursive === true,
    always: data.always === true,
    alone: data.alone === true,
    ...(data.because === undefined ? {} : { because: data.because }),
    ...(data.instead === undefined ? {} : { instead: data.instead }),
    ...(data.prints === undefined ? {} : { prints: data.prints }),
    keeps: data.keeps ?? [],
    ...(data.splits === undefined ? {} : { splits: data.splits }),
    options:
      data.options === undefined
        ? NO_OPTIONS
        : new Map(data.options.map(([name, role]) => [name, roleOf(role)] as const)),
  };
}

function prepareOptions(data: SpecData): ReadonlyMap<string, Option> {
  const whens = new Map<string, When>();
  for (const [names, when] of data.when ?? []) {
    const prepared = prepareWhen(when);
    for (const name of names) whens.set(name, prepared);
  }
  const recursive = new Set(data.recursive === "always" ? [] : data.recursive);
  const options = new Map<string, Option>();
  for (const [names, takes, role] of data.options ?? []) {
    const played = role === "" ? {} : { role: roleOf(role) };
    for (const name of names.split(" ")) {
      const when = whens.get(name);
      const changed = when === undefined ? {} : { when };
      options.set(name, { name, takes, recursive: recursive.has(name), ...played, ...changed });
    }
  }
  return options;
}

/** Sub-commands inherit what docs/KNOWLEDGE.md says they do: confirm, and the style unless it is posix. */
export function prepareSpec(data: SpecData, label: string, parent: SpecData | undefined): Spec {
  const inherited = parent?.style === "posix" ? undefined : parent?.style;
  const own: SpecData = {
    ...data,
    ...(data.style === undefined && inherited !== undefined ? { style: inherited } : {}),
    ...(data.confirm === undefined && parent?.confirm !== undefined ? { confirm: parent.confirm } : {}),
  };
  const options = prepareOptions(own);
  return {
    label,
    ...prepareNotes(own),
    style: own.style ?? "gnu",
    does: own.does ?? [],
    runsStdin: own.runs === "stdin",
    operands: own.operands === undefined ? TEXT_OPERANDS : prepareOperands(own.operands),
    minOperands: own.minOperands ?? 0,
    ...(own.without === undefined ? {} : { without: own.without }),
    options,
    together: (own.together ?? []).map(([groups, when]) => ({
      groups: groups.map((names) => new Set(names)),
      when: prepareWhen(when),
    })),
    longNames: [...options.keys()].filter((name) => name.startsWith("--")),
    alwaysRecursive: own.recursive === "always",
    otherOptions: own.otherOptions ?? "ask",
    ...(own.prints === undefined ? {} : { prints: own.prints }),
    ...(own.keeps === undefined ? {} : { keeps: new Set(own.keeps) }),
    ...(own.splits === undefined ? {} : { splits: own.splits }),
    words: new Set(own.words),
    responseFiles: own.responseFiles === true,
    ...prepareChildren(own, label),
  };
}

/** What is said to people. */
function prepareNotes(own: SpecData): Pick<Spec, "about" | "because" | "confirm" | "instead"> {
  return {
    ...(own.because === undefined ? {} : { because: own.because }),
    ...(own.about === undefined ? {} : { about: own.about }),
    ...(own.confirm === undefined ? {} : { confirm: own.confirm }),
    ...(own.instead === undefined ? {} : { instead: own.instead }),
  };
}

/** Prepared when they are asked for: a tree of verbs with many names each is far larger than what one line uses. */
function prepareChildren(own: SpecData, label: string): Pick<Spec, "subcommands" | "otherwise"> {
  return {
    ...(own.subcommands === undefined ? {} : { subcommands: lazySpecs(own.subcommands, own, label) }),
    ...(own.otherwise === undefined ? {} : { otherwise: prepareSpec(own.otherwise, label, own) }),
  };
}

function lazySpecs(data: NonNullable<SpecData["subcommands"]>, parent: SpecData, label: string): SpecTable {
  const sources = new Map<string, SpecData>();
  for (const [names, child] of data) for (const name of names) sources.set(name, child);
  const prepared = new Map<string, Spec>();
  return {
    get: (name) => {
      const source = sources.get(name);
      if (source === undefined) return undefined;
      const spec = prepared.get(name) ?? prepareSpec(source, `${label} ${name}`, parent);
      prepared.set(name, spec);
      return spec;
    },
  };
}
