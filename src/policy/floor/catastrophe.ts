/** Deleting or changing a root of the system, a home or a whole disk. */
import type { Effect } from "../../core/effect.ts";
import type { Ruled } from "../../core/ruling.ts";
import { displayText } from "../../core/word.ts";

import { holdsGuard, isRoot } from "./path-class.ts";
import { deny, type FloorSubject } from "./subject.ts";

/** With one of these find works on some files only, not on everything below its roots. */
const FIND_TESTS = /^-(?:i?name|i?path|i?regex|i?wholename)$/;

export function findCatastrophe(subject: FloorSubject): Ruled | undefined {
  const killed = judgeKill(subject);
  if (killed) return killed;
  for (const effect of subject.classified.effects) {
    const found = judgeEffect(effect, subject);
    if (found) return found;
  }
  return undefined;
}

function judgeEffect(effect: Effect, subject: FloorSubject): Ruled | undefined {
  const { target } = effect;
  const name = subject.classified.program?.name ?? "the line";
  if (target?.kind !== "path") return undefined;
  const root = isRoot(target.path, subject.places.home);
  const mounted = /^([^:]+):\//.exec(target.path)?.[1];
  if (effect.kind === "write" && mounted !== undefined && isRoot(mounted, subject.places.home)) {
    return deny(
      "catastrophe",
      `${name} would give a container ${mounted} of this machine`,
      "mount the project's folder only",
    );
  }
  if (effect.kind === "delete" && root && !picksSomeFiles(subject)) {
    return deny(
      "catastrophe",
      `${name} would delete ${target.path}`,
      "delete the one folder that is meant, inside the project",
    );
  }
  const gone = effect.kind === "delete" && (effect.recursive === true || target.below);
  if (gone && !picksSomeFiles(subject) && holdsGuard(target.path, subject.places, undefined)) {
    return deny("tamper", `${name} would delete guard's own files below ${target.path}`);
  }
  if (effect.kind === "write" && root && (effect.recursive === true || target.below)) {
    return deny("catastrophe", `${name} would change everything below ${target.path}`);
  }
  if (effect.kind === "write" && name === "dd" && !isOwnPlace(target.path, subject)) {
    return deny("disk", `dd would overwrite ${target.path}`);
  }
  return undefined;
}

function picksSomeFiles({ command, classified }: FloorSubject): boolean {
  if (classified.program?.name !== "find") return false;
  return command.argv.some((word) => FIND_TESTS.test(displayText(word)));
}

/** Process 1 is the system itself, -1 is every process, `pkill .` is nearly every one. */
function judgeKill({ command, classified }: FloorSubject): Ruled | undefined {
  const name = classified.program?.name ?? "";
  const [, ...args] = command.argv.map(displayText);
  const all = deny("catastrophe", `${name} would end every process, or the system itself`);
  if (name === "kill") {
    // As the first word -1 is a signal, later it is a target.
    const hit = args.some((arg, index) => /^0*1$/.test(arg) || (index > 0 && arg === "-1"));
    return hit && !args.includes("-l") ? all : undefined;
  }
  const anything = ["pkill", "killall"].includes(name) && args.some((arg) => /^[.*^$]+$/.test(arg));
  return anything ? all : undefined;
}

function isOwnPlace(path: string, { project }: FloorSubject): boolean {
  const own = ["/tmp", "/var/tmp", ...(project === undefined ? [] : [project])];
  return own.some((folder) => path.startsWith(`${folder}/`));
}
