/** Deleting or changing a root of the system, a home or a whole disk. */
import { resolve } from "node:path";
import type { Effect } from "../../core/effect.ts";
import type { Ruled } from "../../core/ruling.ts";
import { displayText } from "../../core/word.ts";

import { alternativesOf } from "./kill-pattern.ts";
import { holdsGuard, isRoot, mayNameGuard } from "./path-class.ts";
import { deny, type FloorSubject } from "./subject.ts";

/** With one of these find works on some files only, not on everything below its roots. */
const FIND_TESTS = /^-(?:i?name|i?path|i?regex|i?wholename)$/;

export function findCatastrophe(subject: FloorSubject): Ruled | undefined {
  const found = judgeKill(subject) ?? judgeMounts(subject);
  if (found) return found;
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
  if (effect.kind === "delete" && root && !picksSomeFiles(subject)) {
    return deny(
      "catastrophe",
      `${name} would delete ${target.path}`,
      "delete the one folder that is meant, inside the project",
    );
  }
  if (takesGuardAway(effect, target, subject)) {
    return deny("tamper", `${name} would take guard's own files away with ${target.path}`);
  }
  if (effect.kind === "write" && root && (effect.recursive === true || target.below)) {
    return deny("catastrophe", `${name} would change everything below ${target.path}`);
  }
  if (effect.kind === "write" && name === "dd" && !isOwnPlace(target.path, subject)) {
    return deny("disk", `dd would overwrite ${target.path}`);
  }
  return undefined;
}

/** Deleting a folder that holds them, wildcards that hit them, or a link in the place of such a folder. */
function takesGuardAway(effect: Effect, target: PathTarget, subject: FloorSubject): boolean {
  const { places, project, classified } = subject;
  if (effect.kind === "write")
    return classified.program?.name === "ln" && holdsGuard(target.path, places, undefined);
  if (effect.kind !== "delete" || picksSomeFiles(subject)) return false;
  // `**` stands for names that another program prints: some files, not all.
  if (target.glob) return !target.path.includes("**") && mayNameGuard(target.path, places, project);
  return (effect.recursive === true || target.below) && holdsGuard(target.path, places, undefined);
}

type PathTarget = Extract<Effect["target"], { kind: "path" }>;

/** What a container gets of this machine: `-v /:/host`, `--mount type=bind,source=/,…`. */
function judgeMounts({ command, classified, places }: FloorSubject): Ruled | undefined {
  if (!/^(?:docker|podman|nerdctl)$/.test(classified.program?.name ?? "")) return undefined;
  for (const text of command.argv.map(displayText)) {
    const source =
      /(?:^|,)"?(?:source|src)=([^,"]+)/.exec(text)?.[1] ??
      /^(?:-v|--volume=)?([/.][^:]*):\//.exec(text)?.[1];
    if (source === undefined) continue;
    for (const cwd of command.cwds) {
      const path = resolve(cwd ?? "/", source);
      if (isRoot(path, places.home)) {
        return deny(
          "catastrophe",
          `a container would get ${path} of this machine`,
          "mount the project's folder only",
        );
      }
    }
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
  const args = command.argv.slice(1).map(displayText);
  const hits = name === "kill" ? killsAll(args) : /^(?:pkill|killall)$/.test(name) && selectsNearlyAll(args);
  return hits ? deny("catastrophe", `${name} would end every process, or the system itself`) : undefined;
}

function killsAll(args: readonly string[]): boolean {
  if (/^(?:-l|-L|--list|--table)$/.test(args[0] ?? "")) return false;
  return args.some((arg, index) => {
    const number = /^\s*[+-]?\d+\s*$/.test(arg) ? Number(arg) : undefined;
    // As the first word -1 is a signal, later it is a target.
    return number === 1 || (number === -1 && index > 0);
  });
}

const WITH_VALUE =
  /^-(?:[uUgGPstF]|-(?:euid|uid|group|pgroup|parent|session|terminal|signal|user|ns|pidfile))$/;

function selectsNearlyAll(args: readonly string[]): boolean {
  if (args.some((arg) => /^(?:--inverse|-[a-zA-Z]*v[a-zA-Z]*)$/.test(arg))) return true;
  const patterns = args.filter(
    (arg, index) => !arg.startsWith("-") && !WITH_VALUE.test(args[index - 1] ?? ""),
  );
  if (patterns.length === 0)
    return (
      args.some((arg) => /^-(?:[uUgGt]|-(?:euid|uid|group|user|terminal))/.test(arg)) || args.includes("")
    );
  return patterns.some((pattern) => alternativesOf(pattern).some(({ letters }) => letters.length < 2));
}

function isOwnPlace(path: string, { project }: FloorSubject): boolean {
  const own = ["/tmp", "/var/tmp", ...(project === undefined ? [] : [project])];
  return own.some((folder) => path.startsWith(`${folder}/`));
}
