/** What both consoles have in common: until when they stay, how they give notice, what they say when they leave. */

import { giveDesktopNotice } from "../launcher/desktop-notice.ts";
import type { Approver } from "../tui/approver.ts";
import { questionsOf } from "../tui/front.ts";
import { limitNotices, noticeText } from "../tui/notice.ts";
import { attachSessions } from "./attach-sessions.ts";
import type { ConsoleOptions } from "./console.ts";
import { type SessionIo, say } from "./session-io.ts";

export interface Leaving {
  readonly left: Promise<number>;
  leave(status: number): void;
}

export function createLeaving(): Leaving {
  let leave: (status: number) => void = () => undefined;
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  return { left, leave };
}

export async function stayUntilLeft(
  approver: Approver,
  { session, until }: ConsoleOptions,
  io: SessionIo,
  { left, leave }: Leaving,
): Promise<number> {
  const onNoneLeft = (): void => {
    if (until === "sessions-end") leave(0);
  };
  const sessions = attachSessions(approver, io, session, onNoneLeft);
  try {
    return await left;
  } finally {
    sessions.stop();
    approver.stop();
  }
}

export function noticeFor(
  { notices }: ConsoleOptions,
  { stdout, env, nowMs }: SessionIo,
  terminal: "full" | "bell",
): () => void {
  if (notices === "off") return () => undefined;
  return limitNotices(() => {
    stdout(noticeText(terminal));
    giveDesktopNotice(process.platform, env);
  }, nowMs);
}

export function sayWhatWaits({ state }: Approver, io: SessionIo): void {
  const waiting = questionsOf(state).length;
  if (waiting > 0)
    say(io, `${waiting} question${waiting === 1 ? " waits" : "s wait"} on; guard pending lists what does`);
}
