/** The content of a plain file, whoever has put it there: never waits for a pipe, reads no further than its size and its limit. */
import { closeFile, openFile, readPart, statOpenFile, WITHOUT_WAITING } from "../disk/files.ts";
import { type CardTime, inTime } from "./card-time.ts";

export type PlainFile =
  | { readonly kind: "text"; readonly text: string }
  /** Not for people: it holds bytes that no text has. */
  | { readonly kind: "binary"; readonly bytes: number }
  | { readonly kind: "too-long"; readonly bytes: number }
  | { readonly kind: "none" }
  /** A folder, a pipe, a device. */
  | { readonly kind: "not-plain" }
  | { readonly kind: "unreadable" };

/** To turn more into text would hold the loop up. */
export const MAX_TEXT_BYTES = 256 * 1024;

const UNREADABLE: PlainFile = { kind: "unreadable" };

/** Follows links, like whoever runs it. */
export function readPlainFile(
  path: string,
  time: CardTime,
  maxBytes: number = MAX_TEXT_BYTES,
): Promise<PlainFile> {
  return inTime(read(path, maxBytes), time, () => UNREADABLE);
}

async function read(path: string, maxBytes: number): Promise<PlainFile> {
  let file: number | undefined;
  try {
    file = await openFile(path, WITHOUT_WAITING);
    const stats = await statOpenFile(file);
    if (!stats.isFile()) return { kind: "not-plain" };
    if (stats.size > maxBytes) return { kind: "too-long", bytes: stats.size };
    // Only as much as it says that it holds: files of the kernel's (/proc/self) say 0, and would be our own.
    const bytes = await readBytes(file, stats.size);
    return bytes.includes(0)
      ? { kind: "binary", bytes: bytes.length }
      : { kind: "text", text: bytes.toString("utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "none" } : UNREADABLE;
  } finally {
    if (file !== undefined) await closeFile(file).catch(() => undefined);
  }
}

async function readBytes(file: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await readPart(file, bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
