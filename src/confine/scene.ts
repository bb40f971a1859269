/** What the steps of a plan share: facts, data, and the places found so far. */
import { dirname, isAbsolute, join } from "node:path";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";
import { findHomes, foldersIn } from "./homes.ts";
import { createLook, isWithin, type Look } from "./look.ts";
import { expandPattern } from "./patterns.ts";
import { Places } from "./places.ts";
import type { ConfineFacts } from "./plan.ts";
import { createPresence } from "./presence.ts";
import { Reveals } from "./reveals.ts";

export interface Scene {
  readonly facts: ConfineFacts;
  readonly data: ConfinementData;
  readonly look: Look;
  readonly places: Places;
  readonly reveals: Reveals;
  /** The user's home and the project, with links followed. */
  readonly home: string;
  readonly project: string;
  /** Files that would be hidden with a secret in them, and have none: what they were when they were looked at. */
  readonly shown: Map<string, string>;
  /** Files of the user's own home that would be hidden, and are not there; with what they must hold for that. */
  readonly absent: Map<string, string | undefined>;
  /** For the person: what could not be done as the lists say. */
  readonly warnings: string[];
  /** In every home that this user can open. */
  expand(pattern: string): readonly string[];
  /** In the user's own. */
  expandOwn(pattern: string): readonly string[];
}

export function createScene(facts: ConfineFacts): Scene {
  const homes = findHomes(facts);
  const runtimes = findRuntimes(facts);
  const listed = homes.all.flatMap((home) => [home, `${home}/.config`, `${home}/.local/share`]);
  const presence = createPresence([...listed, ...runtimes, "/etc", "/run"]);
  const look = createLook(facts.uid, presence);
  const { uid, env } = facts;
  const patterns = { homes: homes.all, runtimes, uid, user: homes.user, env, namesIn: presence.namesIn };
  const real = (path: string) => look(path)?.path ?? path;
  const guards = [...guardPlaces(facts), join(facts.project, ".guard"), facts.guardProgram ?? "/etc/guard"];
  return {
    facts,
    data: loadConfinementData(),
    look,
    places: new Places(),
    reveals: new Reveals(facts.reveals, {
      home: facts.home,
      guards: guards.map(real),
      needed: [facts.home, ...homes.own.map(real), ...guardPlaces(facts).map(real)],
    }),
    home: real(facts.home),
    project: real(facts.project),
    shown: new Map(),
    absent: new Map(),
    warnings: [],
    expand: (pattern) => expandPattern(pattern, patterns),
    expandOwn: (pattern) => expandPattern(pattern, { ...patterns, homes: homes.own }),
  };
}

/** Policy, state and every session. */
export function guardPlaces({ guardOwned, session }: ConfineFacts): readonly string[] {
  return [...guardOwned, dirname(session.folder)];
}

function findRuntimes({ uid, env }: ConfineFacts): readonly string[] {
  const runtime = env["XDG_RUNTIME_DIR"];
  const own = runtime && isAbsolute(runtime) ? [runtime] : [];
  return unique([...own, ...(uid === 0 ? foldersIn("/run/user") : [`/run/user/${uid}`])]);
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

/** Hides what is there, unless it was revealed or holds the home folder itself. */
export function hide(scene: Scene, path: string, what: "secret" | "socket"): void {
  const found = scene.look(path);
  if (found === undefined || isTooWide(scene, path, found.path)) return;
  if (scene.reveals.opens(found.path, what === "socket" ? "socket" : "hidden")) return;
  scene.places.add(found.path, { kind: "hidden", type: found.type, what });
}

/** A link to / or to the home folder: without these there is no session. */
function isTooWide({ home, facts, warnings }: Scene, path: string, real: string): boolean {
  if (![home, facts.home, "/proc", "/dev", "/usr"].some((needed) => isWithin(needed, real))) return false;
  warnings.push(`${path} leads to ${real}, which cannot be hidden`);
  return true;
}
