/** How a session ends, whoever began it: nothing waits, nothing runs, nothing is left on disk. */
import { noteHead } from "../audit/heads.ts";
import { endStrays } from "../ipc/end-strays.ts";
import { removeSessionFolder } from "../ipc/session-folder.ts";
import type { ChangedFiles } from "./changed-files.ts";
import type { Seat } from "./seat-link.ts";
import type { SessionState } from "./session-state.ts";

/** The seat kills; if it does not say so by then, this process does it itself. */
const SEAT_LIMIT_MS = 5_000;

export interface SessionEnd {
  /** Safe to call again: there is one end. */
  begin(why: string): Promise<void>;
  /** `empty`: the seat says that nothing is left. `closed`: it is gone itself. */
  noteTreeGone(how: "empty" | "closed"): void;
}

export function createSessionEnd(state: SessionState, seat: Seat, changed: ChangedFiles): SessionEnd {
  let ended: Promise<void> | undefined;
  let treeGone: (how: "empty" | "closed") => void = () => undefined;
  const tree = new Promise<"empty" | "closed">((resolve) => {
    treeGone = resolve;
  });

  async function end(why: string): Promise<void> {
    state.approvals.end("the session ended");
    state.approvers.end(why);
    if (seat.isThere) seat.end();
    const how = seat.isThere
      ? await Promise.race([tree, limit()])
      : await Promise.race([tree, "closed" as const]);
    if (how !== "empty") endStrays(state.session);
    await changed.record(state);
    const { checks, denied } = state;
    await state.recorder.append({
      event: "session-end",
      session: state.session,
      details: { why, ...state.agentEnd, checks, denied },
    });
    const head = await state.recorder.settle();
    if (head !== undefined) noteHead(state.auditFile, state.session, head);
    removeSessionFolder(state.folder);
  }

  return {
    begin(why) {
      ended ??= end(why);
      return ended;
    },
    noteTreeGone: (how) => treeGone(how),
  };
}

function limit(): Promise<"closed"> {
  return new Promise((resolve) => {
    setTimeout(() => resolve("closed"), SEAT_LIMIT_MS).unref();
  });
}
