/** From the agent's start to its end: what the daemon reports, and stops that the user's shell must see too. */
import { readFileSync } from "node:fs";
import type { AgentRun } from "./agent-run.ts";
import { endIfSilent } from "./end-if-silent.ts";
import { awaitLateSignal, type LateSignal } from "./late-signal.ts";
import { isDeadly, passSignals, stopOurselves } from "./pass-signals.ts";
import type { DaemonLink, Heard } from "./start-daemon.ts";

export type AgentEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: number }
  | { readonly kind: "failed"; readonly errno: number }
  /** Daemon or seat are gone. */
  | { readonly kind: "lost"; readonly reason: string };

export interface Watched {
  readonly run: AgentRun;
  readonly daemon: DaemonLink;
  /** The session's. */
  readonly folder: string;
  readonly where: "pty" | "inherited";
  readonly seat: "there" | "none";
  notice(text: string): void;
  /** Signals are the agent's from here on. Called when they are taken, so that none finds nobody in between. */
  taken(): void;
}

/** What the seat had to say is on its way when it ends; if nothing came by then, nothing will. */
const LAST_WORDS_MS = 1_000;

/** Signals are taken without a gap: `late` has them when the agent has ended. */
export async function watchAgent(watched: Watched): Promise<{ end: AgentEnd; late: LateSignal }> {
  const { run, daemon, where } = watched;
  const endPassing = passSignals(
    {
      onSignal: (signal) => pass(signal, watched),
      onContinue() {
        run.resume();
        daemon.send({ op: "continue" });
      },
    },
    where,
  );
  watched.taken();
  try {
    const end = await Promise.race([hearDaemon(watched), hearProcess(watched)]);
    return { end, late: awaitLateSignal(where) };
  } finally {
    endPassing();
  }
}

function pass(signal: number, { run, daemon, folder, seat }: Watched): void {
  if (seat === "none") return sendDirectly(run.pid, signal);
  daemon.send({ op: "signal", signal });
  // Where nobody can be asked (no more open files), it stays unknown whether the daemon listens.
  if (isDeadly(signal)) endIfSilent(daemon, folder).catch(() => undefined);
}

async function hearDaemon(watched: Watched): Promise<AgentEnd> {
  let agentPid: number | undefined;
  for (;;) {
    const message = await watched.daemon.next();
    if (message.op === "gone") return { kind: "lost", reason: `the daemon is gone (${message.reason})` };
    if (message.op === "agent") agentPid = message.pid;
    if (message.op === "stopped") stopWith(agentPid, message.signal, watched);
    if (message.op === "notice") watched.notice(message.text);
    const end = endIn(message);
    if (end) return end;
  }
}

function endIn(message: Heard): AgentEnd | undefined {
  switch (message.op) {
    case "exited":
      return { kind: "exited", code: message.code };
    case "killed":
      return { kind: "killed", signal: message.signal };
    case "failed":
      return { kind: "failed", errno: message.errno };
    case "seat-lost":
      return { kind: "lost", reason: "the agent's parent process is gone" };
    case "tree-ended":
      return { kind: "lost", reason: "guard could not go on" };
    default:
      return undefined;
  }
}

/** Without a seat the process is the agent. With one, the daemon knows better, unless it never heard of it. */
async function hearProcess({ run, seat }: Watched): Promise<AgentEnd> {
  const end = await run.ended;
  if (end.kind === "not-started") return { kind: "lost", reason: end.reason };
  if (seat === "none") return end;
  await new Promise((enough) => setTimeout(enough, LAST_WORDS_MS).unref());
  return { kind: "lost", reason: "the agent's parent process ended without a word" };
}

/**
 * In a pipeline the terminal has stopped (and perhaps continued) us together with the agent: then there is nothing to
 * do. In a pty nobody but us can tell the user's shell.
 */
function stopWith(agentPid: number | undefined, signal: number, { run, daemon, where }: Watched): void {
  if (where === "inherited" && (agentPid === undefined || !isStopped(agentPid))) return;
  run.release();
  stopOurselves(where === "pty" && signal === SIGTSTP ? "group" : "process");
  run.resume();
  daemon.send({ op: "continue" });
}

/** The same on every system that guard runs on, but for macOS (18). */
const SIGTSTP = process.platform === "darwin" ? 18 : 20;

function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat[stat.lastIndexOf(")") + 2] === "T";
  } catch {
    return false;
  }
}

function sendDirectly(pid: number, signal: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}
