/** What the seat reports of the agent: told to the launcher, and kept where others need it. */
import type { Connection } from "../ipc/listen.ts";
import { findProcess, stampOf } from "../ipc/process-stamp.ts";
import { writeSession } from "../ipc/session-folder.ts";
import { signalName } from "../ipc/system-names.ts";
import { noteHeld, noteNoKeeper, noteShown } from "./keeper.ts";
import { noteAgentView } from "./known-views.ts";
import { finish, lose, type Running, report } from "./running.ts";
import type { KeeperReport, SeatReport } from "./seat-link.ts";
import { createSeatPulse, type SeatPulse } from "./seat-pulse.ts";
import { sessionRecord } from "./session-record.ts";
import { addNotice, type SessionState } from "./session-state.ts";

/** HUP, INT, QUIT, TERM, the same everywhere: whoever sends one wants an end. */
const DEADLY: ReadonlySet<number> = new Set([1, 2, 3, 15]);

/** A user's signal for the agent. The seat may not be there yet: it must not be lost. */
export function passSignal(signal: number, { state, seat, earlySignals, pulse }: Running): void {
  if (state.agentPid === undefined) {
    earlySignals.push(signal);
    return;
  }
  seat.signal(signal);
  if (DEADLY.has(signal)) pulse?.expectSoon();
}

function startPulse(running: Running, launcher: Connection): SeatPulse {
  const { state, seat } = running;
  return createSeatPulse({
    ping: seat.ping,
    onSlow: () =>
      addNotice(
        state,
        "the exec gate does not answer: something holds it in the kernel, perhaps a file system that hangs; all programs below it wait; SIGTERM to guard run ends the session",
      ),
    onGivenUp() {
      if (state.seatPid !== undefined) endProcess(state.seatPid);
      lose(running, launcher, "the exec gate hung, and was ended");
    },
  });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

export function takeReport(heard: SeatReport, running: Running, launcher: Connection): void {
  switch (heard.kind) {
    case "agent":
      noteAgent(heard.pid, running);
      report({ op: "agent", pid: heard.pid }, running, launcher);
      running.pulse ??= startPulse(running, launcher);
      // Nothing below guard runs before the daemon has said so, here.
      for (const signal of running.earlySignals.splice(0)) running.seat.signal(signal);
      if (running.rootVerdict?.kind === "allow") running.seat.go();
      else running.seat.end();
      return;
    case "stopped":
      report({ op: "stopped", signal: heard.signal }, running, launcher);
      return;
    case "pong":
      running.pulse?.beat();
      return;
    case "continued":
      report({ op: "continued" }, running, launcher);
      return;
    case "exited":
      noteAgentEnd({ exit_code: heard.code }, running);
      report({ op: "exited", code: heard.code }, running, launcher);
      return;
    case "killed":
      noteAgentEnd({ signal: signalName(heard.signal) }, running);
      report({ op: "killed", signal: heard.signal }, running, launcher);
      return;
    case "failed":
      running.agentEnded = true;
      report({ op: "failed", errno: heard.errno }, running, launcher);
      return;
    case "keeper":
    case "no-keeper":
    case "held":
    case "shown":
    case "unkept":
      takeKeeperReport(heard, running, launcher);
      return;
    case "empty":
    case "closed":
      noteTreeGone(heard.kind, running, launcher);
  }
}

/** For the record too, whoever ended it: that says why. */
function noteAgentEnd(how: NonNullable<SessionState["agentEnd"]>, running: Running): void {
  running.agentEnded = true;
  running.state.agentEnd = how;
}

function takeKeeperReport(heard: KeeperReport, running: Running, launcher: Connection): void {
  const { state } = running;
  switch (heard.kind) {
    case "keeper":
      state.hasKeeper = true;
      return;
    case "no-keeper":
      return noteNoKeeper(heard.errno, state, launcher);
    case "held":
      return noteHeld(heard.number, state, launcher);
    case "shown":
      return noteShown(heard.number, state, launcher);
    case "unkept":
      lose(
        running,
        launcher,
        "what is hidden from the agent can no longer be kept so: guard's keeper is gone",
      );
  }
}

function noteTreeGone(how: "empty" | "closed", running: Running, launcher: Connection): void {
  running.end.noteTreeGone(how);
  if (!running.agentEnded) report({ op: "seat-lost" }, running, launcher);
  if (running.launcher === "keep") void finish(running, launcher, "nothing is left to guard");
  else if (how === "closed")
    void finish(running, launcher, running.agentEnded ? "the agent ended" : "the agent's parent is gone");
}

export function noteAgent(pid: number, { state, rootVerdict }: Running): void {
  state.agentPid = pid;
  if (state.projectMount !== "unconfined") noteAgentView(pid);
  const agent = findProcess(pid);
  if (agent === undefined) return;
  if (rootVerdict?.kind === "allow" && rootVerdict.result)
    state.leases.give({
      pid,
      startTicks: agent.startTicks,
      check: rootVerdict.check,
      holder: "shell",
      result: rootVerdict.result,
      reach: "below",
      until: "end",
      files: Promise.resolve(new Map()),
    });
  // Without a seat the launcher is the parent.
  if (agent.parentPid !== state.launcherPid) state.seatPid = agent.parentPid;
  writeSession(state.folder, sessionRecord(state, { seat: stampOf(agent.parentPid) }));
}
