/** Parsing with a bound on time: small lines at once, large ones in a worker that is ended when it takes too long. */
import { Worker } from "node:worker_threads";
import type { ParseOutcome } from "../core/command.ts";
import { findBoundProblem, isInlineSize } from "./bounds.ts";
import { type ParseOptions, parseLine } from "./parse.ts";

const LIMIT_MS = 400;

/** Answers at once for every line that is cheap to parse. */
export function parseBounded(text: string, options: ParseOptions): ParseOutcome | Promise<ParseOutcome> {
  if (findBoundProblem(text) || isInlineSize(text)) return parseLine(text, options);
  return parseInWorker(text, options);
}

interface Pending {
  resolve(outcome: ParseOutcome): void;
  timer: NodeJS.Timeout;
}

interface Pool {
  worker: Worker;
  pending: Map<number, Pending>;
}

let pool: Pool | undefined;
let nextId = 0;

function parseInWorker(text: string, options: ParseOptions): Promise<ParseOutcome> {
  pool ??= startPool();
  const current = pool;
  const id = nextId++;
  return new Promise((resolve) => {
    // The worker takes lines in order: one slow line must not use up the time of the next.
    const timer = setTimeout(() => endPool(current, "takes too long to parse"), LIMIT_MS);
    current.pending.set(id, { resolve, timer });
    current.worker.ref();
    current.worker.postMessage({ id, text, options });
  });
}

function startPool(): Pool {
  const worker = new Worker(new URL("./parse-worker.js", import.meta.url));
  const started: Pool = { worker, pending: new Map() };
  worker.unref();
  worker.on("message", ({ id, outcome }: { id: number; outcome: ParseOutcome }) => {
    const waiting = started.pending.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    started.pending.delete(id);
    if (started.pending.size === 0) worker.unref();
    waiting.resolve(outcome);
  });
  worker.on("error", () => endPool(started, "the parser failed"));
  return started;
}

/** Ends the worker; every line that still waits in it is unparsable, and the next one gets a fresh worker. */
function endPool(ended: Pool, reason: string): void {
  if (pool === ended) pool = undefined;
  void ended.worker.terminate();
  for (const { resolve, timer } of ended.pending.values()) {
    clearTimeout(timer);
    resolve({ kind: "unparsable", reason, pos: 0 });
  }
  ended.pending.clear();
}
