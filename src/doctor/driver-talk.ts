/** One running driver, below guard or without it: gets its tasks, tells of each, ends when there are no more. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Driver, Told } from "./canary.ts";
import { encodeTask, parseTold, type Task } from "./drivers.ts";

export interface DriverTalk {
  /** Of the process that was started: the driver itself, or guard run. */
  readonly pid: number | undefined;
  /** `no`: it ended, or its time was over, before it said a word. */
  readonly ready: Promise<"yes" | "no">;
  /** What was told when all of it was, or when the driver was gone. */
  carryOut(tasks: readonly Task[]): Promise<ReadonlyMap<string, Told>>;
  /** Resolves when the process has ended. */
  end(): Promise<void>;
  stderr(): string;
}

export interface DriverStart {
  readonly driver: Driver;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Shells with long start-up files, on a machine that has much to do. */
const LIMIT_MS = 60_000;
const GRACE_MS = 5_000;

export function startDriver({ driver, argv, cwd, env }: DriverStart): DriverTalk {
  const [file = "", ...args] = argv;
  const child = spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const told = new Map<string, Told>();
  const { ended, stderr } = watch(child);
  const lines = new LineWatch(child.stdout, (line) => {
    const answer = parseTold(line);
    if (answer !== undefined) told.set(answer.id, answer);
  });
  void ended.then(() => lines.close());
  return {
    pid: child.pid,
    ready: lines.until(() => lines.seen.has("ready")).then((was) => (was ? "yes" : "no")),
    async carryOut(tasks) {
      for (const task of tasks) child.stdin.write(encodeTask(driver, task));
      await lines.until(() => tasks.every(({ id }) => told.has(id)));
      return told;
    },
    async end() {
      child.stdin.end();
      await ended;
    },
    stderr,
  };
}

function watch(child: ChildProcessByStdio<Writable, Readable, Readable>) {
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    if (text.length < MOST_STDERR) text += chunk;
  });
  // A driver that is gone is seen by its end.
  child.stdin.on("error", () => undefined);
  const asked = setTimeout(() => child.kill("SIGTERM"), LIMIT_MS);
  const killed = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS + GRACE_MS);
  const ended = new Promise<void>((done) => {
    const end = () => {
      clearTimeout(asked);
      clearTimeout(killed);
      done();
    };
    child.on("close", end).on("error", end);
  });
  return { ended, stderr: () => text };
}

const MOST_STDERR = 64 * 1024;

/** Whole lines, and somebody who waits for one of them. */
class LineWatch {
  readonly seen = new Set<string>();
  #rest = "";
  #closed = false;
  #wake: (() => void)[] = [];

  constructor(stream: Readable, onLine: (line: string) => void) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) {
        this.seen.add(line);
        onLine(line);
      }
      this.#stir();
    });
  }

  /** False: the stream ended before that. */
  async until(isThere: () => boolean): Promise<boolean> {
    while (!isThere() && !this.#closed)
      await new Promise<void>((wake) => {
        this.#wake.push(wake);
      });
    return isThere();
  }

  close(): void {
    this.#closed = true;
    this.#stir();
  }

  #stir(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
