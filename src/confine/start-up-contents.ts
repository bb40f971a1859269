/** What the files of a picture hold, so that the same bytes written again are no change. */
import { statSync } from "node:fs";
import { readAtOnce } from "../disk/read-at-once.ts";
import { type Picture, timesOf } from "./start-up-picture.ts";

/** By path. Of a large file, or one that is not as it was in the picture, there is nothing: then its times count. */
export type Contents = ReadonlyMap<string, Buffer>;

const MOST_BYTES_OF_ONE = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/** May come later than its picture, when there is time: a file that changed since is left out. */
export function readContents(picture: Picture): Contents {
  const contents = new Map<string, Buffer>();
  let roomBytes = MOST_BYTES;
  for (const [path, mark] of picture) {
    if (mark.kind !== "file") continue;
    const read = readAtOnce(path, Math.min(MOST_BYTES_OF_ONE, roomBytes));
    if (read.kind !== "bytes" || timesAt(path) !== mark.times) continue;
    contents.set(path, read.bytes);
    roomBytes -= read.bytes.length;
  }
  return contents;
}

function timesAt(path: string): string {
  try {
    return timesOf(statSync(path));
  } catch {
    return "not there any more";
  }
}
