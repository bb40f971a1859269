/** What the disk knows about a command: programs named by files of the project, files behind symbolic links. */
import { resolve } from "node:path";
import type { Command } from "../core/command.ts";
import type { Classified, Effect } from "../core/effect.ts";
import { QUIET_KINDS } from "../core/effect.ts";
import { linkEffects } from "./add-links.ts";
import type { Facts } from "./facts.ts";

export function addFacts(command: Command, classified: Classified, facts: Facts): Classified {
  const extra = [...projectEffects(command, classified, facts), ...linkEffects(classified, facts)];
  const printed = printedFolders(classified, facts);
  if (extra.length === 0 && printed === undefined) return classified;
  return { ...classified, effects: [...classified.effects, ...extra], ...printed };
}

/** git prints the folder as the disk knows it, not as it was named. */
function printedFolders({ prints }: Classified, facts: Facts): Pick<Classified, "prints"> | undefined {
  if (prints?.kind !== "folder") return undefined;
  const from = prints.from.flatMap((folder) =>
    folder === null ? [null] : [resolve(folder), facts.findRealPath(folder) ?? resolve(folder)],
  );
  return { prints: { kind: "folder", from: [...new Set(from)] } };
}

/** `git status` runs what core.fsmonitor says. What is asked anyway needs no second reason. */
function projectEffects(command: Command, classified: Classified, facts: Facts): Effect[] {
  const name = classified.program?.name;
  if (name === undefined || classified.effects.some((effect) => !QUIET_KINDS.has(effect.kind))) return [];
  const folders = new Set(classified.folders ?? command.cwds);
  if (/^git(?:-|$)/.test(name)) return hazards(folders, (cwd) => facts.findGitHazard(cwd), "the repository");
  if (!facts.readsProjectFiles(name)) return [];
  const find = (cwd: string): string | undefined => {
    const file = facts.findProjectFile(name, cwd);
    return file === undefined ? undefined : `${file} decides what ${name} runs`;
  };
  return hazards(folders, find, "the project");
}

function hazards(
  folders: ReadonlySet<string | null>,
  find: (cwd: string) => string | undefined,
  what: string,
): Effect[] {
  const found = [...folders].map((folder) => (folder === null ? `${what} cannot be known` : find(folder)));
  return [...new Set(found)].flatMap((hazard) =>
    hazard === undefined
      ? []
      : [{ kind: "execute", because: hazard, target: { kind: "thing", text: hazard } }],
  );
}
