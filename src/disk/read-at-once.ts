/** A plain, small file that an agent may have written: read without ever waiting for it. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

export type ReadAtOnce =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "none" }
  | { readonly kind: "unreadable" };

/** O_NONBLOCK: a pipe, or a file that somebody holds a lease on, would keep everybody else waiting. */
export function readAtOnce(file: string, maxBytes: number): ReadAtOnce {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return { kind: "unreadable" };
    return { kind: "bytes", bytes: readFileSync(fd) };
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "unreadable" };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
