/** What the disk knows about a command: programs named by a repository's own config, files behind symbolic links. */
import { resolve } from "node:path";
import type { Command } from "../core/command.ts";
import type { Classified, Effect } from "../core/effect.ts";
import { QUIET_KINDS } from "../core/effect.ts";
import { knownText } from "../core/word.ts";
import type { Facts } from "./facts.ts";

/** More paths than this in one command are not looked up. */
const MAX_LOOKUPS = 32;

export function addFacts(command: Command, classified: Classified, facts: Facts): Classified {
  const extra = [...hazardEffects(command, classified, facts), ...linkEffects(classified, facts)];
  return extra.length === 0 ? classified : { ...classified, effects: [...classified.effects, ...extra] };
}

/** `git status` runs what core.fsmonitor says. */
function hazardEffects(command: Command, classified: Classified, facts: Facts): Effect[] {
  if (classified.program?.name !== "git") return [];
  if (classified.effects.some((effect) => !QUIET_KINDS.has(effect.kind))) return [];
  const effects: Effect[] = [];
  for (const folder of gitFolders(command)) {
    const hazard = facts.findGitHazard(folder);
    if (hazard !== undefined)
      effects.push({ kind: "execute", because: hazard, target: { kind: "thing", text: hazard } });
  }
  return effects;
}

function gitFolders(command: Command): string[] {
  const flag = command.argv.findIndex((word) => knownText(word) === "-C");
  const moved = flag > 0 ? command.argv[flag + 1] : undefined;
  const text = moved ? knownText(moved) : undefined;
  return command.cwds.flatMap((cwd) => (cwd === null ? [] : [text === undefined ? cwd : resolve(cwd, text)]));
}

/** A link in the project may lead to a key; what it leads to counts as well. */
function linkEffects(classified: Classified, facts: Facts): Effect[] {
  const effects: Effect[] = [];
  for (const effect of classified.effects.slice(0, MAX_LOOKUPS)) {
    if (effect.target?.kind !== "path" || effect.target.glob) continue;
    const real = facts.findRealPath(effect.target.path);
    if (real !== undefined) effects.push({ ...effect, target: { ...effect.target, path: real } });
  }
  return effects;
}
