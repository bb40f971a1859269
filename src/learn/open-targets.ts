/**
 * Whether a rule with open words could do what nobody looked at: `cp **` from two harmless copies also allows `cp evil ~/.bashrc`, and `pytest **`
 * also `pytest -p evil`. Of such commands only the exact words are suggested.
 */

import type { RungKind } from "../approval/ladder/rung.ts";
import { type Effect, type EffectKind, QUIET_KINDS } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import type { Open } from "./engines.ts";
import { hasDangerousPart, type Spec } from "./open-parts.ts";

type Know = Open["know"];

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
  // Nobody knows what other words would do.
  if (top === undefined) return true;
  const path = kind === "program" ? [top] : specsOf(top, argv.slice(1));
  const spec = path.at(-1) ?? top;
  // What its other sub-commands take cannot be looked through.
  if (spec.subcommands !== undefined) return true;
  const does = new Set([...spec.does, ...effects.map((effect) => effect.kind)]);
  if (ALL_LISTED.has(spec.label)) return hasDangerousPart(spec, does);
  return !isComplete(path, does) || path.some((one) => hasDangerousPart(one, does));
}

/** Compared with what `git … -h` of git 2.39 lists: each option is in the knowledge base. git takes none of its own behind the sub-command. */
const ALL_LISTED: ReadonlySet<string> = new Set(
  ["add", "commit", "notes add", "remote show", "stash push", "stash pop", "stash apply"].map(
    (name) => `git ${name}`,
  ),
);

/**
 * Options that are not listed: of what only looks or asks the network they may be known to be harmless. Of what writes or runs code anyway guard
 * takes them all for alike, which they are not; and where they are not harmless they could do anything.
 */
function isComplete(path: readonly Spec[], does: ReadonlySet<EffectKind>): boolean {
  const onlyAsks = [...does].every((kind) => kind === "network" || QUIET_KINDS.has(kind));
  return onlyAsks && path.every(({ otherOptions }) => otherOptions === "harmless");
}

function changesPath({ kind, target }: Effect): boolean {
  return (
    (kind === "write" || kind === "delete") && (target?.kind === "path" || target?.kind === "unknown-path")
  );
}

/** As the ladder reads sub-commands: words right behind the program. The program itself comes first. */
function specsOf(top: Spec, words: readonly string[]): readonly Spec[] {
  const path = [top];
  for (const word of words) {
    const next = path.at(-1)?.subcommands?.get(word);
    if (next === undefined) break;
    path.push(next);
  }
  return path;
}
