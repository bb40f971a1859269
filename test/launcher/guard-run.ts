/** Runs the real `guard` as a user would, with folders of its own, and looks for what it leaves behind. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { isRunningWith, processesWith } from "./processes.ts";
import { waitUntil } from "./wait-until.ts";

/** Another build may be tested: $GUARD_TEST_ROOT. */
export const ROOT = process.env["GUARD_TEST_ROOT"] ?? resolve(import.meta.dirname, "../..");
export const GUARD = join(ROOT, "bin/guard");
export const isBuilt = existsSync(join(ROOT, "dist/app/daemon.cjs"));
export const hasSeat = existsSync(join(ROOT, "dist/native/guard-seat"));

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Machine {
  // Short: socket paths have a limit.
  readonly folder = realpathSync(mkdtempSync("/tmp/gm-"));
  readonly runtime = join(this.folder, "r");
  readonly work = join(this.folder, "work");
  readonly env: NodeJS.ProcessEnv;
  readonly #children: ChildProcess[] = [];
  #lastMarked: readonly number[] = [];

  constructor() {
    for (const name of ["r", "work", "home"]) mkdirSync(join(this.folder, name), { mode: 0o700 });
    const { GUARD_SESSION: _, NODE_OPTIONS: __, ...env } = process.env;
    this.env = {
      ...env,
      HOME: join(this.folder, "home"),
      XDG_RUNTIME_DIR: this.runtime,
      XDG_STATE_HOME: join(this.folder, "home/state"),
      XDG_CONFIG_HOME: join(this.folder, "home/config"),
      PWD: this.work,
      GUARD_TEST_MARK: this.folder,
    };
  }

  /** With hooks and shims only: what the gate adds has tests of its own. */
  run(args: readonly string[], options: SpawnOptions = {}): Run {
    return this.spawn(GUARD, ["run", "--gate", "off", ...args], options);
  }

  runGated(args: readonly string[], options: SpawnOptions = {}): Run {
    return this.spawn(GUARD, ["run", "--gate", "on", ...args], options);
  }

  spawn(file: string, args: readonly string[], options: SpawnOptions = {}): Run {
    const child = spawn(file, args, {
      cwd: this.work,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    this.#children.push(child);
    return new Run(child);
  }

  get marked(): number[] {
    return processesWith(this.#mark);
  }

  /** Whether nothing of it runs. To look at all processes takes 8 ms: where one is known, it alone is looked at. */
  get isQuiet(): boolean {
    if (this.#lastMarked.some((pid) => isRunningWith(pid, this.#mark))) return false;
    this.#lastMarked = this.marked;
    return this.#lastMarked.length === 0;
  }

  get #mark(): string {
    return `GUARD_TEST_MARK=${this.folder}`;
  }

  get sessions(): string[] {
    return existsSync(join(this.runtime, "guard")) ? readdirSync(join(this.runtime, "guard")) : [];
  }

  /** Everything of every session is gone: processes and folders. */
  async leavesNothing(): Promise<void> {
    const left = () => `processes ${this.marked.join(" ")}, folders ${this.sessions.join(" ")}`;
    await waitUntil("nothing to be left", () => this.sessions.length === 0 && this.isQuiet, left);
  }

  /** Questions of all sessions. As `guard pending` asks for them, without a node for each look. */
  async pending(): Promise<readonly Pending[]> {
    const folders = this.sessions.map((name) => join(this.runtime, "guard", name));
    const answers = folders.map((folder) => askControl(folder, { op: "pending" }, PENDING_REPLY));
    return (await Promise.all(answers)).flatMap((answer) =>
      answer.kind === "reply" && answer.reply.ok ? answer.reply.pending : [],
    );
  }

  dispose(): void {
    for (const child of this.#children) if (child.exitCode === null) child.kill("SIGKILL");
    for (const pid of this.marked) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone meanwhile.
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Run {
  stdout = "";
  stderr = "";
  readonly pid: number;
  readonly ended: Promise<End>;
  readonly closed: Promise<End>;

  readonly child: ChildProcess;

  constructor(child: ChildProcess) {
    this.child = child;
    this.pid = child.pid ?? -1;
    child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((done) => child.on("exit", (code, signal) => done({ code, signal })));
    this.closed = new Promise((done) => child.on("close", (code, signal) => done({ code, signal })));
  }

  shows(text: string): Promise<void> {
    return waitUntil(
      `"${text}"`,
      () => this.stdout.includes(text),
      () => `${this.stdout}\n${this.stderr}`,
    );
  }
}
