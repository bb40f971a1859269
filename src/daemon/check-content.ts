/** What an answer to a check holds for: read when the question is made, when the answer comes, and when a lease shall cover it. */
import type { CheckResult } from "../decide/result.ts";
import { mayTakeCode, readsCode } from "./code-files.ts";
import type { Lease } from "./lease.ts";
import type { OpenCheck } from "./open-check.ts";
import { hasOpenStdin, stdinFileOf } from "./process-stdin.ts";
import { contentKey, isKnown, isSameContent, type RunFiles, readRunFiles } from "./run-files.ts";
import { type View, viewOf } from "./same-view.ts";
import { settingsFilesOf } from "./tool-files.ts";

/** The lease was given for what the files held then. */
export async function leaseHolds(
  { files: reading, result }: Lease,
  { from }: OpenCheck,
  readings: readonly CheckResult[],
): Promise<boolean> {
  const files = await reading;
  if (files === "too-many") return false;
  const bound = files.size === 0 ? files : withoutOwn(files, result);
  if (bound.size === 0) return true;
  // What comes on an interpreter's stdin is not told by its own words: then all that the line held must hold.
  const mayReadStdin = readings.some(({ commands }) => commands.some(readsCode));
  const now = mayReadStdin
    ? await readRunFiles([], { others: [...bound.keys()], ...seenBy(viewFor(from)) })
    : await readFilesOf(from, readings, bound);
  return now !== "too-many" && isSameContent(bound, now);
}

/** `cc -o x x.c && ./x`: what was not there when the line was allowed, or what it said that it writes, is its own doing. */
function withoutOwn(files: RunFiles, { commands }: CheckResult): RunFiles {
  const written = commands.flatMap(({ effects }) =>
    effects.flatMap(({ kind, target }) => (kind === "write" && target?.kind === "path" ? [target.path] : [])),
  );
  return new Map([...files].filter(([path, content]) => content !== "ENOENT" && !written.includes(path)));
}

export function readFilesOf(
  from: OpenCheck["from"],
  readings: readonly CheckResult[],
  wanted?: RunFiles,
  view: View | undefined = viewFor(from),
): Promise<RunFiles | "too-many"> {
  const stdin = stdinFiles(from, readings);
  return readRunFiles(readings, { others: stdin, wanted, ...seenBy(view, stdin) });
}

/** Of the others nobody but themselves tells which process they are. */
function viewFor({ layer, pid }: OpenCheck["from"]): View | undefined {
  return layer === "gate" ? viewOf(pid) : undefined;
}

function seenBy(view: View | undefined, stdin: readonly string[] = []) {
  if (view === undefined) return {};
  return { isSame: (path: string) => (stdin.includes(path) ? view.isSameStdin(path) : view.isSame(path)) };
}

/** What a shim, a hook or the gate asks about has its stdin already: there is the code of an interpreter that has no other. */
function readsStdin({ kind }: OpenCheck["from"], readings: readonly CheckResult[]): boolean {
  return (
    kind === "stdin" ||
    (kind !== "line" && readings.some(({ commands: [first] }) => first !== undefined && readsCode(first)))
  );
}

function stdinFiles(from: OpenCheck["from"], readings: readonly CheckResult[]): string[] {
  return readsStdin(from, readings) ? stdinFileOf(from.pid) : [];
}

/** Nobody has seen it, and the next time it is another. */
function readsPipedCode({ kind, pid }: OpenCheck["from"], readings: readonly CheckResult[]): boolean {
  if (kind === "line") return false;
  const takesCode = readings.some(
    ({ commands, doubts }) =>
      commands.some(mayTakeCode) || doubts.some((doubt) => doubt.kind === "unknown-text"),
  );
  return (kind === "stdin" || takesCode) && hasOpenStdin(pid);
}

/** Everything that an answer holds for, as it is on the disk now. */
export interface Content {
  /** The same text for the same content; its own where nobody could tell later whether it is the same. */
  readonly key: string;
  /** Whether it will be the same can be told later. */
  readonly isForLater: boolean;
  /** The same text as long as this question waits. */
  readonly stands: string;
  readonly files: RunFiles;
}

export async function readContent(check: OpenCheck, result: CheckResult): Promise<Content | "too-many"> {
  const readings = [result, ...(await check.otherReadings())];
  const view = viewFor(check.from);
  const files = await readFilesOf(check.from, readings, undefined, view);
  if (files === "too-many") return files;
  const settings = await readRunFiles([], { others: readings.flatMap(settingsFilesOf) });
  if (settings === "too-many") return settings;
  const stands = contentKey(check.key(result.wrapper?.own ?? []), result, new Map([...settings, ...files]));
  // With a library of somebody else's in it, any program does anything.
  const isForLater = isKnown(files) && view?.hasOurSystem !== false && !readsPipedCode(check.from, readings);
  return { key: isForLater ? stands : `${stands} ${check.id}`, isForLater, stands, files };
}

/** Judged again: what would run may hang on anything on the disk, a package.json as well as a script. Undefined: it changed. */
export async function readUnchanged(check: OpenCheck, { stands }: Content): Promise<Content | undefined> {
  const now = await readContent(check, await check.inMode(check.mode));
  return now !== "too-many" && now.stands === stands ? now : undefined;
}
