/** A daemon's place for tests of the exec gate: the real guard-seat with its gate, and whoever answers. */
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { decodeFields, encodeFields } from "../../src/protocol/fields.ts";
import { encodeFrame, FrameReader } from "../../src/protocol/frame.ts";
import { SeatHost, type SeatRun } from "../launcher/seat-host.ts";

export interface GateExec {
  readonly id: string;
  readonly pid: number;
  readonly cwd: string;
  /** What was loaded. */
  readonly path: string;
  /** The name by which it was started: a script's, when `path` is its interpreter. */
  readonly file: string;
  readonly argv: readonly string[];
}

/** A connect to a socket that is not the tree's. */
export interface GateReach {
  readonly pid: number;
  readonly kind: string;
  readonly name: string;
  readonly bound: string;
  readonly found: string;
  readonly inode: string;
}

export type GateAnswer = "allow" | "deny" | "wait";

export class GateHost {
  readonly seat = new SeatHost();
  readonly socket = join(this.seat.folder, "gate.sock");
  readonly execs: GateExec[] = [];
  /** Other words of the gate: `gone ID`, `untraceable PID`, `unreadable PID`. */
  readonly notes: string[] = [];
  /** Files that execve calls announced. */
  readonly announced: string[] = [];
  /** Announcements that became true. */
  readonly used: string[] = [];
  /** Announcements that `early` said nothing to. */
  readonly unanswered: string[] = [];
  /** What is answered to an announcement; left out: that it is judged later. */
  early?: (file: string) => "allow" | "later" | "silent";
  /** Connects that were asked about. */
  readonly reaches: GateReach[] = [];
  /** What is answered to them; left out: no. */
  reach?: (asked: GateReach) => GateAnswer;
  #server: Server | undefined;
  #connection: Socket | undefined;
  readonly #answer: (exec: GateExec) => GateAnswer;

  constructor(answer: (exec: GateExec) => GateAnswer) {
    this.#answer = answer;
  }

  async listen(): Promise<this> {
    await this.seat.listen();
    this.#server = createServer((connection) => {
      const reader = new FrameReader(1 << 20);
      this.#connection = connection;
      connection.on("error", () => undefined);
      connection.on("data", (chunk) => {
        const outcome = reader.push(chunk);
        if (outcome.kind === "broken") throw new Error(outcome.reason);
        for (const frame of outcome.frames) this.#take(frame);
      });
    });
    await new Promise<void>((done) => this.#server?.listen(this.socket, done));
    return this;
  }

  /** Starts it, says go, and waits for its end. */
  async run(
    seat: string,
    program: string,
    argv: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<SeatRun> {
    const run = this.start(seat, program, argv, env);
    await this.seat.go();
    await run.ended;
    await run.closed;
    return run;
  }

  start(seat: string, program: string, argv: readonly string[], env?: NodeJS.ProcessEnv): SeatRun {
    const seatOptions = ["--gate", this.socket, "--guarded", String(process.pid)];
    return this.seat.spawn(seat, program, argv, { seatOptions, ...(env ? { spawn: { env } } : {}) });
  }

  answer(id: string, verdict: "allow" | "deny"): void {
    const fields: [string, string][] = [
      ["guard", "1"],
      ["id", id],
      ["verdict", verdict],
      ["check", `check-${id}`],
      ...(verdict === "deny"
        ? ([
            ["reason", "the test says no"],
            ["rule", "test.deny"],
          ] as [string, string][])
        : []),
    ];
    this.#connection?.write(encodeFrame(encodeFields(fields)));
  }

  hangUp(): void {
    this.#connection?.destroy();
  }

  close(): void {
    this.hangUp();
    this.#server?.close();
    this.seat.close();
  }

  #take(frame: Buffer): void {
    const decoded = decodeFields(frame);
    if (decoded.kind === "broken") throw new Error(decoded.reason);
    const one = (key: string) => decoded.fields.get(key)?.[0] ?? "";
    const op = one("op");
    this.used.push(...(decoded.fields.get("used") ?? []));
    if (op === "announced") {
      this.announced.push(one("file"));
      const early = this.early?.(one("file"));
      const verdict = early === "allow" ? "allow" : "later";
      const fields: [string, string][] = [
        ["guard", "1"],
        ["id", one("id")],
        ["verdict", verdict],
        ["check", "early"],
      ];
      if (early !== "silent") this.#connection?.write(encodeFrame(encodeFields(fields)));
      else this.unanswered.push(one("id"));
      return;
    }
    if (op === "reach") return this.#takeReach(one);
    if (op !== "exec") {
      this.notes.push(`${op} ${one("id") || one("pid") || one("reason")}`);
      return;
    }
    const exec: GateExec = {
      id: one("id"),
      pid: Number(one("pid")),
      cwd: one("cwd"),
      path: one("path"),
      file: one("file"),
      argv: decoded.fields.get("arg") ?? [],
    };
    this.execs.push(exec);
    const answer = this.#answer(exec);
    if (answer !== "wait") this.answer(exec.id, answer);
  }

  #takeReach(one: (key: string) => string): void {
    const asked: GateReach = {
      pid: Number(one("pid")),
      kind: one("kind"),
      name: one("name"),
      bound: one("bound"),
      found: one("found"),
      inode: one("inode"),
    };
    this.reaches.push(asked);
    const answer = this.reach?.(asked) ?? "deny";
    if (answer !== "wait") this.answer(one("id"), answer);
  }
}
