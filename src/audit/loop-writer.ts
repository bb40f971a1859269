/**
 * Writes on the loop: a trip to a thread and back takes 60 µs, which a program's start below the gate would feel (measured: 7 %). So would a
 * commit: a record is its line, which is written first; the database follows some milliseconds later, with all that came meanwhile. While it
 * cannot follow, nothing is on record by its line alone. Another thread does all that could take long: when another session has the lock,
 * when the disk was slow, and what must wait for the disk.
 */
import type { RedactPattern } from "../core/redact-pattern.ts";
import type { Head } from "./chain.ts";
import { LOG_BYTES } from "./database.ts";
import { createOpening } from "./opening.ts";
import type { AuditRecord } from "./record.ts";
import type { Encoded } from "./redact-record.ts";
import { createSettling } from "./settling.ts";
import { SlowDisk } from "./slow-disk.ts";
import type { AuditStore, Stored, StoreOptions } from "./store.ts";
import { createWriteAside, type WriteAside } from "./write-aside.ts";

export type WriterOptions = Omit<StoreOptions, "waitMs" | "opening">;

export interface LoopWriter {
  /** What is wrong, or undefined. */
  readonly open: () => Promise<string | undefined>;
  /** Resolves when `open` has come back; a turn of the loop later if it has already. */
  readonly whenOpen: () => Promise<void>;
  /** Its line alone, at once. Undefined: not this time, `write` it. */
  readonly add: (text: string) => Stored | undefined;
  readonly write: (texts: readonly string[]) => Promise<Stored>;
  /** Aside: of a long record. */
  readonly encode: (record: AuditRecord, patterns: readonly RedactPattern[]) => Promise<Encoded>;
  /** The head that the database has. */
  readonly settle: () => Promise<Head | undefined>;
  readonly prune: (beforeMs: number) => void;
  readonly leave: () => Promise<void>;
  readonly close: () => void;
}

/** More than this goes out in the background anyway. */
const MOST_CHARS_ON_LOOP = 64 * 1024;
/** Some 5 MB of log: what is not carried over yet has to be read by everybody who opens the database. */
const CARRY_OVER_EVERY = 1_000;
const PAGE_CHARS = 4_000;
const ROWS_OF_A_PAGE = 6;
/** Left by sessions that wrote less than that each. */
const MOST_LOG_BYTES = 2 * LOG_BYTES;

function createLogPages(carryOver: () => void): (more: number) => void {
  let pages = 0;
  return (more) => {
    pages += more;
    if (pages < CARRY_OVER_EVERY) return;
    pages = 0;
    carryOver();
  };
}

/** `onSettled`: lines have got their rows; perhaps something strange was found then. */
export function createWriter(options: WriterOptions, onSettled: (stored: Stored) => void): LoopWriter {
  const disk = new SlowDisk();
  const place = createOpening(options);
  let aside: WriteAside | undefined;
  const openAside = (): WriteAside => {
    aside ??= createWriteAside(options);
    return aside;
  };
  const countPages = createLogPages(() => openAside().carryOver());
  const settling = createSettling({
    waiting: () => place.store()?.waiting ?? 0,
    settle() {
      const store = place.store();
      if (store === undefined) return { kind: "busy" };
      countPages(1 + Math.ceil(store.waiting / ROWS_OF_A_PAGE));
      return disk.timed(() => store.settle());
    },
    settleAside: () => openAside().takeIn(),
    onSettled,
  });

  async function writeWhole(store: AuditStore, texts: readonly string[]): Promise<Stored> {
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    // Large ones count for as many pages as they fill.
    countPages(1 + Math.floor(chars / PAGE_CHARS));
    const isAside = disk.isSlow() || chars > MOST_CHARS_ON_LOOP;
    const stored: Stored = isAside ? { kind: "busy" } : disk.timed(() => store.write(texts));
    return settling.by(stored.kind === "busy" ? await openAside().write(texts) : stored);
  }

  return {
    async open() {
      const problem = await place.open();
      if ((place.store()?.logBytes() ?? 0) > MOST_LOG_BYTES) openAside().carryOver();
      return problem;
    },
    whenOpen: () => place.opened,
    add(text) {
      const store = place.store();
      if (store === undefined || settling.isBehind() || disk.isSlow()) return undefined;
      const added = disk.timed(() => store.add(text));
      if (added !== undefined) settling.soon();
      return added;
    },
    async write(texts) {
      const store = place.store();
      if (store === undefined) return { kind: "failed", reason: place.problem() };
      return writeWhole(store, texts);
    },
    encode: (record, patterns) => openAside().encode(record, patterns),
    async settle() {
      await settling.now();
      return place.store()?.seen;
    },
    prune(beforeMs) {
      const oldestMs = place.store()?.oldestMs();
      if (oldestMs !== undefined && oldestMs < beforeMs) openAside().prune(beforeMs);
    },
    async leave() {
      await settling.now();
      await aside?.close();
    },
    close: () => place.store()?.close(),
  };
}
