/** The real daemon, started as guard run does it, with folders of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { decodeFields, encodeFields } from "../../src/protocol/fields.ts";
import { encodeFrame, FrameReader } from "../../src/protocol/frame.ts";
import { encodeJson } from "../../src/protocol/json-frame.ts";
import type { StartMessage, ToDaemon, ToLauncher } from "../../src/protocol/launcher-messages.ts";

const DAEMON = resolve(import.meta.dirname, "../../bin/guard-daemon.cjs");

export type Fields = Readonly<Record<string, string>>;

export class TestDaemon {
  readonly home: string;
  readonly session: string;
  readonly folder: string;
  readonly project: string;
  readonly auditFile: string;
  readonly database: string;
  readonly child: ChildProcess;
  readonly exited: Promise<number | string>;
  /** What guard run finds when nothing of the tree is left. */
  changed: readonly string[] | "nobody answers" = [];
  readonly #received: ToLauncher[] = [];
  #wake: () => void = () => undefined;
  #stderr = "";

  /** `at`: a home that outlives this daemon, or a session beside others. */
  constructor(env: NodeJS.ProcessEnv = {}, at: { readonly home?: string; readonly session?: string } = {}) {
    this.home = at.home ?? mkdtempSync("/tmp/daemon-test-");
    this.session = at.session ?? "abcdefgh";
    this.folder = join(this.home, "run", this.session);
    this.project = join(this.home, "project");
    this.database = join(this.home, ".local/state/guard/audit.db");
    this.auditFile = join(this.home, ".local/state/guard/audit/permissions.jsonl");
    mkdirSync(join(this.folder, "agent"), { recursive: true, mode: 0o700 });
    mkdirSync(join(this.folder, "control"), { recursive: true, mode: 0o700 });
    mkdirSync(join(this.project, ".git"), { recursive: true });
    this.child = spawn(process.execPath, ["--max-semi-space-size=4", DAEMON], {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: this.home, ...env },
      cwd: this.project,
      detached: true,
    });
    this.child.stderr?.on("data", (text) => {
      this.#stderr += text;
    });
    this.exited = new Promise((done) => {
      this.child.on("exit", (code, signal) => {
        done(signal ?? code ?? -1);
        this.#wake();
      });
    });
    const reader = new FrameReader(1 << 22);
    this.#pipe.on("data", (chunk: Buffer) => {
      const outcome = reader.push(chunk);
      if (outcome.kind === "broken") throw new Error(outcome.reason);
      for (const frame of outcome.frames) this.#take(JSON.parse(frame.toString()) as ToLauncher);
      this.#wake();
    });
    this.#pipe.on("error", () => undefined);
  }

  #take(message: ToLauncher): void {
    if (message.op === "tree-gone" && this.changed !== "nobody answers")
      this.send({ op: "changed", files: [...this.changed], count: this.changed.length });
    this.#received.push(message);
  }

  get #pipe(): Socket {
    return this.child.stdio[3] as Socket;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get records(): Record<string, unknown>[] {
    const lines = readFileSync(this.auditFile, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  send(message: ToDaemon): void {
    this.#pipe.write(encodeJson(message));
  }

  hangUp(): void {
    this.#pipe.destroy();
  }

  /** Takes the next message of this kind; others before it are dropped. */
  async next<Op extends ToLauncher["op"]>(op: Op): Promise<Extract<ToLauncher, { op: Op }>> {
    for (;;) {
      const message = this.#received.shift();
      if (message?.op === op) return message as Extract<ToLauncher, { op: Op }>;
      if (message !== undefined) continue;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the daemon ended before ${op}: ${this.#stderr}`);
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  async start(more: Partial<StartMessage> = {}): Promise<Extract<ToLauncher, { op: "ready" }>> {
    this.send({
      op: "start",
      session: this.session,
      folder: this.folder,
      cwd: this.project,
      launcherPid: process.pid,
      agent: ["true"],
      program: "/bin/true",
      console: "none",
      profiles: [],
      tier: "test",
      gate: "off",
      confined: "off",
      sandboxes: "refused",
      reveals: [],
      ...more,
    });
    return this.next("ready");
  }

  connect(): Promise<AgentConnection> {
    return AgentConnection.open(join(this.folder, "agent/agent.sock"));
  }

  /** One check on a connection of its own. */
  async ask(fields: Fields): Promise<Fields> {
    const connection = await this.connect();
    try {
      return await connection.ask(fields);
    } finally {
      connection.close();
    }
  }

  line(line: string, more: Fields = {}): Promise<Fields> {
    return this.ask(lineCheck(line, this.project, more));
  }

  async stop(): Promise<void> {
    this.hangUp();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.exited;
    clearTimeout(timer);
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Above every pid that Linux gives: no lease belongs to it, none is given. */
const NOBODY = "4194999";

export function lineCheck(line: string, cwd: string, more: Fields = {}): Fields {
  return {
    op: "check",
    id: "1",
    layer: "hook",
    kind: "line",
    shell: "bash",
    pid: NOBODY,
    cwd,
    line,
    ...more,
  };
}

/** A raw client: it can also send what no client of ours would. */
export class AgentConnection {
  readonly socket: Socket;
  readonly #reader = new FrameReader(1 << 22);
  readonly #frames: Buffer[] = [];
  #closed: "no" | "yes" = "no";
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      const outcome = this.#reader.push(chunk);
      if (outcome.kind === "frames") this.#frames.push(...outcome.frames);
      this.#wake();
    });
    const close = () => {
      this.#closed = "yes";
      this.#wake();
    };
    socket.on("error", close);
    socket.on("close", close);
  }

  static open(path: string): Promise<AgentConnection> {
    return new Promise((done, fail) => {
      const socket = createConnection({ path });
      socket.once("error", fail);
      socket.once("connect", () => {
        socket.off("error", fail);
        done(new AgentConnection(socket));
      });
    });
  }

  sendFields(fields: Fields, args: readonly string[] = []): void {
    const all = [
      ["guard", "1"] as const,
      ...Object.entries(fields),
      ...args.map((arg) => ["arg", arg] as const),
    ];
    this.socket.write(encodeFrame(encodeFields(all)));
  }

  async ask(fields: Fields, args: readonly string[] = []): Promise<Fields> {
    this.sendFields(fields, args);
    return this.answer();
  }

  /** `{ closed: "yes" }` when the daemon closed instead. */
  async answer(): Promise<Fields> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame) {
        const decoded = decodeFields(frame);
        if (decoded.kind === "broken") throw new Error(decoded.reason);
        return Object.fromEntries([...decoded.fields].map(([key, [value = ""]]) => [key, value]));
      }
      if (this.#closed === "yes") return { closed: "yes" };
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  close(): void {
    this.socket.destroy();
  }
}
