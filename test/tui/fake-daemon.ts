/** A session as a console sees it: a real socket and token, the protocol as written, and no daemon behind it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Connection, listenForFrames } from "../../src/ipc/listen.ts";
import { stampOf } from "../../src/ipc/process-stamp.ts";
import { makeSessionFolder, removeSessionFolder, writeSession } from "../../src/ipc/session-folder.ts";
import type { Card, Ladder } from "../../src/protocol/card-messages.ts";
import { CONTROL_EVENT, type ControlEvent } from "../../src/protocol/control-events.ts";
import { CONTROL_REQUEST, type ControlRequest, HELLO } from "../../src/protocol/control-messages.ts";
import { CONTROL_REQUEST_LIMIT_BYTES } from "../../src/protocol/frame.ts";
import { parseJson } from "../../src/protocol/json-frame.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { REPLIES } from "../../src/protocol/replies-by-op.ts";
import type { Status } from "../../src/protocol/status-message.ts";
import { pendingOf, statusOf } from "./questions.ts";

export interface FakeDaemon {
  readonly session: string;
  readonly folder: string;
  /** Everything that was asked, but hello; oldest first. */
  readonly asked: ControlRequest[];
  readonly pending: Map<string, Pending>;
  readonly cards: Map<string, Card>;
  ladder: Ladder;
  /** Why nobody may subscribe. */
  refuses?: string;
  /** Called when somebody subscribes, before the answer. */
  onSubscribe?: () => void;
  status: Status;
  /** How many are connected now. */
  readonly callers: () => number;
  ask(changes?: Partial<Pending>): Pending;
  over(check: string, how: "allowed" | "denied" | "timed-out" | "withdrawn"): void;
  tell(event: ControlEvent): void;
  end(): Promise<void>;
}

