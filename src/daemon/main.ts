/**
 * The policy daemon of one session: a process of its own that judges, records and asks. It must never allow by accident:
 * when it fails it ends, its sockets close, every asker denies and the seat ends the tree.
 */
import { join } from "node:path";
import { openInherited } from "../ipc/inherited.ts";
import type { Connection } from "../ipc/listen.ts";
import { findProcess, stampOf } from "../ipc/process-stamp.ts";
import { removeSessionFolder, writeSession } from "../ipc/session-folder.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import {
  type StartMessage,
  TO_DAEMON,
  type ToDaemon,
  type ToLauncher,
} from "../protocol/launcher-messages.ts";
import { checkRoot, type RootVerdict } from "./check-root.ts";
import { loadTalk } from "./control-server.ts";
import { type Seat, type SeatReport, startSeatLink } from "./seat-link.ts";
import { createSeatPulse, type SeatPulse } from "./seat-pulse.ts";
import { createSessionEnd, type SessionEnd } from "./session-end.ts";
import { sessionRecord } from "./session-record.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { startSession } from "./start-session.ts";
import { watchPlace } from "./watch-place.ts";

const LAUNCHER_FD = 3;
const LOAD_THE_REST_AFTER_MS = 150;

interface Running {
  readonly state: SessionState;
  readonly seat: Seat;
  readonly end: SessionEnd;
  rootVerdict: RootVerdict | undefined;
  /** `keep`: the launcher is gone on purpose, the tree goes on. */
  launcher: "there" | "keep";
  agentEnded: boolean;
  /** guard cannot go on: however the agent ends now, it is not the agent's own end. */
  isLost: boolean;
  readonly earlySignals: number[];
  /** From when there is an agent. */
  pulse?: SeatPulse;
  endWatch(): void;
}

export function runDaemon(): void {
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  // A person's Ctrl-C is for the agent; this process ends with its launcher. At SIGUSR1 node would open a debugger's port.
  for (const signal of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGUSR1"] as const)
    process.on(signal, () => undefined);
  let running: Running | undefined;
  let folder: string | undefined;
  openInherited(LAUNCHER_FD, CONTROL_LIMIT_BYTES, (launcher) => {
    process.on("SIGTERM", () => lose(running, launcher, "the daemon was told to end (SIGTERM)"));
    return {
      onFrame(payload) {
        const parsed = parseJson(payload, TO_DAEMON);
        if (parsed.kind === "broken") return fail(new Error(`launcher: ${parsed.reason}`));
        const { message } = parsed;
        if (message.op === "start") {
          folder = message.folder;
          start(message, launcher)
            .then((started) => {
              running = started;
              return started && judgeRoot(started, launcher);
            })
            .catch(fail);
        } else if (running) take(message, running, launcher).catch(fail);
      },
      onBroken: (reason) => fail(new Error(`launcher: ${reason}`)),
      onClose() {
        if (running?.launcher === "keep") return;
        // It went while the session was being made.
        if (running === undefined && folder !== undefined) removeSessionFolder(folder);
        void finish(running, launcher, "guard run is gone");
      },
    };
  });
}

async function start(message: StartMessage, launcher: Connection): Promise<Running | undefined> {
  const started = await startSession(message, process.env).catch((error: unknown) => ({
    kind: "refused" as const,
    problems: [error instanceof Error ? error.message : String(error)],
  }));
  if (started.kind === "refused") {
    tell(launcher, { op: "refused", problems: [...started.problems] });
    launcher.end();
    return undefined;
  }
  const { state, warnings } = started;
  let running: Running | undefined;
  const seat = await startSeatLink(join(state.folder, "control/seat.sock"), (report) => {
    if (running) takeReport(report, running, launcher);
  });
  const end = createSessionEnd(state, seat);
  running = {
    state,
    seat,
    end,
    rootVerdict: undefined,
    launcher: "there",
    agentEnded: false,
    isLost: false,
    earlySignals: [],
    endWatch: watchPlace(state.folder, (what) =>
      lose(running, launcher, `${what}; shells below guard would run unasked`),
    ),
  };
  setTimeout(() => void loadTheRest(state), LOAD_THE_REST_AFTER_MS).unref();
  tell(launcher, { op: "ready", mode: state.mode, project: state.project, warnings: [...warnings] });
  return running;
}

/** The agent starts meanwhile; what comes first loads its part at once. Later the files may be gone: guard was built anew. */
async function loadTheRest({ policy }: SessionState): Promise<void> {
  await policy.current().catch(() => undefined);
  await loadTalk().catch(() => undefined);
}

/** What the user wrote after --, if it is a shell's line. */
async function judgeRoot(running: Running, launcher: Connection): Promise<void> {
  const verdict = await checkRoot(running.state);
  running.rootVerdict = verdict;
  const lines = verdict.kind === "deny" ? [...verdict.lines] : [];
  report({ op: "root-verdict", verdict: verdict.kind, lines }, running, launcher);
}

async function take(
  message: Exclude<ToDaemon, StartMessage>,
  running: Running,
  launcher: Connection,
): Promise<void> {
  const { state, seat } = running;
  switch (message.op) {
    case "agent-started":
      noteAgent(message.pid, running);
      return;
    case "continue":
      return seat.continue();
    case "signal":
      // The seat may not be there yet: what the user sent must not be lost.
      if (state.agentPid === undefined) running.earlySignals.push(message.signal);
      else {
        seat.signal(message.signal);
        if (DEADLY.has(message.signal)) running.pulse?.expectSoon();
      }
      return;
    case "keep":
      running.launcher = "keep";
      return;
    case "end":
      return finish(running, launcher, "the agent ended");
  }
}

/** HUP, INT, QUIT, TERM, the same everywhere: whoever sends one wants an end. */
const DEADLY: ReadonlySet<number> = new Set([1, 2, 3, 15]);

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

function takeReport(heard: SeatReport, running: Running, launcher: Connection): void {
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
      running.agentEnded = true;
      report({ op: "exited", code: heard.code }, running, launcher);
      return;
    case "killed":
      running.agentEnded = true;
      report({ op: "killed", signal: heard.signal }, running, launcher);
      return;
    case "failed":
      running.agentEnded = true;
      report({ op: "failed", errno: heard.errno }, running, launcher);
      return;
    case "empty":
    case "closed":
      noteTreeGone(heard.kind, running, launcher);
  }
}

