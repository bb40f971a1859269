/**
 * How many files lie below a folder: names first, sizes with the time that is left. Links are counted, never followed; other
 * file systems are not entered. What could not be counted is said, never guessed.
 */
import { openFolder, statLink } from "../disk/files.ts";
import { type CardTime, inTime } from "./card-time.ts";

/** Of files, and of folders. */
export const MOST_COUNTED = 20_000;
/** Names that come with one look at the disk: between two looks everybody else has a turn. */
const NAMES_AT_ONCE = 128;
const SIZES_AT_ONCE = 64;
/** As many as the disk is asked at the same time. */
const FOLDERS_AT_ONCE = 8;

export interface Count {
  readonly files: number;
  readonly folders: number;
  /** Left out: there was no time to look at each. */
  readonly bytes?: number;
  /** `stopped`: there are more. `gaps`: a folder could not be read, or lies on another file system. */
  readonly extent: "whole" | "stopped" | "gaps";
}

interface Tally {
  /** Paths, for their sizes. */
  readonly files: string[];
  /** Still to be looked into. */
  readonly ahead: string[];
  folders: number;
  bytes: number;
  gaps: number;
  done: "nothing" | "names" | "sizes";
}

/** Each of `roots` is a folder. They themselves are not counted. */
export async function countBelow(roots: readonly string[], time: CardTime): Promise<Count> {
  const tally: Tally = {
    files: [],
    ahead: roots.toReversed(),
    folders: 0,
    bytes: 0,
    gaps: 0,
    done: "nothing",
  };
  await inTime(countNames(tally, time), time, () => undefined);
  if (tally.done === "names") await inTime(addSizes(tally, time), time, () => undefined);
  return {
    files: tally.files.length,
    folders: tally.folders,
    ...(tally.done === "sizes" ? { bytes: tally.bytes } : {}),
    extent: tally.done === "nothing" ? "stopped" : tally.gaps > 0 ? "gaps" : "whole",
  };
}

async function countNames(tally: Tally, time: CardTime): Promise<void> {
  const [root = "/"] = tally.ahead.slice(-1);
  const device = (await statLink(root).catch(() => undefined))?.dev;
  while (tally.ahead.length > 0) {
    const some = tally.ahead.splice(-FOLDERS_AT_ONCE);
    const looks = await Promise.all(some.map((folder) => lookAtFolder(folder, device, tally, time)));
    if (looks.includes("stopped")) return;
  }
  tally.done = "names";
}

/** Looked at before it is opened: to open a folder of another file system may mount it, or wait for another machine. */
async function lookAtFolder(
  folder: string,
  device: number | undefined,
  tally: Tally,
  time: CardTime,
): Promise<"read" | "stopped"> {
  if (time.leftMs() <= 0) return "stopped";
  const found = await statLink(folder).catch(() => undefined);
  if (found?.isDirectory() === true && found.dev === device) return lookInto(folder, tally, time);
  tally.gaps++;
  return "read";
}

async function lookInto(folder: string, tally: Tally, time: CardTime): Promise<"read" | "stopped"> {
  const opened = await openFolder(folder, { bufferSize: NAMES_AT_ONCE }).catch(() => undefined);
  if (opened === undefined) {
    tally.gaps++;
    return "read";
  }
  try {
    for (let entry = await opened.read(); entry !== null; entry = await opened.read()) {
      if (mustStop(tally, time)) return "stopped";
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        tally.folders++;
        tally.ahead.push(path);
      } else tally.files.push(path);
    }
    return "read";
  } catch {
    tally.gaps++;
    return "read";
  } finally {
    await opened.close().catch(() => undefined);
  }
}

/** Asked before one more is counted. */
function mustStop({ files, folders }: Tally, time: CardTime): boolean {
  return files.length >= MOST_COUNTED || folders >= MOST_COUNTED || time.leftMs() <= 0;
}

async function addSizes(tally: Tally, time: CardTime): Promise<void> {
  for (let at = 0; at < tally.files.length; at += SIZES_AT_ONCE) {
    if (time.leftMs() <= 0) return;
    const stats = await Promise.all(
      tally.files.slice(at, at + SIZES_AT_ONCE).map((path) => statLink(path).catch(() => undefined)),
    );
    // Gone since, or a name that is no text: not to know one size is not to know the sum.
    if (stats.includes(undefined)) return;
    for (const found of stats) tally.bytes += found?.size ?? 0;
  }
  tally.done = "sizes";
}
