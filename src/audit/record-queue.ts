/** Records that wait for their commit, in order, and as many as one commit may take. */
import type { Recorded } from "./recorder.ts";

interface Waiting {
  readonly text: string;
  readonly tell: (recorded: Recorded) => void;
}

export interface RecordBatch {
  readonly texts: readonly string[];
  readonly tell: (recorded: Recorded) => void;
}

/** All that a commit may take at once. One record is never longer: its command was cut. */
const MAX_BATCH_CHARS = 4 * 1024 * 1024;
/** A disk that hangs must not eat the memory. */
const MAX_WAITING = 20_000;

export class RecordQueue {
  #waiting: Waiting[] = [];

  /** `full`: the disk does not keep up. */
  push(text: string, tell: (recorded: Recorded) => void): "taken" | "full" {
    if (this.#waiting.length >= MAX_WAITING) return "full";
    this.#waiting.push({ text, tell });
    return "taken";
  }

  take(): RecordBatch | undefined {
    if (this.#waiting.length === 0) return undefined;
    let chars = 0;
    let count = 0;
    for (const { text } of this.#waiting) {
      if (count > 0 && chars + text.length > MAX_BATCH_CHARS) break;
      chars += text.length;
      count++;
    }
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return {
      texts: batch.map(({ text }) => text),
      tell(recorded) {
        for (const waiting of batch) waiting.tell(recorded);
      },
    };
  }
}