export function makeRuntime(): { readonly root: string; readonly runtime: string } {
  const root = mkdtempSync(join(tmpdir(), "tui-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const runtime = join(root, "guard");
  mkdirSync(runtime);
  chmodSync(runtime, 0o700);
  return { root, runtime };
}

const TOKEN = "a-token-of-the-test";

export async function startFakeDaemon(runtime: string, changes: Partial<Status> = {}): Promise<FakeDaemon> {
  const { session, folder } = makeSessionFolder(runtime);
  const stamp = stampOf(process.pid);
  if (!stamp) throw new Error("no stamp of this process");
  writeFileSync(join(folder, "control/token"), TOKEN);
  const subscribers = new Set<Connection>();
  const callers = new Set<Connection>();
  const send = (connection: Connection, message: unknown) =>
    connection.send(Buffer.from(JSON.stringify(message), "utf8"));
  const daemon: FakeDaemon = {
    session,
    folder,
    asked: [],
    pending: new Map(),
    cards: new Map(),
    ladder: { kind: "none", because: "nothing narrow enough fits" },
    status: statusOf({ session, ...changes }),
    callers: () => callers.size,
    ask(more = {}) {
      const question = pendingOf({
        session,
        askedAtMs: Date.now(),
        expiresAtMs: Date.now() + 300_000,
        ...more,
      });
      daemon.pending.set(question.id, question);
      daemon.tell({ event: "question", question });
      return question;
    },
    over(check, how) {
      if (daemon.pending.delete(check)) daemon.tell({ event: "over", check, how });
    },
    tell(event) {
      const checked = CONTROL_EVENT.parse(event);
      for (const connection of subscribers) send(connection, checked);
    },
    async end() {
      daemon.tell({ event: "ended", why: "the agent exited" });
      for (const connection of callers) connection.end();
      await new Promise((done) => server.close(done));
      removeSessionFolder(folder);
    },
  };
  const take = (connection: Connection, payload: Buffer): void => {
    const parsed = parseJson(payload, CONTROL_REQUEST);
    if (parsed.kind === "broken") throw new Error(parsed.reason);
    const request = parsed.message;
    daemon.asked.push(request);
    if (request.op === "subscribe") {
      subscribers.add(connection);
      daemon.onSubscribe?.();
    }
    const { events, ...reply } = answer(daemon, request);
    send(connection, REPLIES[request.op].parse({ id: request.id, ...reply }));
    for (const event of events ?? []) daemon.tell(event);
  };
  const server = await listenForFrames({
    path: join(folder, "control/control.sock"),
    limitBytes: CONTROL_REQUEST_LIMIT_BYTES,
    maxConnections: 20,
    accept(connection) {
      let isIn = false;
      callers.add(connection);
      return {
        onFrame(payload) {
          if (isIn) return take(connection, payload);
          const hello = parseJson(payload, HELLO);
          isIn = hello.kind === "message" && hello.message.token === TOKEN;
          if (!isIn) connection.end();
        },
        onBroken: () => undefined,
        onClose() {
          callers.delete(connection);
          subscribers.delete(connection);
        },
      };
    },
  });
  writeSession(folder, {
    v: 1,
    session,
    launcher: stamp,
    daemon: stamp,
    agent: ["claude"],
    cwd: "/work",
    startedAtMs: Date.now(),
  });
  onTestFinished(() => void server.close());
  return daemon;
}

interface Answered {
  readonly ok: boolean;
  readonly events?: readonly ControlEvent[];
  readonly [field: string]: unknown;
}

function answer(daemon: FakeDaemon, request: ControlRequest): Answered {
  switch (request.op) {
    case "status":
      return { ok: true, status: { ...daemon.status, pending: daemon.pending.size } };
    case "pending":
      return { ok: true, pending: [...daemon.pending.values()] };
    case "subscribe":
      if (daemon.refuses !== undefined) return { ok: false, code: "FAILED", message: daemon.refuses };
      return { ok: true, status: daemon.status, pending: [...daemon.pending.values()], recent: [] };
    case "card": {
      const card = daemon.cards.get(request.check);
      return card
        ? { ok: true, card }
        : { ok: true, card: { check: request.check, parts: [], effects: [], texts: [] } };
    }
    case "ladder":
      return { ok: true, ladder: daemon.ladder };
    case "resolve":
      return resolve(daemon, request);
    case "resolve-all":
      return resolveAll(daemon, request);
    case "mode": {
      const mode = request.mode ?? daemon.status.mode;
      daemon.status = { ...daemon.status, mode };
      return { ok: true, mode, events: [{ event: "status", status: daemon.status }] };
    }
    case "revoke":
      return { ok: true, line: "npm publish" };
    case "grants":
      return { ok: true, grants: [] };
    case "focus":
      return { ok: true };
    case "suggestion": {
      const { suggestion: _gone, ...status } = daemon.status;
      daemon.status = { ...status, mode: request.mode ?? status.mode };
      return { ok: true, events: [{ event: "status", status: daemon.status }] };
    }
    case "loop": {
      daemon.status = {
        ...daemon.status,
        loops: daemon.status.loops.filter(({ id }) => id !== request.loop),
      };
      return { ok: true, events: [{ event: "status", status: daemon.status }] };
    }
  }
}

function resolve(daemon: FakeDaemon, request: Extract<ControlRequest, { op: "resolve" }>): Answered {
  const question = daemon.pending.get(request.check);
  if (!question) return { ok: false, code: "NOT_FOUND", message: "it was answered already" };
  const allows = !request.decision.startsWith("deny");
  if (allows && question.ruling === "confirm" && !request.confirm)
    return { ok: false, code: "NEEDS_CONFIRM", message: "it must be confirmed" };
  daemon.pending.delete(request.check);
  const isRemembered = request.decision !== "once" && request.decision !== "deny";
  return { ok: true, ...(isRemembered ? { grant: question.id } : {}), events: overEvents(question, allows) };
}

function resolveAll(daemon: FakeDaemon, request: Extract<ControlRequest, { op: "resolve-all" }>): Answered {
  const found = request.checks.flatMap((check) => daemon.pending.get(check) ?? []);
  const results = request.checks.map((check) => ({
    check,
    done: daemon.pending.delete(check) ? "yes" : "no",
  }));
  return { ok: true, results, events: found.flatMap((one) => overEvents(one, request.decision !== "deny")) };
}

function overEvents({ id, line }: Pending, allows: boolean): ControlEvent[] {
  const verdict = allows ? "allow" : "deny";
  return [
    { event: "over", check: id, how: allows ? "allowed" : "denied" },
    { event: "recent", recent: { check: id, atMs: Date.now(), verdict, by: "person", line, reason: "" } },
  ];
}
