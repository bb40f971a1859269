/** Makes the plan of what this session's agent may see, and writes it down for its seat. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listDevices } from "../confine/devices.ts";
import { makeGuardFolders } from "../confine/guard-folders.ts";
import { makeHiddenTemplates } from "../confine/hidden-files.ts";
import { findOwnCommand } from "../confine/own-command.ts";
import { isMovable } from "../confine/pin.ts";
import { type ConfinePlan, planConfinement } from "../confine/plan.ts";
import type { Mode } from "../core/ruling.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import { type Places, placesFor } from "../policy/find.ts";
import { adviseOnce } from "./advise-once.ts";
import { makeEmptyPlaces } from "./empty-places.ts";
import type { Confinement } from "./find-confinement.ts";
import { findSandboxes, type Sandboxes } from "./find-sandboxes.ts";
import { otherPlaces, ownPlaces } from "./guard-places.ts";
import type { InstalledParts } from "./installed-parts.ts";
import { findKeysWithoutAgent } from "./keys-without-agent.ts";
import type { RunOptions } from "./run-options.ts";

/** What the seat is told. */
export interface SeatConfinement {
  readonly bwrap: string;
  /** Files: bubblewrap's arguments, and those of them that the seat may carry out in its place. */
  readonly plan: string;
  readonly mounts: string;
  /** What is held again when its owner replaces it. */
  readonly kept: string;
  readonly dev: "room" | "bwrap";
  readonly devices: readonly string[];
  readonly sandboxes: Sandboxes;
}

export interface Confined {
  readonly seat: SeatConfinement;
  readonly plan: ConfinePlan;
}

export interface ToConfine {
  readonly place: SessionPlace;
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  readonly confinement: Extract<Confinement, { kind: "on" }>;
  readonly mode: Mode;
  readonly project: string;
  /** Of the user's policy file and of --reveal. */
  readonly reveals: readonly string[];
  readonly guardPids: readonly number[];
}

/** Before the daemon holds them: nobody below must be able to make what is missing. */
export function makeOwnFolders(place: SessionPlace, { cwd, env }: RunOptions): void {
  const unmade = makeGuardFolders(ownPlaces(placesFor(cwd, env), place, env));
  if (unmade.length > 0) throw new Error(`the agent cannot be confined: ${unmade.join("; ")}`);
}

export function confineAgent(wanted: ToConfine): Confined {
  const { place, options, confinement, mode, project, reveals, guardPids } = wanted;
  const { env, cwd } = options;
  const { bwrap, dev } = confinement;
  const places = placesFor(cwd, env);
  const made = ownPlaces(places, place, env);
  const emptyProblems = makeEmptyPlaces(places, place, { env, program: wanted.parts.root });
  makeHiddenTemplates(place.folder);
  const plan = planConfinement({
    home: places.home,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    env,
    cwd,
    project,
    mode,
    session: place,
    guardOwned: [...new Set([...made, ...otherPlaces()])],
    guardProgram: wanted.parts.root,
    guardPids,
    reveals,
    dev,
  });
  const warnings = [
    ...plan.warnings,
    ...emptyProblems,
    ...adviseOnLink(wanted, places),
    ...findKeysWithoutAgent(places.home, plan.hidden, env),
  ];
  const control = join(place.folder, "control");
  return {
    seat: {
      bwrap,
      plan: writeWords(join(control, "confine.args"), plan.args),
      mounts: writeWords(join(control, "confine.mounts"), plan.mounts),
      kept: writeWords(join(control, "confine.kept"), plan.keptWords),
      dev,
      devices: dev === "room" ? listDevices() : [],
      sandboxes: findSandboxes(options),
    },
    plan: { ...plan, warnings },
  };
}

/** A link cannot be held: earlier versions made one. */
function adviseOnLink({ options, parts, place }: ToConfine, places: Places): readonly string[] {
  const command = findOwnCommand({ path: options.env["PATH"], program: parts.root });
  if (command.kind !== "link" || !isMovable(command.path, process.getuid?.() ?? 0)) return [];
  const advice = `${command.path} is a link, which an agent could replace: run ${parts.root}install.sh again`;
  return adviseOnce(advice, places, place);
}

function writeWords(file: string, words: readonly string[]): string {
  writeFileSync(file, words.map((word) => `${word}\0`).join(""), { mode: 0o600 });
  return file;
}
