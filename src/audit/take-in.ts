/** Lines that a killed session has left without rows get them before somebody reads. A session that runs does so by itself. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Database } from "./database.ts";
import { readUncommitted } from "./follow-copy.ts";
import { isLeftOver } from "./left-over.ts";
import { LAST_ROW, type LastRow } from "./statements.ts";
import { AuditStore, copyOf } from "./store.ts";

/** For the record: nobody's session. */
const SESSION = "person";
/** A session that runs needs 5 ms, and longer on a busy machine. */
const LOOKS = 10;
const PAUSE_MS = 10;
const WAIT_MS = 2_000;
/** A killed session leaves some hundred lines at most. */
const MOST_BYTES = 4 * 1024 * 1024;
const SLEEPS = new Int32Array(new SharedArrayBuffer(4));

/**
 * Where rows were taken away, or it cannot be done, all is left as it is: the reader sees what the database has, and `guard log verify` says
 * what it lacks.
 */
export function takeInLines(file: string, database: Database): void {
  const wanted = findBeyond(file, database);
  for (let looks = 1; looks < LOOKS && wanted !== undefined; looks++) {
    Atomics.wait(SLEEPS, 0, 0, PAUSE_MS);
    const now = findBeyond(file, database);
    if (now === undefined || now.last.seq > wanted.last.seq) return;
  }
  if (wanted === undefined) return;
  const lines = readBeyond(file, wanted);
  if (lines.at(-1)?.end !== wanted.size || !isLeftOver(lines, wanted.last, copyOf(file))) return;
  const opened = AuditStore.open({ file, session: SESSION, waitMs: WAIT_MS, opening: "again" });
  if (opened.kind !== "open") return;
  opened.store.takeIn();
  opened.store.close();
}

interface Beyond {
  readonly last: LastRow;
  readonly size: number;
}

function findBeyond(file: string, database: Database): Beyond | undefined {
  const last = database.prepare(LAST_ROW).get() as LastRow | undefined;
  const size = statSync(copyOf(file), { throwIfNoEntry: false })?.size ?? 0;
  return last !== undefined && size > last.copy_end ? { last, size } : undefined;
}

function readBeyond(file: string, { last, size }: Beyond): ReturnType<typeof readUncommitted> {
  const fd = openSync(copyOf(file), "r");
  try {
    const bytes = Buffer.alloc(Math.min(MOST_BYTES, size - last.copy_end));
    const count = readSync(fd, bytes, 0, bytes.length, last.copy_end);
    return readUncommitted(bytes.subarray(0, count), last, last.copy_end);
  } finally {
    closeSync(fd);
  }
}
