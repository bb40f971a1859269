/** The compiled knowledge base: what the build writes and the loader reads. Lists of pairs, so that no name can hit a prototype. */
import type { EffectKind } from "../core/effect.ts";

export const STYLES = ["gnu", "posix", "long", "keyvalue", "raw", "bundle"] as const;
export type Style = (typeof STYLES)[number];

export const PLAIN_ROLES = [
  "text",
  "print",
  "read",
  "list",
  "search",
  "write",
  "delete",
  "modify",
  "move",
  "execute",
  "host",
  "cwd",
  "argv",
  "argv-stdin",
  "assign",
  "split",
  "shell",
  "sh-text",
  "bash-text",
  "zsh-text",
  "fish-text",
  "program",
  "exec",
  "replace",
  "task",
  "process",
  "variable",
  "sets",
  "name",
] as const;
export type PlainRole = (typeof PLAIN_ROLES)[number];

/** `code:LANG`, `thing:KIND` and `named:ROLE` beside the plain ones. */
export type RoleText = PlainRole | `code:${string}` | `thing:${EffectKind}` | `named:${PlainRole}`;

/** Roles in order: `head` first, `rest` may repeat, `tail` takes the last ones. */
export interface OperandsData {
  readonly head: readonly RoleText[];
  readonly rest?: RoleText;
  readonly tail: readonly RoleText[];
}

export interface FragmentData {
  readonly does?: readonly EffectKind[];
  readonly runs?: "stdin";
}

export interface WhenData extends FragmentData {
  readonly operands?: OperandsData;
  readonly minOperands?: number;
  readonly recursive?: true;
  /** Its operands hold whatever other flags say. */
  readonly always?: true;
  readonly because?: string;
  readonly instead?: string;
  readonly prints?: "paths" | "text";
  /** Roles of options that are different under this flag. */
  readonly options?: readonly (readonly [name: string, role: RoleText])[];
}

export type OptionTakes = "nothing" | "value" | "attached";

export interface SpecData extends FragmentData {
  readonly about?: string;
  readonly operands?: OperandsData;
  readonly minOperands?: number;
  readonly without?: FragmentData;
  /** Names separated by blanks: one row for all that are alike keeps the file small. */
  readonly options?: readonly (readonly [names: string, takes: OptionTakes, role: RoleText | ""])[];
  readonly when?: readonly (readonly [names: readonly string[], when: WhenData])[];
  /** Flags that change the meaning only together: one of each group. */
  readonly together?: readonly (readonly [groups: readonly (readonly string[])[], when: WhenData])[];
  readonly recursive?: "always" | readonly string[];
  readonly style?: Style;
  readonly otherOptions?: "harmless";
  readonly prints?: "paths";
  readonly confirm?: readonly string[];
  readonly instead?: string;
  readonly subcommands?: readonly (readonly [names: readonly string[], spec: SpecData])[];
  readonly otherwise?: SpecData;
}

export interface VariableGroupData {
  readonly effect: "execute" | "tamper";
  readonly reason: string;
  /** Exact names, or a prefix followed by `*`. */
  readonly names: readonly string[];
  /** Values that do no harm; `~` stands for the home folder. */
  readonly harmlessValues: readonly string[];
}

export interface VariablesData {
  readonly dangerous: readonly VariableGroupData[];
  readonly harmless: readonly string[];
  /** Variables whose value may be shown to anybody. */
  readonly printable: readonly string[];
  /** A part of a name (between underscores) that says "secret". */
  readonly secretWords: readonly string[];
}

export interface KnowledgeData {
  readonly version: 1;
  readonly programs: readonly (readonly [names: readonly string[], spec: SpecData])[];
  readonly variables: VariablesData;
}

/** dist/knowledge.json. Each spec is JSON inside of a string: most are never needed, so most are never parsed. */
export interface KnowledgeFile {
  readonly version: 1;
  /** Names separated by blanks, and the spec that they share, in turn. */
  readonly programs: readonly string[];
  readonly variables: VariablesData;
}
