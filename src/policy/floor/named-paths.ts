/**
 * Paths that stand in arguments whose meaning is not known: of unknown programs, in code, in `--option=path`, `@path`,
 * `file://path` and `host:path`. Programs that only read and whose entry says "this is text" are left alone.
 */
import { resolve } from "node:path";
import { QUIET_KINDS } from "../../core/effect.ts";
import { displayText, patternText } from "../../core/word.ts";
import type { FloorSubject } from "./subject.ts";

const MAX_TOKENS = 2_000;

export function findNamedPaths(subject: FloorSubject): string[] {
  const { command, classified, places } = subject;
  const found: string[] = [];
  for (const effect of classified.effects) {
    if (effect.target?.kind === "code") found.push(...pathsInText(effect.target.text, places.home));
  }
  if (classified.effects.every((effect) => QUIET_KINDS.has(effect.kind))) return found;
  // An interpreter's program may come through a here-document.
  if (command.stdin.kind === "text") found.push(...pathsInText(displayText(command.stdin.text), places.home));
  // Where a known program lies is nobody's secret: `/run/user/0/guard/…/shims/rm` is rm.
  for (const word of classified.program?.trusted ? command.argv.slice(1) : command.argv) {
    const text = patternText(word) ?? displayText(word);
    for (const candidate of candidatesIn(text))
      found.push(...resolveAll(candidate, command.cwds, places.home));
  }
  for (const assignment of command.assignments) {
    for (const value of assignment.values)
      found.push(...resolveAll(displayText(value), command.cwds, places.home));
  }
  return found;
}

/**
 * The word itself, and its parts between `=`, `:`, `,` and `@` that look like a path: `-v ~/.ssh:/k`, `-d @~/.netrc`,
 * `host:/etc/shadow`, `file:///etc/shadow`. A text with blanks is a sentence, not a path.
 */
function candidatesIn(text: string): string[] {
  if (/\s/.test(text) || text.length > 4_096) return [];
  const parts = text.split(/[=:,@]/).map((part) => part.replace(/^\/{2,}/, "/"));
  return [text, ...parts.filter((part) => /^[~/.$]/.test(part) && part !== text)];
}

function resolveAll(text: string, cwds: readonly (string | null)[], home: string): string[] {
  if (!text.includes("/") && !text.startsWith(".")) return [];
  const expanded = text.replace(/^~(?=\/|$)/, home).replace(/^\$\{?HOME\}?(?=\/)/, home);
  if (expanded.startsWith("/")) return [resolve(expanded)];
  return cwds.flatMap((cwd) => (cwd === null ? [] : [resolve(cwd, expanded)]));
}

/** Code of other languages: every token that looks like a path. */
function pathsInText(text: string, home: string): string[] {
  const tokens = text.slice(0, 65_536).match(/(?:~|\/|\.)[\w.@+~/-]*/g) ?? [];
  return tokens.slice(0, MAX_TOKENS).flatMap((token) => resolveAll(token, [home], home));
}
