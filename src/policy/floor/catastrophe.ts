/** Deleting or changing a root of the system, a home or a whole disk. */
import type { Effect } from "../../core/effect.ts";
import type { Ruled } from "../../core/ruling.ts";
import { displayText } from "../../core/word.ts";

import { isRoot } from "./path-class.ts";
import { deny, type FloorSubject } from "./subject.ts";

/** With one of these find works on some files only, not on everything below its roots. */
const FIND_TESTS = /^-(?:i?name|i?path|i?regex|i?wholename)$/;

export function findCatastrophe(subject: FloorSubject): Ruled | undefined {
  for (const effect of subject.classified.effects) {
    const found = judgeEffect(effect, subject);
    if (found) return found;
  }
  return undefined;
}

function judgeEffect(effect: Effect, subject: FloorSubject): Ruled | undefined {
  const { target } = effect;
  const name = subject.classified.program?.name ?? "the line";
  if (target?.kind === "process") return judgeProcess(target.text, name);
  if (target?.kind !== "path") return undefined;
  const root = isRoot(target.path, subject.places.home);
  if (effect.kind === "delete" && root && !picksSomeFiles(subject)) {
    return deny(
      "catastrophe",
      `${name} would delete ${target.path}`,
      "delete the one folder that is meant, inside the project",
    );
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

/** Process 1 is the system itself; -1 is every process. */
function judgeProcess(text: string, name: string): Ruled | undefined {
  return name === "kill" && /^-?0*1$/.test(text)
    ? deny("catastrophe", `${name} would end ${text === "1" ? "process 1" : "every process"}`)
    : undefined;
}

function isOwnPlace(path: string, { project }: FloorSubject): boolean {
  const own = ["/tmp", "/var/tmp", ...(project === undefined ? [] : [project])];
  return own.some((folder) => path.startsWith(`${folder}/`));
}
