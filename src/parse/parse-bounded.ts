/** Parsing and voting with a bound on time: small lines at once, large ones in a worker that is ended when it takes too long. */
import { Worker } from "node:worker_threads";
import type { Dialect, ParseOutcome } from "../core/command.ts";
import { findBoundProblem, isInlineSize, MAX_LINE_CHARS } from "./bounds.ts";
import { type ParseOptions, parseLine } from "./parse.ts";
import type { Loaded, Task } from "./parse-worker.ts";
import { type Vote, voteOnLine } from "./vote.ts";

const LIMIT_MS = 250;
/** A file may be read a little longer: nobody types it. */
const SCRIPT_LIMIT_MS = 1_500;
/** The wall clock alone ends it only that many times later. */
const WALL_FACTOR = 20;

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
  endLimit(): void;
}

interface Running {
  readonly worker: Worker;
  readonly loaded: Promise<void>;
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
    const endLimit = startLimit(limitMs, current, () => endWorker(current, "takes too long to parse"));
    const fail = (reason: string) => resolve(failed(reason));
    current.pending.set(id, { resolve: resolve as (answer: unknown) => void, fail, endLimit });
    current.worker.ref();
    current.worker.postMessage({ id, task });
  });
}

/**
 * What counts is this process's own work once the worker is there: on a machine that is busy with others a plain line must not
 * become one that takes too long.
 */
function startLimit(limitMs: number, { loaded }: Running, onOver: () => void): () => void {
  let isEnded = false;
  let timer = setTimeout(onOver, limitMs * WALL_FACTOR);
  void loaded.then(() => {
    const from = process.cpuUsage();
    const fromMs = performance.now();
    const look = () => {
      const { user, system } = process.cpuUsage(from);
      const leftMs = limitMs - (user + system) / 1_000;
      if (leftMs <= 0 || performance.now() - fromMs > limitMs * WALL_FACTOR) return onOver();
      timer = setTimeout(look, leftMs);
    };
    clearTimeout(timer);
    if (!isEnded) timer = setTimeout(look, limitMs);
  });
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

function startWorker(): Running {
  // The compiled file, whether this runs from src/ or from dist/.
  const worker = new Worker(new URL("../../dist/parse/parse-worker.js", import.meta.url));
  const loaded = new Promise<void>((done) => worker.once("message", () => done()));
  const started: Running = { worker, loaded, pending: new Map() };
  worker.unref();
  worker.on("message", (message: Loaded | { id: number; answer: unknown }) => {
    if (message === "loaded") return;
    const { id, answer } = message;
    const waiting = started.pending.get(id);
    if (!waiting) return;
    waiting.endLimit();
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
  for (const { fail, endLimit } of ended.pending.values()) {
    endLimit();
    fail(reason);
  }
  ended.pending.clear();
}
