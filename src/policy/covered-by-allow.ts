/**
 * How far a rule's "allow" reaches. It speaks for the program and its words; it does not cover a redirection that
 * writes outside the project and the temp folders, nor a variable that changes what the program runs.
 */
import type { Command } from "../core/command.ts";
import { type Effect, QUIET_KINDS } from "../core/effect.ts";

export type Cover = { readonly kind: "covered" } | { readonly kind: "not-covered"; readonly because: string };

export interface SafeFolders {
  readonly projectRoot: string;
  readonly temp: readonly string[];
}

export const TEMP_FOLDERS: readonly string[] = ["/tmp", "/var/tmp", "/private/tmp"];

const STREAMS = /^\/dev\/(null|stdout|stderr|tty|fd\/[0-9]+)$/;
/** Inside the project or a temp folder, at any depth: they decide what runs later. */
const KEPT_FOLDERS = [".git", ".guard"];

/** `effects` are those of the command's redirections only. */
export function coveredByAllow(effects: readonly Effect[], safe: SafeFolders): Cover {
  for (const { kind, target } of effects) {
    if (QUIET_KINDS.has(kind)) continue;
    if (target?.kind !== "path" || (target.glob && target.raw !== undefined))
      return notCovered("a redirection writes to a place that is not known");
    if (!isSafePath(target.path, safe))
      return notCovered(`a redirection writes to ${target.text}, outside the project`);
  }
  return { kind: "covered" };
}

/** Below the project or a temp folder (not in a `.git` or `.guard` there), or a stream. */
export function isSafePath(path: string, safe: SafeFolders): boolean {
  if (STREAMS.test(path)) return true;
  const folder = foldersOf(safe).find((one) => isBelow(path, one));
  return folder !== undefined && !path.slice(folder.length).split("/").some(mayBeKept);
}

/** At or below the project or a temp folder, or a stream, whatever it is called. */
export function isInside(path: string, safe: SafeFolders): boolean {
  return STREAMS.test(path) || foldersOf(safe).some((one) => path === one || isBelow(path, one));
}

/** The whole machine is nobody's project. */
function foldersOf({ projectRoot, temp }: SafeFolders): readonly string[] {
  return projectRoot === "/" ? temp : [projectRoot, ...temp];
}

/** The name itself, in any case of letters (macOS), or a glob that begins like it: `.g*`. */
function mayBeKept(name: string): boolean {
  const [known = ""] = name.toLowerCase().split(/[*?[{(\\]/, 1);
  if (known.length === name.length) return KEPT_FOLDERS.includes(known);
  return known !== "" && KEPT_FOLDERS.some((kept) => kept.startsWith(known));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function notCovered(because: string): Cover {
  return { kind: "not-covered", because };
}

/** Variables that change how a program talks, not what it runs. Everything else before a command asks. */
const HARMLESS_VARIABLES = new Set(
  (
    "CI NODE_ENV DEBUG LANG LANGUAGE TZ TERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM PORT HOST " +
    "VERBOSE LOG_LEVEL RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR CARGO_INCREMENTAL CGO_ENABLED GOOS GOARCH GOMAXPROCS " +
    "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING RAILS_ENV RACK_ENV MIX_ENV APP_ENV " +
    "UPDATE_SNAPSHOTS SKIP_SLOW HUSKY NEXT_TELEMETRY_DISABLED DO_NOT_TRACK TEST_ENV JEST_WORKERS GIT_TERMINAL_PROMPT"
  ).split(" "),
);

export function assignmentsCovered(command: Command): boolean {
  const names = [...command.assignments.map(({ name }) => name), ...command.exports.keys()];
  return names.every((name) => HARMLESS_VARIABLES.has(name) || name.startsWith("LC_"));
}
