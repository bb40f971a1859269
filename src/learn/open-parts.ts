/** What the options and operands of a command could do, by the roles that the knowledge base gives them: all of them, not those that were used. */
import type { EffectKind } from "../core/effect.ts";
import type { Open } from "./engines.ts";

export type Spec = NonNullable<ReturnType<Open["know"]>>;
type Operands = Spec["operands"];
type Role = Operands["distinct"][number];
type When = Spec["together"][number]["when"];

/** Some part of it changes a file that its words name, runs what they name, or deletes. `does`: what it does anyway. */
export function hasDangerousPart(spec: Spec, does: ReadonlySet<EffectKind>): boolean {
  const whens = [
    ...[...spec.options.values()].flatMap(({ when }) => some(when)),
    ...spec.together.map(({ when }) => when),
  ];
  const kinds = [...does, ...(spec.without?.does ?? []), ...whens.flatMap((when) => when.does)];
  if (kinds.some((kind) => LOSES.has(kind)) || (kinds.includes("write") && !does.has("write"))) return true;
  // Their arguments or their code come from somewhere else.
  if (spec.responseFiles || spec.runsStdin || whens.some((when) => when.runsStdin)) return true;
  return [...rolesOf(spec), ...whens.flatMap(rolesWhen)].some((role) => isDangerous(role, does));
}

const LOSES: ReadonlySet<EffectKind> = new Set(["delete", "privilege", "tamper"]);
const CHANGES = ["write", "delete", "modify", "move", "write-remote"] as const;
const RUNS = [
  ...["execute", "argv", "argv-stdin", "split", "shell", "sh-text", "bash-text", "zsh-text", "fish-text"],
  ...["program", "setting", "exec", "task", "code", "name", "assign", "sets", "process"],
] as const;
const DANGEROUS: ReadonlySet<string> = new Set<string>([...CHANGES, ...RUNS]);
const THINGS: ReadonlySet<EffectKind | undefined> = new Set([...LOSES, "execute"]);

function isDangerous({ name, effect }: Role, does: ReadonlySet<EffectKind>): boolean {
  if (name === "thing") return THINGS.has(effect) || (effect === "write" && !does.has("write"));
  // In another folder it would write or run something else.
  if (name === "cwd") return does.has("write") || does.has("execute");
  return DANGEROUS.has(name);
}

function rolesOf({ operands, options }: Spec): Role[] {
  return [...operandRoles(operands), ...[...options.values()].flatMap(({ role }) => some(role))];
}

function rolesWhen({ operands, options }: When): Role[] {
  return [...operandRoles(operands), ...options.values()];
}

function operandRoles(operands: Operands | undefined): readonly Role[] {
  return operands?.distinct ?? [];
}

function some<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one];
}
