/** Starts this session's daemon, and the pipe over which launcher and daemon talk. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { serveChildPipe } from "../ipc/inherited.ts";
import type { Connection } from "../ipc/listen.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import type { ToDaemon, ToLauncher } from "../protocol/launcher-messages.ts";

/** The daemon ended, or its words make no sense: in either case there is none. */
export interface Gone {
  readonly op: "gone";
  readonly reason: string;
}

export interface DaemonLink {
  send(message: ToDaemon): void;
  /** The next message, in order. After `gone` there is only `gone`. */
  next(): Promise<ToLauncher | Gone>;
  /** When it does not listen any more. */
  kill(): void;
}

/** A small nursery: 90 MB after 100,000 checks instead of 120. The build makes code caches for just these flags. */
const DAEMON_FLAGS = ["--max-semi-space-size=4"];

export function startDaemon(daemonFile: string, sessionFolder: string, env: NodeJS.ProcessEnv): DaemonLink {
  const log = openSync(join(sessionFolder, "control/daemon.log"), "wx+", 0o600);
  // Options for the user's own node programs are not for this one; reading certificates doubles its start.
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...daemonEnv } = env;
  const child = spawn(process.execPath, [...DAEMON_FLAGS, daemonFile], {
    // A session of its own: a Ctrl-C is for the agent.
    detached: true,
    cwd: "/",
    env: daemonEnv,
    stdio: ["ignore", "ignore", log, "pipe"],
  });
  // Loaded while the daemon starts: it has nothing to say before that. What comes meanwhile stays in order.
  const messages = import("../protocol/launcher-messages.ts");
  const inbox = createInbox();
  const put = (read: (schema: Awaited<typeof messages>["TO_LAUNCHER"]) => ToLauncher | Gone) =>
    void messages.then(({ TO_LAUNCHER }) => inbox.put(read(TO_LAUNCHER)));
  const gone = (reason: string) => put(() => ({ op: "gone", reason: readFirstLine(log) ?? reason }));
  let connection: Connection | undefined;
  child.on("error", (error) => gone(error.message));
  const pipe = child.stdio[3];
  if (pipe) {
    serveChildPipe(pipe as Duplex, CONTROL_LIMIT_BYTES, (opened) => {
      connection = opened;
      return {
        onFrame: (payload) =>
          put((schema) => {
            const parsed = parseJson(payload, schema);
            return parsed.kind === "message" ? parsed.message : { op: "gone", reason: parsed.reason };
          }),
        onBroken: gone,
        onClose: () => gone("it ended"),
      };
    });
  }
  return {
    send: (message) => void connection?.send(Buffer.from(JSON.stringify(message), "utf8")),
    next: inbox.take,
    kill: () => void child.kill("SIGKILL"),
  };
}

interface Inbox {
  put(message: ToLauncher | Gone): void;
  take(): Promise<ToLauncher | Gone>;
}

function createInbox(): Inbox {
  const waiting: (ToLauncher | Gone)[] = [];
  let taker: ((message: ToLauncher | Gone) => void) | undefined;
  let last: Gone | undefined;
  return {
    put(message) {
      if (last !== undefined) return;
      if (message.op === "gone") last = message;
      if (taker === undefined) waiting.push(message);
      else {
        const take = taker;
        taker = undefined;
        take(message);
      }
    },
    take() {
      const message = waiting.shift() ?? last;
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve) => {
        taker = resolve;
      });
    },
  };
}

/** What the daemon said before it died; its file may be removed by then, the open one is not. */
function readFirstLine(log: number): string | undefined {
  const bytes = Buffer.alloc(1000);
  try {
    const length = readSync(log, bytes, 0, bytes.length, 0);
    closeSync(log);
    const [line = ""] = bytes.toString("utf8", 0, length).split("\n");
    return line === "" ? undefined : line.replace(/^guard daemon: /, "");
  } catch {
    return undefined;
  }
}
