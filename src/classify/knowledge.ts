/** The knowledge base in the form that classify works with: maps that are ready, specs that are prepared on first use. */
import type { EffectKind } from "../core/effect.ts";
import type {
  FragmentData,
  KnowledgeData,
  KnowledgeFile,
  OptionTakes,
  PlainRole,
  Printed,
  SpecData,
  Style,
  VariablesData,
} from "./knowledge-data.ts";
import { prepareSpec } from "./prepare-spec.ts";
import { prepareVariables, type Variables } from "./variables.ts";

export interface Role {
  readonly name: PlainRole | "code" | "thing";
  /** The language of `code:LANG`; empty elsewhere. */
  readonly language: string;
  /** The kind of `thing:KIND`. */
  readonly effect?: EffectKind;
  /** The word may be a file's name as well as code. */
  readonly orFile?: true;
  /** The value comes after a name: `--arg NAME VALUE`. */
  readonly named?: true;
}

export interface Operands {
  readonly head: readonly Role[];
  readonly rest?: Role;
  readonly tail: readonly Role[];
  /** Every role once, for operands whose place is not certain. */
  readonly distinct: readonly Role[];
}

export interface When {
  readonly does: readonly EffectKind[];
  readonly runsStdin: boolean;
  readonly operands?: Operands;
  readonly minOperands?: number;
  readonly recursive: boolean;
  /** Its operands hold whatever other flags say. */
  readonly always: boolean;
  /** As the only argument it has no effect but its own. */
  readonly alone: boolean;
  readonly because?: string;
  readonly instead?: string;
  readonly prints?: Printed | "text";
  readonly keeps: readonly string[];
  readonly splits?: "nul" | "unknown";
  readonly options: ReadonlyMap<string, Role>;
}

export interface Option {
  readonly name: string;
  readonly takes: OptionTakes;
  readonly role?: Role;
  readonly recursive: boolean;
  readonly when?: When;
}

/** Holds when one option of each group is used. */
export interface Together {
  readonly groups: readonly ReadonlySet<string>[];
  readonly when: When;
}

export interface Spec {
  /** "git push": the names on the way down. */
  readonly label: string;
  /** What it is for, in one line for people. */
  readonly about?: string;
  readonly because?: string;
  readonly style: Style;
  readonly does: readonly EffectKind[];
  readonly runsStdin: boolean;
  readonly operands: Operands;
  readonly minOperands: number;
  readonly without?: FragmentData;
  readonly options: ReadonlyMap<string, Option>;
  readonly together: readonly Together[];
  readonly longNames: readonly string[];
  readonly alwaysRecursive: boolean;
  readonly otherOptions: "ask" | "harmless";
  readonly prints?: Printed;
  readonly keeps?: ReadonlySet<string>;
  readonly splits?: "words";
  readonly words: ReadonlySet<string>;
  readonly responseFiles: boolean;
  readonly confirm?: readonly string[];
  readonly instead?: string;
  readonly subcommands?: SpecTable;
  readonly otherwise?: Spec;
}

export interface SpecTable {
  get(name: string): Spec | undefined;
}

export interface Knowledge {
  /** The spec of a program by its base name. */
  readonly spec: (name: string) => Spec | undefined;
  /** The names of all programs that it knows, as keys. */
  readonly programs: ReadonlyMap<string, unknown>;
  readonly variables: Variables;
}

export function toKnowledge(data: KnowledgeData): Knowledge {
  const sources = new Map<string, SpecData>();
  for (const [names, spec] of data.programs) for (const name of names) sources.set(name, spec);
  return knowledgeOf(sources, (spec) => spec, data.variables);
}

export function fileToKnowledge(file: KnowledgeFile): Knowledge {
  const sources = new Map<string, string>();
  for (let at = 0; at + 1 < file.programs.length; at += 2) {
    const spec = file.programs[at + 1] as string;
    for (const name of (file.programs[at] as string).split(" ")) sources.set(name, spec);
  }
  return knowledgeOf(sources, (text) => JSON.parse(text) as SpecData, file.variables);
}

function knowledgeOf<T>(
  sources: ReadonlyMap<string, T>,
  read: (source: T) => SpecData,
  variables: VariablesData,
): Knowledge {
  const prepared = new Map<string, Spec>();
  const spec = (name: string): Spec | undefined => {
    const ready = prepared.get(name);
    if (ready !== undefined) return ready;
    const source = sources.get(name);
    if (source === undefined) return undefined;
    const made = prepareSpec(read(source), name, undefined);
    prepared.set(name, made);
    return made;
  };
  return { spec, programs: sources, variables: prepareVariables(variables) };
}
