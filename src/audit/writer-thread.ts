/** A thread that may wait: for another session's lock, for a slow disk. It writes as the loop does, through a store of its own. */
import { parentPort, workerData } from "node:worker_threads";
import type { RedactPattern } from "../core/redact-pattern.ts";
import { pruneRecords } from "./prune.ts";
import type { AuditRecord } from "./record.ts";
import { createEncode, type Encoded } from "./redact-record.ts";
import { AuditStore, type OpenedStore, type Stored, type StoreOptions } from "./store.ts";

export type ThreadData = Pick<StoreOptions, "file" | "session" | "rotateBytes">;

export type ToThread =
  | { readonly op: "write"; readonly id: number; readonly texts: readonly string[] }
  | { readonly op: "take-in"; readonly id: number }
  | {
      readonly op: "encode";
      readonly id: number;
      readonly record: AuditRecord;
      readonly patterns: readonly RedactPattern[];
    }
  | { readonly op: "carry-over" }
  /** Retention; nobody waits for it. */
  | { readonly op: "prune"; readonly beforeMs: number };

export interface FromThread {
  readonly id: number;
  readonly answer: Stored | Encoded;
}

/** Longer than any commit takes, and shorter than anybody waits for a verdict. */
const WAIT_MS = 5_000;

function serve(port: NonNullable<typeof parentPort>, data: ThreadData): void {
  let opened: OpenedStore | undefined;
  const openOnce = (): OpenedStore => {
    // What was held or full then may not be so now.
    if (opened?.kind !== "open") opened = AuditStore.open({ ...data, waitMs: WAIT_MS, opening: "again" });
    return opened;
  };
  const answer = (id: number, given: FromThread["answer"]): void =>
    port.postMessage({ id, answer: given } satisfies FromThread);
  port.on("message", (message: ToThread) => {
    switch (message.op) {
      case "write":
        return answer(
          message.id,
          write(openOnce(), (store) => store.write(message.texts)),
        );
      case "take-in":
        return answer(
          message.id,
          write(openOnce(), (store) => store.takeIn()),
        );
      case "encode":
        return answer(message.id, createEncode(() => message.patterns)(message.record));
      case "carry-over": {
        const store = openOnce();
        if (store.kind === "open") store.store.carryOver();
        return;
      }
      case "prune":
        return prune(data, message.beforeMs);
    }
  });
}

/** Nobody waits for it: what fails is tried again by the next session. */
function prune(data: ThreadData, beforeMs: number): void {
  try {
    pruneRecords({ ...data, beforeMs, opening: "again" });
  } catch {
    // The thread must live: others wait for its writes.
  }
}

function write(opened: OpenedStore, by: (store: AuditStore) => Stored): Stored {
  if (opened.kind === "open") return by(opened.store);
  return opened.kind === "busy" ? opened : { kind: "failed", reason: opened.reason };
}

if (parentPort !== null) serve(parentPort, workerData as ThreadData);
