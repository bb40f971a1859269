/** The compiled knowledge base: what the build writes and the loader reads. Lists of pairs, so that no name can hit a prototype. */
import type { EffectKind } from "../core/effect.ts";

export const STYLES = ["gnu", "posix", "long", "keyvalue", "raw", "bundle"] as const;
export type Style = (typeof STYLES)[number];

export const PLAIN_ROLES = [
  "text",
  "print",
  "unseen",
  "number",
  "read",
  "list",
  "search",
  "write",
  "delete",
  "modify",
  "move",
  "execute",
  "read-remote",
  "write-remote",
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
  "setting",
  "exec",
  "replace",
  "separator",
  "most",
  "task",
  "process",
  "variable",
  "sets",
  "name",
  "listed",
] as const;
export type PlainRole = (typeof PLAIN_ROLES)[number];

/** `code:LANG`, `thing:KIND` and `named:ROLE` beside the plain ones. */
export type RoleText =
  | PlainRole
  | `code:${string}`
  | `code-or-file:${string}`
  | `thing:${EffectKind}`
  | `named:${PlainRole}`;

/** What a program's output is made of (docs/KNOWLEDGE.md, `prints`). */
export const PRINTED = ["paths", "names", "lines", "name", "folder", "programs"] as const;
export type Printed = (typeof PRINTED)[number];

/** Roles in order: `head` first, `rest` may repeat, `tail` takes the last ones. */
export interface OperandsData {
  readonly head: readonly RoleText[];
  readonly rest?: RoleText;
  readonly tail: readonly RoleText[];
}

export interface FragmentData {
  readonly does?: readonly EffectKind[];
  /** Said of each kind in `does`, in place of the general words. */
  readonly because?: string;
  readonly runs?: "stdin";
}

export interface WhenData extends FragmentData {
  readonly operands?: OperandsData;
  readonly minOperands?: number;
  readonly recursive?: true;
  /** Its operands hold whatever other flags say. */
  readonly always?: true;
  /** As the only argument it has no effect but its own. */
  readonly alone?: true;
  readonly instead?: string;
  readonly prints?: Printed | "text";
  /** Further options that leave the form of the output alone under this flag. */
  readonly keeps?: readonly string[];
  readonly splits?: "nul" | "unknown";
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
  readonly prints?: Printed;
  /** Options that leave the form of the output alone; left out: all do. */
  readonly keeps?: readonly string[];
  /** How stdin becomes words for the program that it starts. */
  readonly splits?: "words";
  /** What a word in the role `listed` may be. */
  readonly words?: readonly string[];
  /** An operand `@FILE` stands for the arguments in that file. */
  readonly responseFiles?: true;
  /** Empty: it only looks, and the parent's is taken back. */
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
  /** Harmless with a plain number; the shell evaluates anything else as arithmetic. */
  readonly integers: readonly string[];
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
