/**
 * The floor: what is denied whatever anybody wrote or answered, in every mode.
 * It looks at effects and targets, not at spellings; it must never ask and never allow.
 */
import type { Effect } from "../../core/effect.ts";
import { QUIET_KINDS } from "../../core/effect.ts";
import type { Ruled } from "../../core/ruling.ts";
import { displayText } from "../../core/word.ts";
import { findCatastrophe } from "./catastrophe.ts";
import { findLostHook } from "./hooks.ts";
import { alternativesOf, isWithin } from "./kill-pattern.ts";
import { GUARD_PROGRAMS, MAKE_FILESYSTEM, NEVER, NEVER_CHANGING } from "./lists.ts";
import { findNamedPaths } from "./named-paths.ts";
import { classOfPath, isSystemFile, type Places } from "./path-class.ts";
import { deny, type FloorSubject } from "./subject.ts";

/** A deny, or undefined when the floor has nothing to say. */
export function ruleByFloor(subject: FloorSubject): Ruled | undefined {
  return (
    ruleProgram(subject) ??
    findCatastrophe(subject) ??
    ruleTampering(subject) ??
    rulePaths(subject) ??
    undefined
  );
}

const changes = (effect: Effect): boolean => !QUIET_KINDS.has(effect.kind);

function ruleProgram({ command, classified }: FloorSubject): Ruled | undefined {
  const program = classified.program;
  if (!program || onlyTells(command)) return undefined;
  if (NEVER.has(program.name)) {
    return deny(
      "privilege",
      `${program.name} runs programs with another user's rights`,
      "do it without more rights, or ask the user to run it",
    );
  }
  if (!classified.effects.some(changes)) return undefined;
  if (MAKE_FILESYSTEM.test(program.name)) return deny("disk", `${program.name} overwrites a file system`);
  const reason = NEVER_CHANGING.get(program.name);
  // `./init` is a script of the project, not the system's first process.
  if (reason === undefined || (program.name === "init" && !program.trusted)) return undefined;
  // In a container they change the container's own files; starting it is judged by itself.
  if (/^ch(?:own|grp)$/.test(program.name) && command.nesting.some((step) => CONTAINERS.test(step)))
    return undefined;
  return deny("system", `${program.name} ${reason}`, "ask the user to do it");
}

const CONTAINERS = /^(?:docker|podman|nerdctl)(?: container)? (?:run|exec)$/;

function onlyTells({ argv }: FloorSubject["command"]): boolean {
  const [name = "", option = "", ...more] = argv.map(displayText);
  if (more.length > 0) return false;
  // `shutdown -h` halts: the short forms tell only where that is sure.
  return /^--(?:help|version)$/.test(option) || (/^(?:.*\/)?sudo$/.test(name) && /^-[hV]$/.test(option));
}

function ruleTampering(subject: FloorSubject): Ruled | undefined {
  const { classified } = subject;
  const name = classified.program?.name ?? "";
  for (const effect of classified.effects) {
    if (effect.kind === "tamper") return deny("tamper", asSentence(effect.because));
    if (effect.target?.kind === "process" && namesGuard(effect.target.text)) {
      return deny("tamper", `${name} reaches for guard's own processes`);
    }
  }
  const lost = findLostHook(subject);
  return lost === undefined ? undefined : deny("tamper", lost);
}

/** `guard: answers …` of the knowledge base. */
function asSentence(because: string): string {
  return because.replace(/^([\w./+-]+(?: [\w-]+)*): (?=[a-z]+s )/, "$1 ");
}

/** `pkill -f 'guard run'`, `kill $(pgrep guard)`, `pkill gua.d`, `pkill guar`; not `route-guard`. */
function namesGuard(text: string): boolean {
  if (text.split(/[\s/|()^$.*'"]+/).some((token) => GUARD_PROGRAMS.test(token))) return true;
  return alternativesOf(text).some(({ letters, plain }) => {
    if (letters === "") return false;
    return plain ? "guard".includes(letters) : isWithin(letters, "guard");
  });
}

function rulePaths(subject: FloorSubject): Ruled | undefined {
  const { classified, places } = subject;
  for (const effect of classified.effects) {
    const target = effect.target;
    if (target?.kind !== "path") continue;
    const found = rulePath(target.path, target.glob, effect, places);
    if (found) return found;
  }
  for (const path of findNamedPaths(subject)) {
    const place = classOfPath(path, false, places);
    if (place === "secret") return secret(path);
    if (place === "guard") return deny("tamper", `${path} belongs to guard`);
  }
  return undefined;
}

function rulePath(path: string, glob: boolean, effect: Effect, places: Places): Ruled | undefined {
  switch (classOfPath(path, glob, places)) {
    case "secret":
      return secret(path);
    case "less-secret":
      return changes(effect) ? secret(path) : undefined;
    case "guard":
      return deny("tamper", `${path} belongs to guard`);
    case "guard-readable":
      return changes(effect)
        ? deny("tamper", `${path} is part of guard or its policy`, "tell the user which rule is in the way")
        : undefined;
    case "device":
      return deny("device", `${path} is a raw device`);
    case "maybe-secret":
    case "private":
    case "ordinary":
      return changes(effect) && effect.kind !== "execute" && isSystemFile(path)
        ? deny("system", `${path} decides what this machine runs and who may use it`, "ask the user to do it")
        : undefined;
  }
}

function secret(path: string): Ruled {
  return deny(
    "sensitive-path",
    `${path} holds keys or credentials`,
    "work without it; ask the user for the one fact that is needed",
  );
}
