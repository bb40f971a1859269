/** Starts this session's daemon, and the pipe over which launcher and daemon talk. */
import { spawn } from "node:child_process";
import type { Duplex } from "node:stream";
import { serveChildPipe } from "../ipc/inherited.ts";
import type { Connection } from "../ipc/listen.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import type { ToDaemon, ToLauncher } from "../protocol/launcher-messages.ts";
import { explainStart, openDaemonLog } from "./daemon-log.ts";
import { createInbox, type Gone, type Heard } from "./inbox.ts";
import { limit } from "./limit.ts";

export type { Gone, Heard } from "./inbox.ts";

export interface DaemonLink {
  /** Undefined when it could not be started; then it is gone. */
  readonly pid: number | undefined;
  send(message: ToDaemon): void;
  /** The next message, in order; the person's conversation is apart. After `gone` there is only `gone`. */
  next(): Promise<Heard | Gone>;
  /** Answers and events for the card of this terminal. */
  onControl(hear: (message: unknown) => void): void;
  /** It waits for an answer (`changed`), whoever takes the messages then. */
  onTreeGone(answer: () => void): void;
  /** When it does not listen any more; the next message is that it is gone, for this reason. */
  kill(reason: string): void;
  /** We go, and it goes with us; nothing more is heard from it. Resolves when it has ended, or was killed. */
  close(): Promise<void>;
}

/** A small nursery: 90 MB after 100,000 checks instead of 120. The build makes code caches for just these flags. */
const DAEMON_FLAGS = ["--max-semi-space-size=4"];

/** For its last record. */
const CLOSE_LIMIT_MS = 2_000;

export function startDaemon(daemonFile: string, sessionFolder: string, env: NodeJS.ProcessEnv): DaemonLink {
  const log = openDaemonLog(sessionFolder);
  // Options for the user's own node programs are not for this one; reading certificates doubles its start.
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...daemonEnv } = env;
  // The folder is told here and not only by `start`: if we are killed before that, nobody else could remove it.
  const child = spawn(process.execPath, [...DAEMON_FLAGS, daemonFile, sessionFolder], {
    // A session of its own: a Ctrl-C is for the agent.
    detached: true,
    cwd: "/",
    env: daemonEnv,
    stdio: ["ignore", "ignore", log.fd, "pipe"],
  });
  // Loaded while the daemon starts: it has nothing to say before that. What comes meanwhile stays in order.
  const messages = import("../protocol/launcher-messages.ts");
  const inbox = createInbox();
  const put = (read: (schema: Awaited<typeof messages>["TO_LAUNCHER"]) => ToLauncher | Gone) =>
    void messages.then(
      ({ TO_LAUNCHER }) => inbox.put(read(TO_LAUNCHER)),
      (error: Error) => inbox.put({ op: "gone", reason: error.message }),
    );
  const gone = (reason: string) => put(() => ({ op: "gone", reason: log.takeProblem() ?? reason }));
  let connection: Connection | undefined;
  let hasSession = false;
  const exited = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", (error) => {
      resolve();
      gone(explainStart(error));
    });
  });
  const killNow = () => {
    // A child that could not be started has the number 0 inside, and that would be our own process group.
    if (child.pid !== undefined) child.kill("SIGKILL");
  };
  // Without open files or processes to be had there are no pipes at all, whatever the type says.
  const pipe = (child.stdio as typeof child.stdio | undefined)?.[3];
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
    pid: child.pid,
    send(message) {
      hasSession ||= message.op === "start";
      connection?.send(Buffer.from(JSON.stringify(message), "utf8"));
    },
    next: inbox.take,
    onControl: inbox.onControl,
    onTreeGone: inbox.onTreeGone,
    kill(reason) {
      killNow();
      put(() => ({ op: "gone", reason }));
    },
    async close() {
      inbox.close();
      if (hasSession) {
        connection?.end();
        await Promise.race([exited, limit(CLOSE_LIMIT_MS)]);
      }
      killNow();
      log.close();
    },
  };
}
