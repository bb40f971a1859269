/** A person's client on a session's control socket, event by event; it can also stop reading, or be killed. */
import { readFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { CONTROL_EVENT, type ControlEvent } from "../../src/protocol/control-events.ts";
import { FrameReader } from "../../src/protocol/frame.ts";
import { encodeJson } from "../../src/protocol/json-frame.ts";

export type Reply = { readonly ok: boolean } & Readonly<Record<string, unknown>>;

export class TestApprover {
  readonly socket: Socket;
  /** Everything so far, in order. */
  readonly events: ControlEvent[] = [];
  readonly #replies = new Map<number, (reply: Reply) => void>();
  #id = 0;
  readonly #wakes = new Set<() => void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    const reader = new FrameReader(1 << 22);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      const outcome = reader.push(chunk);
      if (outcome.kind === "broken") throw new Error(outcome.reason);
      for (const frame of outcome.frames) this.#take(JSON.parse(frame.toString("utf8")));
      for (const wake of this.#wakes) wake();
      this.#wakes.clear();
    });
  }

  /** Connected and subscribed. */
  static async open(folder: string, as: "console" | "card" = "console"): Promise<TestApprover> {
    const socket = createConnection({ path: join(folder, "control/control.sock") });
    await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
    const approver = new TestApprover(socket);
    const token = readFileSync(join(folder, "control/token"), "utf8").trim();
    socket.write(encodeJson({ v: 1, op: "hello", token }));
    const reply = await approver.ask({ op: "subscribe", as });
    if (!reply.ok) throw new Error(JSON.stringify(reply));
    return approver;
  }

  #take(message: Record<string, unknown>): void {
    if ("event" in message) {
      this.events.push(CONTROL_EVENT.parse(message));
      return;
    }
    const id = Number(message["id"]);
    this.#replies.get(id)?.(message as Reply);
    this.#replies.delete(id);
  }

  ask(request: Readonly<Record<string, unknown>>): Promise<Reply> {
    const id = ++this.#id;
    this.socket.write(encodeJson({ v: 1, id, ...request }));
    return new Promise((done) => this.#replies.set(id, done));
  }

  /** The first event that fits, past or to come. */
  async find<T>(fits: (event: ControlEvent) => T | undefined): Promise<T> {
    for (let seen = 0; ; ) {
      for (; seen < this.events.length; seen++) {
        const event = this.events[seen];
        const found = event && fits(event);
        if (found !== undefined) return found;
      }
      await new Promise<void>((wake) => void this.#wakes.add(wake));
    }
  }

  close(): void {
    this.socket.destroy();
  }
}
