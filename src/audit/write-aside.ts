/** The other thread (writer-thread.ts), from where it is asked: each question by its number; when it dies, what it was asked has failed. */
import { Worker } from "node:worker_threads";
import type { RedactPattern } from "../core/redact-pattern.ts";
import type { AuditRecord } from "./record.ts";
import type { Encoded } from "./redact-record.ts";
import type { Stored, StoreOptions } from "./store.ts";
import type { FromThread, ThreadData, ToThread } from "./writer-thread.ts";

export interface WriteAside {
  readonly write: (texts: readonly string[]) => Promise<Stored>;
  /** Lines that have no rows yet. */
  readonly takeIn: () => Promise<Stored>;
  readonly encode: (record: AuditRecord, patterns: readonly RedactPattern[]) => Promise<Encoded>;
  /** Nobody waits for these two. */
  readonly carryOver: () => void;
  readonly prune: (beforeMs: number) => void;
  readonly close: () => Promise<void>;
}

type Answer = FromThread["answer"];
type Question = Extract<ToThread, { readonly id: number }>;
type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

export function createWriteAside({
  file,
  session,
  rotateBytes,
}: Pick<StoreOptions, "file" | "session" | "rotateBytes">): WriteAside {
  const workerData: ThreadData = { file, session, ...(rotateBytes === undefined ? {} : { rotateBytes }) };
  const asked = new Map<number, (answer: Answer) => void>();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    const started = new Worker(new URL("../../dist/app/writer.cjs", import.meta.url), { workerData });
    const fail = (reason: string) => {
      if (worker === started) worker = undefined;
      for (const id of [...asked.keys()]) take(id, { kind: "failed", reason });
    };
    started.on("message", ({ id, answer }: FromThread) => take(id, answer));
    started.on("error", (error) => fail(`the audit record's thread failed: ${error.message}`));
    started.on("exit", () => fail("the audit record's thread ended"));
    started.unref();
    return started;
  }

  function take(id: number, answer: Answer): void {
    const tell = asked.get(id);
    asked.delete(id);
    if (asked.size === 0) worker?.unref();
    tell?.(answer);
  }

  function tell(message: ToThread): void {
    worker ??= start();
    worker.postMessage(message);
  }

  function ask(question: Unnumbered<Question>): Promise<Answer> {
    const id = nextId++;
    return new Promise((resolve) => {
      asked.set(id, resolve);
      try {
        tell({ ...question, id });
        // Whoever waits for a verdict keeps the process alive.
        worker?.ref();
      } catch (error) {
        take(id, { kind: "failed", reason: `the audit record's thread cannot start: ${String(error)}` });
      }
    });
  }

  return {
    write: async (texts) => asStored(await ask({ op: "write", texts })),
    takeIn: async () => asStored(await ask({ op: "take-in" })),
    encode: async (record, patterns) => asEncoded(await ask({ op: "encode", record, patterns })),
    carryOver: () => tell({ op: "carry-over" }),
    prune: (beforeMs) => tell({ op: "prune", beforeMs }),
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}

const NO_ANSWER = { kind: "failed", reason: "the audit record's thread answered something else" } as const;

/** A Buffer arrives as bare bytes. */
function asStored(answer: Answer): Stored {
  if (answer.kind === "encoded") return NO_ANSWER;
  if (answer.kind !== "stored") return answer;
  const { seq, hash } = answer.head;
  return { ...answer, head: { seq, hash: Buffer.from(hash) } };
}

function asEncoded(answer: Answer): Encoded {
  return answer.kind === "encoded" || answer.kind === "failed" ? answer : NO_ANSWER;
}
