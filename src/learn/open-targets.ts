/**
 * Whether a rule with open words could write or delete where nobody looked: `cp **` from two harmless copies also allows `cp evil ~/.bashrc`. Of such
 * commands only the exact words are suggested.
 */

import type { RungKind } from "../approval/ladder/rung.ts";
import type { Effect } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import type { Open } from "./engines.ts";

type Know = Open["know"];
type Spec = NonNullable<ReturnType<Know>>;
type Operands = Spec["operands"];
type Role = Operands["distinct"][number];
type When = Spec["together"][number]["when"];

export function leavesTargetsOpen(
  kind: RungKind,
  { commands }: Pick<CheckResult, "commands">,
  know: Know,
): boolean {
  if (kind === "exact") return false;
  return commands.some((command) => command.ruling !== "allow" && isOpen(kind, command, know));
}

function isOpen(kind: RungKind, { program = "", argv, effects }: CommandResult, know: Know): boolean {
  if (effects.some(changesPath)) return true;
  const top = know(program);
  // What its other sub-commands take cannot be looked through.
  if (kind === "program" && top?.subcommands !== undefined) return true;
  // It runs the project's code: what that writes is not told by words.
  if (top === undefined || effects.some((effect) => effect.kind === "execute")) return false;
  const writes = effects.some((effect) => effect.kind === "write" || effect.kind === "delete");
  return rolesOf(specOf(top, argv.slice(1))).some(
    (role) => CHANGES.has(role.name) || (writes && role.name === "cwd"),
  );
}

function changesPath({ kind, target }: Effect): boolean {
  return (
    (kind === "write" || kind === "delete") && (target?.kind === "path" || target?.kind === "unknown-path")
  );
}

const CHANGES: ReadonlySet<Role["name"]> = new Set(["write", "delete", "modify", "move"]);

/** As the ladder reads sub-commands: words right behind the program. */
function specOf(top: Spec, words: readonly string[]): Spec {
  let spec = top;
  for (const word of words) {
    const next = spec.subcommands?.get(word);
    if (next === undefined) return spec.otherwise ?? spec;
    spec = next;
  }
  return spec;
}

function rolesOf({ operands, options, together }: Spec): Role[] {
  const own = [...options.values()].flatMap(({ role, when }) => [...some(role), ...rolesWhen(when)]);
  return [...operandRoles(operands), ...own, ...together.flatMap(({ when }) => rolesWhen(when))];
}

function rolesWhen(when: When | undefined): Role[] {
  return when === undefined ? [] : [...operandRoles(when.operands), ...when.options.values()];
}

function operandRoles(operands: Operands | undefined): readonly Role[] {
  return operands?.distinct ?? [];
}

function some<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one];
}
