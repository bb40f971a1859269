/**
 * What a line wants, whatever its spelling: the targets of everything in it that is not allowed anyway. For the loop breaker
 * only: two lines of one intent need not do the same, so nothing may ever be allowed by it.
 */
import type { EffectKind } from "../core/effect.ts";
import { cutLine } from "./cut-line.ts";
import { type IntendedCommand, type IntentKey, keysOf, WEIGHT } from "./intent-keys.ts";

export interface Intent {
  /** Key -> its kind. Never empty. */
  readonly keys: ReadonlyMap<string, EffectKind>;
  /** For people: "deletes build". The target is the agent's text. */
  readonly words: string;
  /** `in part`: some of the line cannot be told, and that may be what it was denied for. */
  readonly told: "whole" | "in part";
}

/** More than this is not one wish. */
const MAX_KEYS = 64;
const MAX_EFFECTS = 256;
const MAX_WORDS = 120;

/** Undefined: it cannot be told. */
export function intentOf(commands: readonly IntendedCommand[]): Intent | undefined {
  const why = deniedFor(commands);
  if (why.reduce((sum, { effects }) => sum + effects.length, 0) > MAX_EFFECTS) return undefined;
  const found = why.map((command) => (isAdvised(command) ? [] : keysOf(command)));
  const all = found.flat();
  const keys = new Map(all.map(({ key, kind }) => [key, kind]));
  if (keys.size === 0 || keys.size > MAX_KEYS) return undefined;
  return { keys, words: describe(all), told: found.every(({ length }) => length > 0) ? "whole" : "in part" };
}

/** `sudo rm x` is denied for sudo: only what a rule denies is why, where one does. */
function deniedFor(commands: readonly IntendedCommand[]): IntendedCommand[] {
  const denied = commands.filter(({ ruling }) => ruling === "deny");
  return denied.length > 0 ? denied : commands.filter(({ ruling }) => ruling !== "allow");
}

/** The rule says what to do instead: that is no loop, though it may well do the same. */
function isAdvised({ ruling, instead }: IntendedCommand): boolean {
  return ruling === "deny" && instead !== undefined;
}

/**
 * Whether the tried one is the denied one again. All of it and more is; a part of it only if the part is of its worst kind:
 * who may not `mkdir build && rm -rf old` may well `mkdir build`.
 */
export function isSameIntent(denied: Intent["keys"], tried: Intent["keys"]): boolean {
  if (contains(tried, denied)) return true;
  if (!contains(denied, tried)) return false;
  return worstOf(tried.values()) === worstOf(denied.values());
}

export function contains(all: Intent["keys"], part: Intent["keys"]): boolean {
  return part.size <= all.size && [...part.keys()].every((key) => all.has(key));
}

function worstOf(kinds: Iterable<EffectKind>): number {
  return Math.min(...Array.from(kinds, (kind) => WEIGHT.indexOf(kind)));
}

const VERBS: Record<EffectKind, string> = {
  read: "reads",
  list: "reads",
  search: "reads",
  write: "writes",
  delete: "deletes",
  execute: "runs",
  network: "talks to",
  privilege: "takes more rights:",
  tamper: "reaches for guard:",
};

function describe(keys: readonly IntentKey[]): string {
  const worst = WEIGHT[worstOf(keys.map(({ kind }) => kind))] ?? "execute";
  const [first, ...more] = new Set(keys.filter(({ kind }) => kind === worst).map(({ words }) => words));
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `${VERBS[worst]} ${cutLine(first ?? "", MAX_WORDS)}${others}`;
}
