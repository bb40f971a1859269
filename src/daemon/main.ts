/**
 * The policy daemon of one session: a process of its own that judges, records and asks. It must never allow by accident:
 * when it fails it ends, its sockets close, every asker denies and the seat ends the tree.
 */
import { join } from "node:path";
import { noteHead } from "../audit/heads.ts";
import { openInherited } from "../ipc/inherited.ts";
import type { Connection } from "../ipc/listen.ts";
import { removeSessionFolder } from "../ipc/session-folder.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { type StartMessage, TO_DAEMON, type ToDaemon } from "../protocol/launcher-messages.ts";
import { createChangedFiles } from "./changed-files.ts";
import { checkRoot } from "./check-root.ts";
import { findMoved, noteConfined } from "./confined.ts";
import { loadConversation, loadTalk } from "./control-server.ts";
import { noteAgent, passSignal, takeReport } from "./hear-seat.ts";
import { finish, lose, type Running, report, tell } from "./running.ts";
import { startSeatLink } from "./seat-link.ts";
import { createSessionEnd } from "./session-end.ts";
import type { SessionState } from "./session-state.ts";
import { startSession } from "./start-session.ts";
import { watchPlace } from "./watch-place.ts";

const LAUNCHER_FD = 3;
const LOAD_THE_REST_AFTER_MS = 150;
const TAKE_OLD_RECORDS_AFTER_MS = 10_000;

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
        running?.person?.end();
        running?.changed.end();
        if (running?.launcher === "keep" && !running.isOver) return;
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
  const { state, warnings, openRecord } = started;
  let running: Running | undefined;
  const seat = await startSeatLink(join(state.folder, "control/seat.sock"), (report) => {
    if (running) takeReport(report, running, launcher);
  });
  const changed = createChangedFiles(launcher);
  const end = createSessionEnd(state, seat, changed);
  running = {
    ...{ state, seat, end, changed },
    rootVerdict: undefined,
    launcher: "there",
    agentEnded: false,
    isLost: false,
    isOver: false,
    earlySignals: [],
    openRecord,
    endWatch: watchPlace(
      state.folder,
      (what) => lose(running, launcher, what),
      async () => {
        return findMoved(state);
      },
    ),
  };
  // An agent that has ended by then waits for nothing of it.
  setTimeout(() => void (running?.agentEnded || loadTheRest(state)), LOAD_THE_REST_AFTER_MS).unref();
  setTimeout(() => takeOldRecords(state), TAKE_OLD_RECORDS_AFTER_MS).unref();
  noteHeads(state);
  const { reveal } = state.policy.last.layers.settings;
  tell(launcher, {
    op: "ready",
    mode: state.mode,
    project: state.project,
    warnings: [...warnings],
    reveals: [...reveal],
  });
  return running;
}

const NOTE_HEAD_EVERY_MS = 60_000;

/** A session that is killed has told where the record stood not long before. */
function noteHeads({ recorder, auditFile, session }: SessionState): void {
  let noted = 0;
  const note = async (): Promise<void> => {
    const head = await recorder.settle();
    if (head === undefined || head.seq === noted) return;
    noted = head.seq;
    noteHead(auditFile, session, head);
  };
  setInterval(() => void note(), NOTE_HEAD_EVERY_MS).unref();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** At most once in a session: days pass slowly. */
function takeOldRecords({ policy, recorder }: SessionState): void {
  recorder.prune(Date.now() - policy.last.layers.settings.auditKeepDays * DAY_MS);
}

/** The agent starts meanwhile; what comes first loads its part at once. Later the files may be gone: guard was built anew. */
async function loadTheRest({ policy }: SessionState): Promise<void> {
  await policy.current().catch(() => undefined);
  await loadTalk().catch(() => undefined);
}

/** What the user wrote after --, if it is a shell's line. */
async function judgeRoot(running: Running, launcher: Connection): Promise<void> {
  const problem = await running.openRecord();
  if (problem !== undefined) {
    running.isLost = true;
    // guard run is still at work in the session's folder: it says when that may go.
    tell(launcher, { op: "refused", problems: [problem] });
    return;
  }
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
  const { seat } = running;
  switch (message.op) {
    case "agent-started":
      noteAgent(message.pid, running);
      return;
    case "confined":
      noteConfined(message, running, launcher);
      return;
    case "changed":
      return running.changed.take(message);
    case "continue":
      return seat.continue();
    case "signal":
      passSignal(message.signal, running);
      return;
    case "keep":
      running.launcher = "keep";
      return;
    case "control":
      return hearPerson(message.request, running, launcher);
    case "end":
      return finish(running, launcher, "the agent ended");
  }
}

const CONTROL_HEAD = Buffer.from('{"op":"control","message":');
const CONTROL_END = Buffer.from("}");

/** The card on guard run's own terminal: its pipe is its token. What fails concerns the card only: the agent is guarded on. */
async function hearPerson(request: unknown, running: Running, launcher: Connection): Promise<void> {
  try {
    const { startConversation } = await loadConversation();
    const send = (payload: Buffer) => launcher.send(Buffer.concat([CONTROL_HEAD, payload, CONTROL_END]));
    running.person ??= startConversation(send, running.state, "pipe");
    running.person.hear(Buffer.from(JSON.stringify(request), "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    tell(launcher, { op: "notice", text: `questions cannot be shown here: ${why}; start the session again` });
  }
}

/** stderr is the launcher's log of this process. Without a daemon every check is denied. */
function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`guard daemon: ${text}\n`);
  process.exit(1);
}
