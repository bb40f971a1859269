/** Retention: what is older than a day is taken away in steps, so that sessions can write in between, and the chain stays checkable. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { listCopies } from "./copy-files.ts";
import { AuditStore, copyOf } from "./store.ts";

export type Pruned =
  | { readonly kind: "pruned"; readonly records: number; readonly last: number }
  | { readonly kind: "failed"; readonly reason: string };

/** Some 50 ms. */
const RECORDS_AT_ONCE = 20_000;
const WAIT_MS = 5_000;

export interface PruneOptions {
  readonly file: string;
  /** Who does it, for the record. */
  readonly session: string;
  readonly beforeMs: number;
  readonly recordsAtOnce?: number;
  readonly opening?: "first" | "again";
}

export function pruneRecords({
  file,
  session,
  beforeMs: wantedMs,
  recordsAtOnce = RECORDS_AT_ONCE,
  opening = "first",
}: PruneOptions): Pruned {
  // Each step writes a record of its own, which must not be old as well.
  const beforeMs = Math.min(wantedMs, Date.now());
  const opened = AuditStore.open({ file, session, waitMs: WAIT_MS, opening });
  if (opened.kind === "busy") return { kind: "failed", reason: `${file} is held by another process` };
  if (opened.kind !== "open") return { kind: "failed", reason: opened.reason };
  const { store } = opened;
  try {
    let records = 0;
    let last = 0;
    for (let step = store.prune(beforeMs, recordsAtOnce); step; step = store.prune(beforeMs, recordsAtOnce)) {
      if (step.kind === "busy") return { kind: "failed", reason: `${file} is held by another process` };
      if (step.kind === "failed") return step;
      // Somebody else took them.
      if (step.taken.count === 0) break;
      records += step.taken.count;
      last = step.taken.last;
    }
    removeCopies(file, last);
    store.carryOver();
    return { kind: "pruned", records, last };
  } finally {
    store.close();
  }
}

/** Whole files only: lines are never taken out of one. */
function removeCopies(file: string, last: number): void {
  for (const { path, rotated } of listCopies(dirname(copyOf(file))))
    if (rotated !== undefined && rotated.last <= last) rmSync(path, { force: true });
}
