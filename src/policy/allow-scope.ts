/**
 * What an allow must say itself. A pattern that names operands speaks of places in the project; it covers writing or
 * deleting elsewhere only where it names that place absolutely. What needs CONFIRM is never allowed in passing.
 */
import { type Effect, QUIET_KINDS } from "../core/effect.ts";
import { isInside, type SafeFolders } from "./covered-by-allow.ts";
import type { WordPattern } from "./pattern.ts";
import type { Matcher, Rule, Subject } from "./policy.ts";
import { matchesParts } from "./wildcard.ts";

export function saysEnough(rule: Rule, matcher: Matcher, subject: Subject, safe: SafeFolders): boolean {
  if (needsConfirm(subject) && (rule.layer === "project" || matcher.programs.length === 0)) return false;
  // Every path has been compared with these.
  if (matcher.paths.length > 0) return true;
  if (rule.layer !== "project" && !namesOperands(matcher)) return true;
  return subject.classified.effects.filter(changesPath).every((effect) => isNamed(effect, matcher, safe));
}

/** A changing use of a cloud or cluster tool, as the mode sees it. */
function needsConfirm({ classified }: Subject): boolean {
  return classified.confirm !== undefined && classified.effects.some(({ kind }) => !QUIET_KINDS.has(kind));
}

function changesPath({ kind, target }: Effect): boolean {
  const isPath = target?.kind === "path" || target?.kind === "unknown-path";
  return isPath && (kind === "write" || kind === "delete");
}

/** `rm -rf **` and `rm` mean any operands; `rm -rf build*` and `tool --out=x`, `tool -o*` mean these. */
function namesOperands({ words = [] }: Matcher): boolean {
  return words.some(
    (word) => word.kind === "one" && (word.parts.length > 1 || !/^-[^=]*$/.test(word.parts[0] ?? "")),
  );
}

function isNamed({ target }: Effect, { words = [] }: Matcher, safe: SafeFolders): boolean {
  if (target?.kind !== "path") return false;
  if (target.glob) return globStaysInside(target.path, target.raw, safe);
  if (isInside(target.path, safe)) return true;
  return /^[/~]/.test(target.text) && words.some((word) => namesPath(word, target.path));
}

/** By the folder before the first wildcard. `.*` finds `..` in older shells, braces may hold it. */
function globStaysInside(path: string, raw: string | undefined, safe: SafeFolders): boolean {
  if (raw !== undefined || /\/\.[^/]*[*?[{(]/.test(path)) return false;
  return isInside(path.replace(/[^/]*[*?[{(].*$/s, "x"), safe);
}

function namesPath(word: WordPattern, path: string): boolean {
  if (word.kind === "many") return false;
  const [head = "", ...rest] = word.parts;
  const start = /^(?:-[^=]*=)?(\/.*)$/s.exec(head)?.[1];
  if (start === undefined) return false;
  const compared = word.letterCase === "ignored" ? path.toLowerCase() : path;
  const parts = [start, ...rest];
  if (matchesParts(parts, compared) || matchesParts(parts, `${compared}/`)) return true;
  return rest.length === 0 && compared.startsWith(start.endsWith("/") ? start : `${start}/`);
}
