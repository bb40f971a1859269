/** What an answer to a check holds for: read when the question is made, when the answer comes, and when a lease shall cover it. */
import type { CheckResult } from "../decide/result.ts";
import { readsCode, stdinFileOf } from "./code-files.ts";
import type { Lease } from "./leases.ts";
import type { OpenCheck } from "./open-check.ts";
import { contentKey, isSameContent, type RunFiles, readRunFiles } from "./run-files.ts";

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
  const readsStdin = readings.some(({ commands }) => commands.some(readsCode));
  const now = readsStdin
    ? await readRunFiles([], [...bound.keys()])
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
): Promise<RunFiles | "too-many"> {
  return readRunFiles(readings, stdinFiles(from, readings), wanted);
}

/** What a shim or a hook asks about has its stdin already: a file there is code for an interpreter that has no other. */
function stdinFiles({ kind, pid }: OpenCheck["from"], readings: readonly CheckResult[]): string[] {
  const reads =
    kind === "stdin" ||
    (kind === "argv" && readings.some(({ commands: [first] }) => first !== undefined && readsCode(first)));
  return reads ? stdinFileOf(pid) : [];
}

/** Everything that an answer holds for, as it is on the disk now. `key`: the same text for the same content. */
export interface Content {
  readonly key: string;
  readonly files: RunFiles;
}

export async function readContent(check: OpenCheck, result: CheckResult): Promise<Content | "too-many"> {
  const readings = [result, ...(await check.otherReadings())];
  const files = await readFilesOf(check.from, readings);
  return files === "too-many" ? files : { key: contentKey(check.key(), result, files), files };
}

/** Judged again: what would run may hang on anything on the disk, a package.json as well as a script. Undefined: it changed. */
export async function readUnchanged(check: OpenCheck, { key }: Content): Promise<Content | undefined> {
  const now = await readContent(check, await check.inMode(check.mode));
  return now !== "too-many" && now.key === key ? now : undefined;
}
