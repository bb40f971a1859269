/** After the agent: nothing is left running unguarded, the terminal is the user's again, the exit is the agent's. */

import { endStrays } from "../ipc/end-strays.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import { removeSessionFolder } from "../ipc/session-folder.ts";
import type { AgentRun } from "./agent-run.ts";
import type { LateSignal } from "./late-signal.ts";
import { limit } from "./limit.ts";
import {
  COULD_NOT_START,
  DENIED_OR_NOT_EXECUTABLE,
  NOT_FOUND,
  type RunExit,
  type RunOptions,
} from "./run-options.ts";
import type { DaemonLink } from "./start-daemon.ts";
import type { AgentEnd } from "./watch-agent.ts";

export interface Ending {
  readonly end: AgentEnd;
  readonly late: LateSignal;
  readonly run: AgentRun;
  readonly daemon: DaemonLink;
  readonly place: SessionPlace;
  readonly options: RunOptions;
  /** Said when the terminal is free. */
  notice(text: string): void;
  /** What the session came to: said last. */
  ended(text: string): void;
}

/** Longer than the daemon takes at most (its own limit for the seat is 5 s). */
const DAEMON_LIMIT_MS = 8_000;
const SEAT_LIMIT_MS = 3_000;
/** Whoever sends a signal does not want to wait; the seat itself takes half a second for what does not listen. */
const LATE_LIMIT_MS = 2_000;

export async function endSession(ending: Ending): Promise<RunExit> {
  const { end, late, run, daemon, place, options } = ending;
  if (end.kind === "lost") return endLost(end.reason, ending);
  if (options.leftovers === "keep") daemon.send({ op: "keep" });
  else {
    daemon.send({ op: "end" });
    const ended = await Promise.race([treeEnded(ending), patience(DAEMON_LIMIT_MS, ending)]);
    if (ended === "too late") await endByForce(ending);
    // The daemon does it; one that was killed on the way does not.
    removeSessionFolder(place.folder);
  }
  run.flush();
  run.release();
  late.stop();
  return late.signal === undefined ? exitOf(end, options) : { kind: "signal", signal: late.signal };
}

/** A late signal gives the terminal back at once: whoever sent it may send kill -9 next. */
async function patience(ms: number, { late, run }: Ending): Promise<"too late"> {
  const hurried = late.came.then(() => {
    run.release();
    return limit(LATE_LIMIT_MS);
  });
  return Promise.race([limit(ms), hurried]);
}

/** Without its daemon the seat ends everything; what no seat ends is ended here. */
async function endByForce({ run, daemon, place }: Ending): Promise<void> {
  daemon.kill("it did not end in time");
  await Promise.race([run.ended, limit(SEAT_LIMIT_MS)]);
  endStrays(place.session);
}

function exitOf(end: Exclude<AgentEnd, { kind: "lost" }>, { agent, say }: RunOptions): RunExit {
  if (end.kind === "exited") return { kind: "code", code: end.code };
  if (end.kind === "killed") return { kind: "signal", signal: end.signal };
  say(`${agent[0]} could not be started: ${START_PROBLEMS[end.errno] ?? `error ${end.errno}`}`);
  return { kind: "code", code: end.errno === ENOENT ? NOT_FOUND : DENIED_OR_NOT_EXECUTABLE };
}

const ENOENT = 2;

/** The file itself was found and may be executed. */
const START_PROBLEMS: Readonly<Record<number, string>> = {
  [ENOENT]: "the interpreter in its first line, or its loader, is not there",
  7: "its arguments and variables are too long",
  8: "it is not a program for this machine",
  13: "permission denied (its interpreter, or a file system without programs)",
};

/** Daemon or seat are gone: the other one ends everything; if that does not happen, it is done here. */
async function endLost(reason: string, ending: Ending): Promise<RunExit> {
  const { run, daemon, late, place } = ending;
  daemon.send({ op: "end" });
  const ended = Promise.all([treeEnded(ending), run.ended]);
  if ((await Promise.race([ended, patience(SEAT_LIMIT_MS, ending)])) === "too late") await endByForce(ending);
  else endStrays(place.session);
  removeSessionFolder(place.folder);
  run.flush();
  run.release();
  late.stop();
  ending.options.say(`${reason}; session ${place.session} was ended with all that could be found of it`);
  return { kind: "code", code: COULD_NOT_START };
}

/** Also when the daemon is gone: then nobody else will say so. */
async function treeEnded({ daemon, notice, ended, place }: Ending): Promise<void> {
  for (;;) {
    const message = await daemon.next();
    if (message.op === "notice") notice(message.text);
    // Where nothing was checked there is nothing to keep.
    if (message.op === "tree-ended" && message.record !== undefined && message.record.checks > 0) {
      const { checks, denied, head } = message.record;
      const words = denied === 0 ? `${checks} checked` : `${checks} checked, ${denied} denied`;
      ended(`session ${place.session} ended: ${words}, record ${head}`);
    }
    if (message.op === "tree-ended" || message.op === "gone") return;
  }
}