function noteTreeGone(how: "empty" | "closed", running: Running, launcher: Connection): void {
  running.end.noteTreeGone(how);
  if (!running.agentEnded) report({ op: "seat-lost" }, running, launcher);
  if (running.launcher === "keep") void finish(running, launcher, "nothing is left to guard");
  else if (how === "closed")
    void finish(running, launcher, running.agentEnded ? "the agent ended" : "the agent's parent is gone");
}

function noteAgent(pid: number, { state, rootVerdict }: Running): void {
  state.agentPid = pid;
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

/** The user hears why, and then of the session's end only: guard run ends with 125, whatever the agent makes of its own end. */
function lose(running: Running | undefined, launcher: Connection, why: string): void {
  if (running && !running.isLost) {
    const { recorder, session } = running.state;
    tell(launcher, { op: "notice", text: why });
    // Without a seat the launcher sees the agent's end itself, and must know better before.
    if (!running.seat.isThere) report({ op: "seat-lost" }, running, launcher);
    running.isLost = true;
    void recorder.append({
      event: "notice",
      timestamp: new Date().toISOString(),
      session,
      details: { reason: why },
    });
  }
  void finish(running, launcher, why);
}

async function finish(running: Running | undefined, launcher: Connection, why: string): Promise<void> {
  running?.endWatch();
  running?.pulse?.stop();
  await running?.end.begin(why);
  tell(launcher, { op: "tree-ended" });
  launcher.end();
  // The disk may take its time; guard run need not wait for that.
  await running?.state.recorder.close();
  setImmediate(() => process.exit(0));
}

/** What becomes of the agent. */
function report(message: ToLauncher, { isLost }: Running, launcher: Connection): void {
  if (!isLost) tell(launcher, message);
}

function tell(launcher: Connection, message: ToLauncher): void {
  launcher.send(Buffer.from(JSON.stringify(message), "utf8"));
}

/** stderr is the launcher's log of this process. Without a daemon every check is denied. */
function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`guard daemon: ${text}\n`);
  process.exit(1);
}
