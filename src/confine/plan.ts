/**
 * Facts about the machine -> bwrap's arguments: which paths the agent's tree does not see, and which it cannot change. Looks at
 * the disk and changes nothing. It must never bring back what it hides, mask what no session can do without, or let a file
 * that cannot be looked at pass for one that is not there.
 */
import { readFileSync } from "node:fs";
import type { Mode } from "../core/ruling.ts";
import { deviceArgs } from "./devices.ts";
import { hiddenTemplates } from "./hidden-files.ts";
import { hideGuard } from "./hide-guard.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { hideSockets } from "./hide-sockets.ts";
import { holdProject, holdReadOnly } from "./hold-read-only.ts";
import { type KeptName, keptNames, keptWords } from "./kept-names.ts";
import { isWithin } from "./look.ts";
import { mountArgs } from "./mount-args.ts";
import { ownIpcArgs, ownQueueArgs } from "./own-ipc.ts";
import { pinAll } from "./pin.ts";
import type { Treatment } from "./places.ts";
import type { Revealed } from "./reveals.ts";
import { createScene, type Scene } from "./scene.ts";
import { findSecondNames } from "./second-names.ts";

export interface ConfineFacts {
  readonly home: string;
  readonly uid: number;
  readonly gid: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The project's root. */
  readonly project: string;
  /** In PLAN the project is read-only. */
  readonly mode: Mode;
  /** Its agent/ is all that the tree sees of it; the folder above it is hidden. */
  readonly session: { readonly folder: string };
  /** Policy, state, runtime: makeGuardFolders has made them. */
  readonly guardOwned: readonly string[];
  /** guard's installation: it can be read, not changed. */
  readonly guardProgram?: string;
  readonly guardPids: readonly number[];
  /** Absolute, or ~/…: of the user's own file and of --reveal. */
  readonly reveals: readonly string[];
  /** `room`: /dev was made before bwrap runs. */
  readonly dev: "room" | "bwrap";
}

export interface ConfinePlan {
  /** Who the agent is and what its root is; without the trailing -- and the program. */
  readonly args: readonly string[];
  /** Behind them: the masks, in bwrap's words. The room carries them out (shims/confine-mounts.c), or bwrap does. */
  readonly mounts: readonly string[];
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  readonly kept: readonly KeptName[];
  /** The same for the seat, with what hides. */
  readonly keptWords: readonly string[];
  readonly revealed: readonly Revealed[];
  readonly project: "read-only" | "writable" | "holds-home";
  /** For the person: what could not be done as the lists say, and what to do. */
  readonly warnings: readonly string[];
  /** Files that would be hidden, and are not there; with what they must hold for that. */
  readonly absent: ReadonlyMap<string, string | undefined>;
}

/** Throws where guard's own installation is incomplete, and where a mask would not lie where it should. */
export function planConfinement(facts: ConfineFacts): ConfinePlan {
  // Node shows bytes that are no text so, and no path with it is the real one.
  if (facts.home.includes("\uFFFD"))
    throw new Error("cannot be confined: the home folder's name is not UTF-8 text");
  const scene = createScene(facts);
  hideGuard(scene);
  hideSockets(scene);
  hideSecrets(scene);
  const project = holdProject(scene);
  holdReadOnly(scene);
  pinAll(scene);
  bringRevealedBack(scene);
  const { folder } = facts.session;
  const templates = hiddenTemplates(scene.look(folder)?.path ?? folder);
  const mounts = mountArgs(scene.places, templates);
  const kept = keptNames(mounts.masked, scene.shown);
  warnOfHiddenProject(scene, mounts.hidden);
  return {
    args: [
      ...identityArgs(facts, scene),
      ...ownIpcArgs(scene.warnings),
      ...["--dev-bind", "/", "/", ...devArgs(facts), ...ownQueueArgs()],
    ],
    mounts: mounts.args,
    hidden: mounts.hidden,
    readOnly: mounts.readOnly,
    kept,
    absent: scene.absent,
    keptWords: keptWords(kept, templates),
    revealed: scene.reveals.list(),
    project,
    warnings: [...scene.warnings, ...findSecondNames(mounts.hidden)],
  };
}

/** As root bwrap keeps every capability that it is not told to drop. Everybody else has none left. */
function identityArgs({ uid, gid }: ConfineFacts, { data }: Scene): readonly string[] {
  if (uid !== 0) return ["--unshare-user", "--uid", String(uid), "--gid", String(gid)];
  const last = lastCapability();
  return data.capabilities.flatMap(([name, number]) =>
    // By number where a libcap older than the kernel may not know the name.
    number > last ? [] : ["--cap-drop", number > OLDEST_NAMED ? String(number) : `CAP_${name}`],
  );
}

const OLDEST_NAMED = 37;

function lastCapability(): number {
  try {
    return Number.parseInt(readFileSync("/proc/sys/kernel/cap_last_cap", "utf8"), 10);
  } catch {
    return OLDEST_NAMED;
  }
}

function devArgs({ dev }: ConfineFacts): readonly string[] {
  return dev === "bwrap" ? deviceArgs() : [];
}

function bringRevealedBack({ places, reveals }: Scene): void {
  for (const [folder, treatment] of places.sorted()) {
    const was = wasOf(treatment);
    if (was === undefined) continue;
    for (const path of reveals.inside(folder, was))
      places.add(path, { kind: "back", source: path, access: "writable" });
  }
}

/** As what a part of it is told to the person. Undefined: nothing in it can be revealed. */
function wasOf(treatment: Treatment): "hidden" | "socket" | undefined {
  if (treatment.kind === "fresh") return "socket";
  if (treatment.kind !== "hidden" || treatment.what === "guard") return undefined;
  return treatment.what === "socket" ? "socket" : "hidden";
}

function warnOfHiddenProject({ project, warnings }: Scene, hidden: readonly string[]): void {
  const mask = hidden.find((path) => isWithin(project, path));
  if (mask !== undefined)
    warnings.push(`the project lies in ${mask}, which is hidden: start with --reveal ${mask} to work there`);
}
