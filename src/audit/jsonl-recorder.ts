/** One JSON object per line, added to a file that several guards may share: one write per batch, so lines stay whole. */
import { AuditFile } from "./audit-file.ts";
import { encodeRecord } from "./encode-record.ts";
import type { Recorded, Recorder } from "./recorder.ts";

export interface JsonlOptions {
  readonly nowMs?: () => number;
  /** How often to look whether the file is still the one that is open. */
  readonly lookEveryMs?: number;
  /** Whether the folder that the file lies in is still guard's own. */
  readonly isPlaceOurs?: () => boolean;
}

export type OpenedRecorder =
  | { readonly kind: "open"; readonly recorder: Recorder }
  | { readonly kind: "failed"; readonly reason: string };

interface Waiting {
  readonly line: string;
  readonly tell: (recorded: Recorded) => void;
}

/** All that a write may take at once. One record is never longer: its command was cut. */
const MAX_BATCH_CHARS = 4 * 1024 * 1024;
/** A disk that hangs must not eat the memory. */
const MAX_WAITING = 20_000;

export async function openJsonlRecorder(file: string, options: JsonlOptions = {}): Promise<OpenedRecorder> {
  const { nowMs = Date.now, lookEveryMs = 1_000, isPlaceOurs = () => true } = options;
  const audit = new AuditFile(file, { nowMs, lookEveryMs, isPlaceOurs });
  const problem = await audit.open();
  return problem === undefined
    ? { kind: "open", recorder: createBatchRecorder(audit) }
    : { kind: "failed", reason: problem };
}

/** What comes while a write is under way goes out together in the next one. */
function createBatchRecorder(audit: AuditFile): Recorder {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let closed = false;

  async function writeAll(): Promise<void> {
    // What one turn of the loop appends goes out together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = takeBatch();
      const { whole, reason } = await audit.write(batch.map(({ line }) => line));
      for (const [index, { tell }] of batch.entries())
        tell(index < whole ? "recorded" : { kind: "failed", reason });
    }
    writing = undefined;
  }

  function takeBatch(): Waiting[] {
    let chars = 0;
    let count = 0;
    for (const { line } of waiting) {
      if (count > 0 && chars + line.length > MAX_BATCH_CHARS) break;
      chars += line.length;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  }

  return {
    append(record) {
      if (closed) return Promise.resolve({ kind: "failed", reason: "the audit file is closed" });
      if (waiting.length >= MAX_WAITING)
        return Promise.resolve({ kind: "failed", reason: "the audit file's disk does not keep up" });
      const line = encodeRecord(record);
      return new Promise<Recorded>((tell) => {
        waiting.push({ line, tell });
        writing ??= writeAll();
      });
    },
    async close() {
      closed = true;
      await writing;
      await audit.close();
    },
  };
}
