/** The file behind a recorder: found again when it was moved away, and never left in the middle of a line for long. */
import { closeFile, syncFile, writeFile, writeFileNow } from "../disk/files.ts";
import { explain, isStillThere, openAuditFile } from "./open-file.ts";

/** A disk that once took so long is not waited for on the loop again, for a while. */
const SLOW_WRITE_MS = 5;
const STAY_OFF_LOOP_MS = 10_000;
/** More than this goes out in the background anyway. */
const MOST_BYTES_AT_ONCE = 64 * 1024;

export interface Written {
  /** How many lines are in the file, whole. */
  readonly whole: number;
  /** Why not more. */
  readonly reason: string;
}

export interface AuditFileOptions {
  readonly nowMs: () => number;
  readonly lookEveryMs: number;
  /** False: something else stands where the file should be. The one that is open is written to, wherever it was moved. */
  readonly isPlaceOurs: () => boolean;
}

export class AuditFile {
  readonly #file: string;
  readonly #nowMs: () => number;
  readonly #lookEveryMs: number;
  readonly #isPlaceOurs: () => boolean;
  #opened: { readonly fd: number; readonly dev: number; readonly ino: number } | undefined;
  #endsWith: "a whole line" | "half a line" = "a whole line";
  #lookedAtMs = 0;
  #offLoopUntilMs = 0;

  constructor(file: string, { nowMs, lookEveryMs, isPlaceOurs }: AuditFileOptions) {
    this.#file = file;
    this.#nowMs = nowMs;
    this.#lookEveryMs = lookEveryMs;
    this.#isPlaceOurs = isPlaceOurs;
  }

  /** What is wrong, or undefined. */
  async open(): Promise<string | undefined> {
    const opened = await openAuditFile(this.#file);
    if (opened.kind === "failed") return opened.reason;
    this.#opened = opened;
    this.#endsWith = opened.endsWith;
    this.#lookedAtMs = this.#nowMs();
    return undefined;
  }

  async close(): Promise<void> {
    const fd = this.#opened?.fd;
    this.#opened = undefined;
    if (fd === undefined) return;
    await syncFile(fd).catch(() => undefined);
    await closeFile(fd).catch(() => undefined);
  }

  async write(lines: readonly string[]): Promise<Written> {
    const problem = await this.#lookAgain();
    if (problem !== undefined || !this.#opened)
      return { whole: 0, reason: problem ?? "the audit file is closed" };
    const head = this.#endsWith === "half a line" ? "\n" : "";
    const bytes = Buffer.from(head + lines.join(""), "utf8");
    try {
      const bytesWritten = await this.#put(this.#opened.fd, bytes);
      if (bytesWritten === bytes.length) {
        this.#endsWith = "a whole line";
        return { whole: lines.length, reason: "" };
      }
      if (bytesWritten > 0)
        this.#endsWith = bytes[bytesWritten - 1] === 0x0a ? "a whole line" : "half a line";
      return {
        whole: countWhole(lines, bytesWritten - head.length),
        reason: `${this.#file} took only a part of it; its disk may be full`,
      };
    } catch (error) {
      return { whole: 0, reason: explain(this.#file, error as NodeJS.ErrnoException) };
    }
  }

  async #put(fd: number, bytes: Buffer): Promise<number> {
    const startMs = performance.now();
    if (startMs < this.#offLoopUntilMs || bytes.length > MOST_BYTES_AT_ONCE)
      return (await writeFile(fd, bytes, 0, bytes.length)).bytesWritten;
    const written = writeFileNow(fd, bytes);
    const endMs = performance.now();
    if (endMs - startMs > SLOW_WRITE_MS) this.#offLoopUntilMs = endMs + STAY_OFF_LOOP_MS;
    return written;
  }

  async #lookAgain(): Promise<string | undefined> {
    if (this.#opened) {
      const sinceMs = this.#nowMs() - this.#lookedAtMs;
      // A clock that was set back must not stop the looking.
      if (sinceMs >= 0 && sinceMs < this.#lookEveryMs) return undefined;
      this.#lookedAtMs = this.#nowMs();
      if (!this.#isPlaceOurs() || (await isStillThere(this.#file, this.#opened))) return undefined;
      await this.close();
    }
    return this.open();
  }
}

/** The log must say what happened: a line that is in the file counts as recorded, even if the next one did not fit. */
function countWhole(lines: readonly string[], bytes: number): number {
  let left = bytes;
  let whole = 0;
  for (const line of lines) {
    left -= Buffer.byteLength(line);
    if (left < 0) break;
    whole++;
  }
  return whole;
}
