/** A session with the exec gate and an agent that does what a test tells it: the real guard, real programs, a person's answers. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY, RESOLVE_REPLY } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { until } from "../helpers/until.ts";

const GUARD = resolve(import.meta.dirname, "../../bin/guard");

/** Reads one JSON argv after the other, runs it, and tells how it ended. It is the agent: nothing of it is asked about. */
const AGENT = `
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as fs from "node:fs";
for await (const text of createInterface({ input: process.stdin })) {
  const { id, argv, input, env, argv0, reads, writes } = JSON.parse(text);
  if (reads !== undefined || writes !== undefined) {
    let status = 0, stdout = "";
    try {
      if (reads !== undefined) stdout = fs.readFileSync(reads, "utf8");
      else fs.writeFileSync(writes, input ?? "");
    } catch (error) { status = error.code; }
    console.log(JSON.stringify({ id, status, stdout, stderr: "" }));
    continue;
  }
  const child = spawn(argv[0], argv.slice(1), { env: { ...process.env, ...env }, ...(argv0 ? { argv0 } : {}) });
  let stdout = "", stderr = "";
  child.stdout.on("data", (chunk) => { stdout += chunk; });
  child.stderr.on("data", (chunk) => { stderr += chunk; });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  child.on("error", (error) => console.log(JSON.stringify({ id, status: String(error.code), stdout, stderr })));
  child.on("close", (status, signal) => console.log(JSON.stringify({ id, pid: child.pid, status: status ?? signal, stdout, stderr })));
  if (child.pid !== undefined) console.log(JSON.stringify({ id, started: child.pid }));
}
`;

export interface Ran {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface How {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly argv0?: string;
}

/** A machine that is there already, with what starts a program on it. */
export interface Surroundings {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly before: readonly string[];
}

export class GatedSession {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** In front of the user's PATH. */
  readonly bin: string;
  readonly #isGuest: boolean;
  readonly #waiting = new Map<number, (ran: Ran) => void>();
  readonly #pids = new Map<number, number>();
  readonly #child: ChildProcess;
  #next = 0;
  stderr = "";

  /** `homeFiles`: the user's own, from before. */
  constructor(
    console: "none" | "wait",
    options: readonly string[] = [],
    homeFiles: Readonly<Record<string, string>> = {},
    surroundings?: Surroundings,
    path = process.env["PATH"],
  ) {
    this.root = surroundings?.root ?? mkdtempSync("/tmp/gs-");
    this.home = surroundings?.home ?? join(this.root, "home");
    this.project = surroundings?.project ?? join(this.root, "project");
    this.bin = join(this.root, "bin");
    this.#isGuest = surroundings !== undefined;
    const runtime = join(this.root, "r");
    if (!this.#isGuest)
      for (const folder of [this.home, this.bin, this.project, join(this.project, ".git"), runtime])
        mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.root, "agent.mjs"), AGENT);
    for (const [name, text] of Object.entries(homeFiles)) writeFileSync(join(this.home, name), text);
    const args = [
      "run",
      "--gate",
      "on",
      "--console",
      console,
      ...options,
      "--",
      process.execPath,
      join(this.root, "agent.mjs"),
    ];
    const [program = "", ...words] = [...(surroundings?.before ?? []), process.execPath, GUARD, ...args];
    this.#child = spawn(program, words, {
      cwd: this.project,
      stdio: ["pipe", "pipe", "pipe"],
      env: surroundings?.env ?? {
        PATH: `${this.bin}:${path}`,
        HOME: this.home,
        XDG_RUNTIME_DIR: runtime,
      },
    });
    this.#child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    const { stdout } = this.#child;
    if (!stdout) throw new Error("no stdout");
    createInterface({ input: stdout }).on("line", (line) => this.#take(line));
  }

  #take(line: string): void {
    const { id, started, ...ran } = JSON.parse(line) as Ran & {
      readonly id: number;
      readonly started?: number;
    };
    if (started !== undefined) this.#pids.set(id, started);
    else this.#waiting.get(id)?.(ran);
  }

  /** The agent starts it; resolves when it has ended. */
  run(argv: readonly string[], how: How = {}): Promise<Ran> {
    return this.#tell({ argv, ...how });
  }

  /** The agent reads a file by itself: no program is started. */
  reads(path: string): Promise<Ran> {
    return this.#tell({ reads: path });
  }

  writes(path: string, input: string): Promise<Ran> {
    return this.#tell({ writes: path, input });
  }

  #tell(order: Readonly<Record<string, unknown>>): Promise<Ran> {
    const id = ++this.#next;
    this.#child.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
    return new Promise((done) => this.#waiting.set(id, done));
  }

  line(line: string, how: How = {}): Promise<Ran> {
    return this.run(["bash", "-c", line], how);
  }

  /** Of what `run` started last, once the agent has told. */
  lastPid(): Promise<number> {
    return until("the pid", () => this.#pids.get(this.#next));
  }

  async question(): Promise<Pending> {
    return until("a question", async () => {
      const [first] = await this.pending();
      return first;
    });
  }

  async pending(): Promise<readonly Pending[]> {
    const folder = await until("the session", () => {
      if (this.#hasEnded) throw new Error(`the session has ended: ${this.stderr}`);
      return this.#folder();
    });
    const answer = await askControl(folder, { op: "pending" }, PENDING_REPLY);
    return answer.kind === "reply" && answer.reply.ok ? answer.reply.pending : [];
  }

  async resolve(check: string, decision: "once" | "session" | "deny", confirm?: true): Promise<void> {
    const more = confirm ? { confirm } : {};
    await askControl(this.#folder() ?? "", { op: "resolve", check, decision, ...more }, RESOLVE_REPLY);
  }

  /** A person allows what is asked first, until it has ended, however long that takes. Tells what was asked. */
  async allowing(running: Promise<Ran>): Promise<{ readonly ran: Ran; readonly asked: readonly string[] }> {
    const asked: string[] = [];
    let ran: Ran | undefined;
    void running.then((done) => {
      ran = done;
    });
    for (;;) {
      const [question] = await this.pending();
      if (ran !== undefined) return { ran, asked };
      if (this.#hasEnded) throw new Error(`the session ended before its line did: ${this.stderr}`);
      if (question === undefined) await Promise.race([pause(20), running]);
      else {
        asked.push(question.line);
        await this.resolve(question.id, "once");
      }
    }
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get records(): Record<string, unknown>[] {
    const file = join(this.home, ".local/state/guard/audit/permissions.jsonl");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  #folder(): string | undefined {
    const name = /session ([a-z0-9]{8})/.exec(this.stderr)?.[1];
    return name === undefined ? undefined : join(this.root, "r/guard", name);
  }

  write(name: string, text: string, mode = 0o755): string {
    const file = join(this.project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  link(target: string, name: string): void {
    symlinkSync(target, join(this.project, name));
  }

  has(name: string): boolean {
    return existsSync(join(this.project, name));
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    const killed = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
    if (!this.#hasEnded) await new Promise((done) => this.#child.on("exit", done));
    clearTimeout(killed);
    if (!this.#isGuest) rmSync(this.root, { recursive: true, force: true });
  }
}
