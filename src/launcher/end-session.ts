/** After the agent: nothing is left running unguarded, the terminal is the user's again, the exit is the agent's. */

import { endStrays } from "../ipc/end-strays.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import { removeSessionFolder } from "../ipc/session-folder.ts";
import type { AgentRun } from "./agent-run.ts";
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
  readonly run: AgentRun;
  readonly daemon: DaemonLink;
  readonly place: SessionPlace;
  readonly options: RunOptions;
}

/** Longer than the daemon takes at most (its own limit for the seat is 5 s). */
const DAEMON_LIMIT_MS = 8_000;
const SEAT_LIMIT_MS = 3_000;

export async function endSession({ end, run, daemon, place, options }: Ending): Promise<RunExit> {
  const { say, leftovers } = options;
  if (end.kind === "lost") return endLost(end.reason, { run, place, daemon, say });
  if (leftovers === "keep") daemon.send({ op: "keep" });
  else {
    daemon.send({ op: "end" });
    await Promise.race([treeEnded(daemon), limit(DAEMON_LIMIT_MS)]);
    // The daemon does it; one that was killed on the way does not.
    removeSessionFolder(place.folder);
  }
  run.flush();
  run.release();
  return exitOf(end, options);
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

/** The seat ends everything when its daemon is gone; if the seat is gone too, it is done here. */
async function endLost(
  reason: string,
  { run, place, daemon, say }: Pick<Ending, "run" | "place" | "daemon"> & Pick<RunOptions, "say">,
): Promise<RunExit> {
  daemon.send({ op: "end" });
  await Promise.race([Promise.all([treeEnded(daemon), run.ended]), limit(SEAT_LIMIT_MS)]);
  endStrays(place.session);
  removeSessionFolder(place.folder);
  run.flush();
  run.release();
  say(`${reason}; session ${place.session} was ended with all that could be found of it`);
  return { kind: "code", code: COULD_NOT_START };
}

/** Also when the daemon is gone: then nobody else will say so. */
async function treeEnded(daemon: DaemonLink): Promise<void> {
  for (;;) {
    const { op } = await daemon.next();
    if (op === "tree-ended" || op === "gone") return;
  }
}

function limit(ms: number): Promise<void> {
  return new Promise((enough) => setTimeout(enough, ms).unref());
}
