/** The recorder that the daemon has: a record goes out at once, or waits for those before it, which go out together. Who waits is told after that. */

import type { RedactPattern } from "../core/redact-pattern.ts";
import type { Head } from "./chain.ts";
import { createWriter } from "./loop-writer.ts";
import { RecordQueue } from "./record-queue.ts";
import type { Recorded, Recorder } from "./recorder.ts";
import { createEncode, type Encoded, isLong } from "./redact-record.ts";
import type { Stored, StoreOptions } from "./store.ts";

export interface RecorderOptions extends Omit<StoreOptions, "waitMs" | "opening"> {
  /** Secrets that the policy files add to those that guard knows: the same list as long as nothing has changed. */
  readonly patterns?: () => readonly RedactPattern[];
  /** Somebody else has changed the record: in words. */
  readonly onStrange?: (what: string) => void;
}

export type OpenedRecorder =
  | { readonly kind: "open"; readonly recorder: Recorder }
  | { readonly kind: "failed"; readonly reason: string };

export async function openRecorder(options: RecorderOptions): Promise<OpenedRecorder> {
  const recorder = createRecorder(options);
  const reason = await recorder.open();
  return reason === undefined ? { kind: "open", recorder } : { kind: "failed", reason };
}

/** Open from when `open` has come back; what is appended before waits for that. */
export interface LateRecorder extends Recorder {
  /** What is wrong, or undefined. Loading and opening take some 10 ms, for which nobody need wait at a session's start. */
  readonly open: () => Promise<string | undefined>;
}

const NO_PATTERNS: readonly RedactPattern[] = [];

export function createRecorder(options: RecorderOptions): LateRecorder {
  const { patterns = () => NO_PATTERNS, onStrange = () => undefined } = options;
  const encode = createEncode(patterns);
  const queue = new RecordQueue();
  const writer = createWriter(options, take);
  let writing: Promise<void> | undefined;
  let closed = false;
  let head: Head | undefined;

  function take(stored: Stored): void {
    if (stored.kind !== "stored") return;
    if (head === undefined || stored.head.seq > head.seq) head = stored.head;
    stored.strange.forEach(onStrange);
  }

  async function writeAll(): Promise<void> {
    // What one turn of the loop appends goes out together.
    await writer.whenOpen();
    for (let batch = queue.take(); batch; batch = queue.take()) {
      const stored = await writer.write(batch.texts);
      take(stored);
      batch.tell(outcomeOf(stored, options.file));
    }
    writing = undefined;
  }

  function put(encoded: Encoded): Promise<Recorded> {
    if (encoded.kind === "failed") return Promise.resolve(encoded);
    // Nobody waits before it: most records go this way, and no turn of the loop is lost.
    const added = writing === undefined ? writer.add(encoded.text) : undefined;
    if (added !== undefined) {
      take(added);
      return Promise.resolve(outcomeOf(added, options.file));
    }
    return new Promise<Recorded>((tell) => {
      if (queue.push(encoded.text, tell) === "full")
        return tell({ kind: "failed", reason: "the audit record's disk does not keep up" });
      writing ??= writeAll();
    });
  }

  async function leave(): Promise<void> {
    closed = true;
    await writing;
    await writer.leave();
  }

  return {
    open: writer.open,
    append(record) {
      if (closed) return Promise.resolve({ kind: "failed", reason: "the audit record is closed" });
      return isLong(record, patterns) ? writer.encode(record, patterns()).then(put) : put(encode(record));
    },
    head: () => head,
    async settle() {
      await writing;
      return writer.settle();
    },
    prune: (beforeMs) => (closed ? undefined : writer.prune(beforeMs)),
    leave,
    async close() {
      await leave();
      writer.close();
    },
  };
}

function outcomeOf(stored: Stored, file: string): Recorded {
  switch (stored.kind) {
    case "stored":
      return "recorded";
    case "failed":
      return stored;
    case "busy":
      return { kind: "failed", reason: `${file} is held by another process and did not become free` };
  }
}
