/**
 * audit/permissions.jsonl: the records as lines, for tail, grep and other machines, and the first place that a record is written to: the
 * database follows. Each writer knows where it ended, and sees at once whether somebody else has touched it. Never read to decide anything.
 */
import { closeSync, fstatSync, ftruncateSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { getSystemErrorName } from "node:util";
import { type LineLock, loadLineLock, MOVED } from "./line-lock.ts";
import { explain, openAuditFile } from "./open-file.ts";

export interface CopyPlace {
  /** The number of the first record in the file, by which a rotated one is called. */
  readonly first: number;
  /** Where the last line ends. */
  readonly end: number;
}

/** See LineLock. */
export interface ChainRoom {
  readonly body: Buffer;
  readonly used: number;
  readonly hashes: Buffer;
  readonly line: Buffer;
}

export type Appended =
  | { readonly kind: "appended"; readonly end: number }
  | { readonly kind: "failed"; readonly reason: string };

const NEWLINE = 10;
/** The last byte, and one that must not be there. */
const LOOK = Buffer.alloc(2);

/** Others hold the lock for some microseconds, unless they lose their processor there. */
const TRIES = 100;
const SLEEPS = new Int32Array(new SharedArrayBuffer(4));

export class CopyFile {
  readonly path: string;
  readonly #pathBytes: Buffer;
  #opened: { readonly fd: number; readonly dev: number; readonly ino: number } | undefined;
  /** Undefined: not built, or the disk knows no locks; then it is so for every writer. */
  #lineLock: LineLock | undefined;

  constructor(path: string) {
    this.path = path;
    this.#pathBytes = Buffer.from(`${path}\0`);
  }

  /** What is wrong, or undefined. */
  open(): string | undefined {
    const opened = openAuditFile(this.path);
    if (opened.kind === "failed") return opened.reason;
    this.close();
    this.#opened = opened;
    this.#lineLock = findLock(opened.fd);
    return undefined;
  }

  /** Whether lines can be added without the database's lock. */
  get hasLock(): boolean {
    return this.#lineLock !== undefined;
  }

  close(): void {
    if (this.#opened !== undefined) closeSync(this.#opened.fd);
    this.#opened = undefined;
  }

  /** Moved away, removed or replaced: then what is open is not the copy any more. */
  isStillThere(): boolean {
    try {
      const { dev, ino } = statSync(this.path);
      return dev === this.#opened?.dev && ino === this.#opened.ino;
    } catch {
      return false;
    }
  }

  size(): number {
    return fstatSync(this.#fd()).size;
  }

  read(from: number, to: number): Buffer {
    const bytes = Buffer.alloc(to - from);
    const count = readSync(this.#fd(), bytes, 0, bytes.length, from);
    return bytes.subarray(0, count);
  }

  /** Neither shorter nor longer, and at the end of a line: one call, where asking for the size takes three times as long. */
  endsAt(end: number): boolean {
    const from = Math.max(0, end - 1);
    const count = readSync(this.#fd(), LOOK, 0, LOOK.length, from);
    return count === end - from && (end === 0 || LOOK[0] === NEWLINE);
  }

  /** In one step for all other writers, without the database's lock. `moved`: it is not as it was, or somebody writes; nothing was added. */
  addAt({ body, used, hashes, line }: ChainRoom, end: number): Appended | { readonly kind: "moved" } {
    const added = this.#lineLock?.addAt(this.#fd(), this.#pathBytes, end, body, used, hashes, line) ?? MOVED;
    if (added > 0) return { kind: "appended", end: end + added };
    if (added === MOVED) return { kind: "moved" };
    const code = getSystemErrorName(added);
    return { kind: "failed", reason: explain(this.path, Object.assign(new Error(code), { code })) };
  }

  /** Against those who add lines without the database's lock; to be taken inside of that one, and for the file that is open now. */
  lock(waitMs: number): "locked" | "busy" {
    const lock = this.#lineLock;
    if (lock === undefined) return "locked";
    const untilMs = performance.now() + waitMs;
    for (let tries = 0; lock.lock(this.#fd()) !== 0; tries++) {
      if (tries < TRIES) continue;
      if (performance.now() >= untilMs) return "busy";
      Atomics.wait(SLEEPS, 0, 0, 1);
    }
    return "locked";
  }

  unlock(): void {
    if (this.#opened !== undefined) this.#lineLock?.unlock(this.#opened.fd);
  }

  /** All of it or, as far as that can be done, nothing. `end`: where it ends now. */
  append(text: string, end: number): Appended {
    const bytes = Buffer.from(text, "utf8");
    try {
      const written = writeSync(this.#fd(), bytes);
      if (written === bytes.length) return { kind: "appended", end: end + written };
      this.cutTo(end);
      return { kind: "failed", reason: `${this.path} took only a part of it; its disk may be full` };
    } catch (error) {
      this.cutTo(end);
      return { kind: "failed", reason: explain(this.path, error as NodeJS.ErrnoException) };
    }
  }

  /** Takes back what was not committed. */
  cutTo(size: number): void {
    try {
      if (this.size() > size) ftruncateSync(this.#fd(), size);
    } catch {
      // The next writer sees that there is more than was committed.
    }
  }

  /** It keeps its lines under another name; new ones go to a new file. */
  rotate(first: number, last: number): string | undefined {
    try {
      renameSync(this.path, rotatedName(this.path, first, last));
    } catch (error) {
      return explain(this.path, error as NodeJS.ErrnoException);
    }
    return this.open();
  }

  isRotated(first: number, last: number): boolean {
    try {
      return statSync(rotatedName(this.path, first, last)).isFile();
    } catch {
      return false;
    }
  }

  #fd(): number {
    if (this.#opened === undefined) throw new Error(`${this.path} is not open`);
    return this.#opened.fd;
  }
}

function findLock(fd: number): LineLock | undefined {
  const lock = loadLineLock();
  const result = lock?.lock(fd);
  if (result === 0) lock?.unlock(fd);
  return result === 0 || result === -constants.errno.EAGAIN ? lock : undefined;
}

export function rotatedName(path: string, first: number, last: number): string {
  return join(dirname(path), `permissions-${first}-${last}.jsonl`);
}
