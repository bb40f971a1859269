/**
 * How far allow rules of profiles and projects reach: they speak for work inside the project. A project's allow holds
 * for commands that run there; a profile's also names no path outside the project and the temp folders.
 */
import { resolve } from "node:path/posix";
import { patternText, type Word } from "../core/word.ts";
import { coveredByAllow, isSafePath, type SafeFolders } from "./covered-by-allow.ts";
import type { Rule, Subject } from "./policy.ts";

export function isInReach(rule: Rule, subject: Subject, safe: SafeFolders): boolean {
  if (rule.origin !== "profile") return rule.layer !== "project" || runsInProject(subject, safe);
  return runsInProject(subject, safe) && namesNothingOutside(subject, safe);
}

function runsInProject({ command }: Subject, { projectRoot }: SafeFolders): boolean {
  return command.cwds.every((cwd) => cwd === projectRoot || cwd?.startsWith(`${projectRoot}/`));
}

function namesNothingOutside({ command, classified }: Subject, safe: SafeFolders): boolean {
  const paths = classified.effects.filter(
    ({ target }) => target?.kind === "path" || target?.kind === "unknown-path",
  );
  return (
    coveredByAllow(paths, safe).kind === "covered" &&
    command.argv.slice(1).every((word) => staysInside(word, command.cwds, safe))
  );
}

/** Looks at the words too: not every option that takes a path is known. */
function staysInside(word: Word, cwds: readonly (string | null)[], safe: SafeFolders): boolean {
  const text = patternText(word);
  if (text === undefined) return false;
  return [text, ...valuesIn(text)].every(
    (value) => !leads(value) || cwds.every((cwd) => isInside(value, cwd, safe)),
  );
}

/** `--out=PATH`, `-oPATH`. */
function valuesIn(text: string): string[] {
  const equals = text.indexOf("=");
  return [
    ...(equals > 0 ? [text.slice(equals + 1)] : []),
    ...(/^-[A-Za-z]./.test(text) ? [text.slice(2)] : []),
  ];
}

function leads(value: string): boolean {
  return value.startsWith("/") || value.startsWith("~") || /(^|\/)\.\.(\/|$)/.test(value);
}

function isInside(value: string, cwd: string | null, safe: SafeFolders): boolean {
  if (value.startsWith("~") || cwd === null) return false;
  const path = resolve(cwd, value);
  return path === safe.projectRoot || isSafePath(path, safe);
}
