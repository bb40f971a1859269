/** A daemon's place for tests: the real guard-seat on a real socket, and what it says. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { waitUntil } from "./wait-until.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** $GUARD_TEST_SEAT (a build with sanitizers), the built one when it is new enough, else one compiled now. */
export function findSeat(): string | undefined {
  const { GUARD_TEST_SEAT } = process.env;
  if (GUARD_TEST_SEAT !== undefined) return GUARD_TEST_SEAT;
  const folder = join(ROOT, "shims");
  const sources = readdirSync(folder).filter((name) => /\.[ch]$/.test(name));
  const newest = Math.max(...sources.map((name) => statSync(join(folder, name)).mtimeMs));
  const built = join(ROOT, "dist/native/guard-seat");
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return built;
  const place = mkdtempSync(join(tmpdir(), "guard-seat-"));
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  try {
    execFileSync("make", ["-s", "-C", folder, `OUT=${place}`, `${place}/guard-seat`], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return join(place, "guard-seat");
  } catch {
    return undefined;
  }
}

export class SeatHost {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-host-")));
  readonly socket = join(this.folder, "seat.sock");
  readonly lines: string[] = [];
  #connection: Socket | undefined;
  #server: Server | undefined;
  readonly #children: ChildProcess[] = [];

  async listen(): Promise<this> {
    this.#server = createServer((connection) => {
      this.#connection = connection;
      let text = "";
      connection.on("data", (chunk) => {
        text += chunk.toString();
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        this.lines.push(...lines);
      });
      connection.on("error", () => undefined);
    });
    await new Promise<void>((done) => this.#server?.listen(this.socket, done));
    return this;
  }

  spawn(seat: string, program: string, argv: readonly string[], more: SeatOptions = {}): SeatRun {
    const args = [...(more.seatOptions ?? []), this.socket, "--", program, ...argv];
    const child = spawn(seat, args, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], ...more.spawn });
    this.#children.push(child);
    return new SeatRun(child);
  }

  /** Waits for a line that begins so and gives back what follows. */
  async hear(start: string): Promise<string> {
    const find = () => this.lines.find((line) => line === start || line.startsWith(`${start} `));
    await waitUntil(
      `"${start}" from the seat`,
      () => find() !== undefined,
      () => this.lines.join(", "),
    );
    return (find() ?? "").slice(start.length + 1);
  }

  say(line: string): void {
    this.#connection?.write(`${line}\n`);
  }

  async go(): Promise<number> {
    const pid = Number(await this.hear("agent"));
    this.say("go");
    return pid;
  }

  /** A daemon that is busy with something else: it hears nothing of what is said meanwhile. */
  async whileNotListening(act: () => Promise<void>): Promise<void> {
    this.#connection?.pause();
    await act();
    this.#connection?.resume();
  }

  hangUp(): void {
    this.#connection?.destroy();
  }

  close(): void {
    this.hangUp();
    this.#server?.close();
    for (const child of this.#children) if (child.exitCode === null) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface SeatOptions {
  readonly seatOptions?: readonly string[];
  readonly spawn?: SpawnOptions;
}

export class SeatRun {
  stdout = "";
  stderr = "";
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** All pipes are closed by everybody. */
  readonly closed: Promise<void>;
  /** Nobody holds its stdout any more. */
  readonly outputEnded: Promise<void>;
  readonly pid: number;

  constructor(child: ChildProcess) {
    this.pid = child.pid ?? -1;
    child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((done) => child.on("exit", (code, signal) => done({ code, signal })));
    this.outputEnded = new Promise((done) => child.stdout?.on("end", () => done()));
    this.closed = new Promise((done) => child.on("close", () => done()));
  }
}
