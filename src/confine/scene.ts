/** What the steps of a plan share: facts, data, and the places found so far. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";
import { createLook, isWithin, type Look } from "./look.ts";
import { expandPattern, namesIn, type PatternPlaces } from "./patterns.ts";
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
  /** For the person: what could not be done as the lists say. */
  readonly warnings: string[];
  expand(pattern: string): readonly string[];
}

export function createScene(facts: ConfineFacts): Scene {
  const patterns = patternPlaces(facts);
  const listed = patterns.homes.flatMap((home) => [home, `${home}/.config`, `${home}/.local/share`]);
  const look = createLook(facts.uid, createPresence([...listed, ...patterns.runtimes, "/etc", "/run"]));
  const guardOwned = facts.guardOwned.map((folder) => look(folder)?.path ?? folder);
  return {
    facts,
    data: loadConfinementData(),
    look,
    places: new Places(),
    reveals: new Reveals(facts.reveals, facts.home, guardOwned),
    home: look(facts.home)?.path ?? facts.home,
    project: look(facts.project)?.path ?? facts.project,
    warnings: [],
    expand: (pattern) => expandPattern(pattern, patterns),
  };
}

function patternPlaces({ home, uid, env }: ConfineFacts): PatternPlaces {
  const runtime = env["XDG_RUNTIME_DIR"];
  const isRoot = uid === 0;
  // HOME may be anything; the account's own folder is where the secrets are. Root can open everybody's.
  const homes = [home, accountHome(), ...(isRoot ? ["/root", ...foldersIn("/home")] : [])];
  const runtimes = [
    ...(runtime && isAbsolute(runtime) ? [runtime] : []),
    ...(isRoot ? foldersIn("/run/user") : [`/run/user/${uid}`]),
  ];
  return { homes: unique(homes), runtimes: unique(runtimes), uid, user: accountName(uid), env };
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder, "*").map((name) => join(folder, name));
}

function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return "/";
  }
}

function accountName(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return String(uid);
  }
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
