/** A machine whose files answers are saved to. */
import { readFileSync } from "node:fs";
import { sha256 } from "../../src/core/sha256.ts";
import type { ApprovedMatch } from "../../src/policy/approved-rules.ts";
import { type SaveOutcome, type SaveTarget, saveRules } from "../../src/policy/save-rule.ts";
import { trust } from "../../src/policy/trust.ts";
import { type Machine, makeMachine } from "./fixture.ts";

export const NOW = new Date("2026-11-16T12:00:00Z");
export const BECAUSE = "added via mid-session approval, 2026-11-16";

export function userTarget(user?: string): { readonly machine: Machine; readonly target: SaveTarget } {
  const machine = makeMachine(user === undefined ? {} : { user });
  return { machine, target: { layer: "user", input: { places: machine.places } } };
}

export function projectTarget(project?: string, files: { readonly org?: string } = {}) {
  const machine = makeMachine({ ...files, ...(project === undefined ? {} : { project }) });
  const target: SaveTarget = { layer: "project", input: { places: machine.places } };
  return { machine, target };
}

export function trustAsItIs({ places, projectFile }: Machine): void {
  trust(places.trustDir, projectFile, sha256(readFileSync(projectFile)), NOW);
}

export function save(target: SaveTarget, ...matches: ApprovedMatch[]): Promise<SaveOutcome> {
  return saveRules(target, matches, NOW);
}

export async function savedIds(target: SaveTarget, ...matches: ApprovedMatch[]): Promise<readonly string[]> {
  const outcome = await save(target, ...matches);
  if (outcome.kind !== "saved") throw new Error(JSON.stringify(outcome));
  return outcome.ids;
}
