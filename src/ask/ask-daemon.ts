/** One connection to the daemon: sends the frame and waits, without limit, for one frame or the end. */
import { connect } from "node:net";
import { type Denial, START_AGAIN } from "./denial.ts";
import { readFrame } from "./frame.ts";

export type DaemonOutcome =
  | { readonly kind: "answered"; readonly payload: Buffer }
  | { readonly kind: "denied"; readonly denial: Denial };

export function askDaemon(socketPath: string, frame: Buffer): Promise<DaemonOutcome> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const end = (outcome: DaemonOutcome): void => {
      resolve(outcome);
      socket.destroy();
    };
    let received = Buffer.alloc(0);
    let connected = false;
    socket.on("connect", () => {
      connected = true;
      socket.write(frame);
    });
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      const arrival = readFrame(received);
      if (arrival.kind === "whole") end({ kind: "answered", payload: arrival.payload });
      if (arrival.kind === "unusable") end({ kind: "denied", denial: UNREADABLE });
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end({ kind: "denied", denial: connected ? UNANSWERED : unreachable(error.code ?? error.message) }),
    );
    socket.on("close", () => end({ kind: "denied", denial: UNANSWERED }));
  });
}

const UNREADABLE: Denial = {
  reason: `the answer of the guard daemon cannot be read; ${START_AGAIN}`,
  rule: "guard.bad-answer",
};

const UNANSWERED: Denial = {
  reason: `the guard daemon ended the connection without an answer; if it does so again, ${START_AGAIN}`,
  rule: "guard.no-answer",
};

function unreachable(code: string): Denial {
  const rule = "guard.no-daemon";
  if (code === "ENOENT" || code === "ECONNREFUSED") {
    return { reason: `the guard daemon of this session is gone; ${START_AGAIN}`, rule };
  }
  // seccomp filters, as man has one, and other confinements.
  if (code === "ENOSYS" || code === "EPERM" || code === "EACCES") {
    const reason =
      "guard cannot be asked: the sandbox of the program that started this forbids sockets; run the command outside of it";
    return { reason, detail: code, rule: "guard.no-socket" };
  }
  return {
    reason: `the guard daemon of this session cannot be reached; ${START_AGAIN}`,
    detail: code,
    rule,
  };
}
