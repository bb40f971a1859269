/** Parsing and voting with a bound on time: small lines at once, large ones in a worker that is ended when it takes too long. */
import { Worker } from "node:worker_threads";
import type { Dialect, ParseOutcome } from "../core/command.ts";
import { findBoundProblem, isInlineSize, MAX_LINE_CHARS } from "./bounds.ts";
import { type ParseOptions, parseLine } from "./parse.ts";
import type { Task } from "./parse-worker.ts";
import { type Vote, voteOnLine } from "./vote.ts";

const LIMIT_MS = 250;
/** A file may be read a little longer: nobody types it. */
const SCRIPT_LIMIT_MS = 1_500;

/** Answers at once for every line that is cheap to parse. */
export function parseBounded(text: string, options: ParseOptions): ParseOutcome | Promise<ParseOutcome> {
  const { prelude = "", text: kind = "line" } = options;
  if (findBoundProblem(text, kind)) return parseLine(text, options);
  // A prelude that is too large is refused as cheaply as a line.
  if (isInlineSize(text) && (isInlineSize(prelude) || findBoundProblem(prelude)))
    return parseLine(text, options);
  const failed = (reason: string): ParseOutcome => ({ kind: "unparsable", reason, pos: 0 });
  const limitMs = kind === "line" ? LIMIT_MS : SCRIPT_LIMIT_MS;
  return runInWorker<ParseOutcome>({ kind: "parse", text, options }, limitMs, failed);
}

export function voteBounded(text: string, dialect: Dialect): Promise<Vote> {
  if (isInlineSize(text)) return voteOnLine(text, dialect);
  const limitMs = text.length > MAX_LINE_CHARS ? SCRIPT_LIMIT_MS : LIMIT_MS;
  return runInWorker<Vote>({ kind: "vote", text, dialect }, limitMs, (reason) => ({
    kind: "rejects",
    reason,
  }));
}

interface Pending {
  resolve(answer: unknown): void;
  fail(reason: string): void;
  readonly timer: NodeJS.Timeout;
}

interface Running {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

let running: Running | undefined;
let nextId = 0;

function runInWorker<Answer>(
  task: Task,
  limitMs: number,
  failed: (reason: string) => Answer,
): Promise<Answer> {
  running ??= startWorker();
  const current = running;
  const id = nextId++;
  return new Promise((resolve) => {
    const timer = setTimeout(() => endWorker(current, "takes too long to parse"), limitMs);
    const fail = (reason: string) => resolve(failed(reason));
    current.pending.set(id, { resolve: resolve as (answer: unknown) => void, fail, timer });
    current.worker.ref();
    current.worker.postMessage({ id, task });
  });
}

function startWorker(): Running {
  // The compiled file, whether this runs from src/ or from dist/.
  const worker = new Worker(new URL("../../dist/parse/parse-worker.js", import.meta.url));
  const started: Running = { worker, pending: new Map() };
  worker.unref();
  worker.on("message", ({ id, answer }: { id: number; answer: unknown }) => {
    const waiting = started.pending.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    started.pending.delete(id);
    if (started.pending.size === 0) worker.unref();
    waiting.resolve(answer);
  });
  worker.on("error", () => endWorker(started, "could not be parsed: the parser failed"));
  return started;
}

/** Ends the worker; every line that still waits in it is refused, and the next one gets a fresh worker. */
function endWorker(ended: Running, reason: string): void {
  if (running === ended) running = undefined;
  void ended.worker.terminate();
  for (const { fail, timer } of ended.pending.values()) {
    clearTimeout(timer);
    fail(reason);
  }
  ended.pending.clear();
}
