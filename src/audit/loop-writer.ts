/**
 * Writes on the loop: 20 µs, where a trip to a thread and back takes 60 more, which a program's start below the gate would feel (measured:
 * 7 %). Another thread does all that could take long: when another session has the lock, when the disk was slow, and what must wait for
 * the disk.
 */
import type { RedactPattern } from "../core/redact-pattern.ts";
import { LOG_BYTES } from "./database.ts";
import type { AuditRecord } from "./record.ts";
import type { Encoded } from "./redact-record.ts";
import { SlowDisk } from "./slow-disk.ts";
import { AuditStore, type Stored, type StoreOptions } from "./store.ts";
import { createWriteAside, type WriteAside } from "./write-aside.ts";

export type WriterOptions = Omit<StoreOptions, "waitMs" | "opening">;

export interface LoopWriter {
  /** What is wrong, or undefined. */
  readonly open: () => Promise<string | undefined>;
  /** Resolves when `open` has come back; a turn of the loop later if it has already. */
  readonly whenOpen: () => Promise<void>;
  readonly write: (texts: readonly string[]) => Promise<Stored>;
  /** Aside: of a long record. */
  readonly encode: (record: AuditRecord, patterns: readonly RedactPattern[]) => Promise<Encoded>;
  readonly prune: (beforeMs: number) => void;
  readonly leave: () => Promise<void>;
  readonly close: () => void;
}

/** More than this goes out in the background anyway. */
const MOST_CHARS_ON_LOOP = 64 * 1024;
/** Some 5 MB of log: what is not carried over yet has to be read by everybody who opens the database. */
const CARRY_OVER_EVERY = 1_000;
const PAGE_CHARS = 4_000;
/** Left by sessions that wrote less than that each. */
const MOST_LOG_BYTES = 2 * LOG_BYTES;
/** A session that ends has it for itself, for the time of a sync. */
const OPEN_TRIES = 200;
const OPEN_PAUSE_MS = 10;

export function createWriter(options: WriterOptions): LoopWriter {
  const disk = new SlowDisk();
  let pages = 0;
  let aside: WriteAside | undefined;
  let store: AuditStore | undefined;
  let problem = "the audit record is not open";
  let opening: Promise<string | undefined> | undefined;
  let tellOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    tellOpen = resolve;
  });
  const openAside = (): WriteAside => {
    aside ??= createWriteAside(options);
    return aside;
  };

  async function open(): Promise<string | undefined> {
    const found = await openStore(options);
    if (typeof found === "string") problem = found;
    else store = found;
    tellOpen();
    if (store !== undefined && store.logBytes() > MOST_LOG_BYTES) openAside().carryOver();
    return store === undefined ? problem : undefined;
  }

  return {
    open() {
      opening ??= open();
      return opening;
    },
    whenOpen: () => opened,
    async write(texts) {
      if (store === undefined) return { kind: "failed", reason: problem };
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      const startMs = performance.now();
      // Large ones count for as many pages as they fill.
      pages += 1 + Math.floor(chars / PAGE_CHARS);
      if (pages >= CARRY_OVER_EVERY) {
        pages = 0;
        openAside().carryOver();
      }
      if (disk.isSlow(startMs) || chars > MOST_CHARS_ON_LOOP) return openAside().write(texts);
      const stored = store.write(texts);
      disk.note(startMs, performance.now());
      return stored.kind === "busy" ? openAside().write(texts) : stored;
    },
    encode: (record, patterns) => openAside().encode(record, patterns),
    prune(beforeMs) {
      const oldestMs = store?.oldestMs();
      if (oldestMs !== undefined && oldestMs < beforeMs) openAside().prune(beforeMs);
    },
    leave: async () => aside?.close(),
    close: () => store?.close(),
  };
}

async function openStore(options: WriterOptions): Promise<AuditStore | string> {
  for (let tries = 0; tries < OPEN_TRIES; tries++) {
    const opened = AuditStore.open({ ...options, waitMs: 0, opening: "first" });
    if (opened.kind === "open") return opened.store;
    if (opened.kind !== "busy") return opened.reason;
    await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE_MS));
  }
  return `${options.file} is held by another process; end that first (guard sessions)`;
}
