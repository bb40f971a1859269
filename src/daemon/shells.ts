/** Interactive shells that told of themselves, and shells that have asked: what state each is in. */
import { basename } from "node:path";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import { findProcess, isAlive } from "../ipc/process-stamp.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";

/** `starting`: it reads its start-up files. `prompt`: it waits for a line. `running`: a line was allowed. */
export type ShellState = "starting" | "prompt" | "running";

export interface Shells {
  note(shell: ProcessStamp, state: "prompt" | "running"): void;
  /** Counts once for a process: it cannot go back to its start. */
  noteStart(shell: ProcessStamp): void;
  /** A shell has asked for its own line or script: it is past its start-up files. */
  noteAsked(pid: number): void;
  /** The state of the nearest shell above (or the process itself); undefined: none is known. `agentPid`: what the user started. */
  stateFor(chain: readonly ChainLink[], agentPid: number | undefined): ShellState | undefined;
}

interface Known extends ProcessStamp {
  readonly state: ShellState;
}

const PRUNE_ABOVE = 256;
const PRUNE_ASKED_ABOVE = 512;

/** Where the user's own start-up files are, and guard's hooks. */
export interface StartUp {
  readonly home: string;
  /** The session's agent/ folder. */
  readonly hooks: string;
  /** With it no hook asks for a line or a file: what they start is judged by the gate (start-up-files.ts). */
  readonly gate: "on" | "off";
}

/** No start-up file takes so long. A shell that never tells of its prompt must not count as starting for ever. */
const STARTING_MS = 60_000;

export function createShells(
  startUp: StartUp,
  nowMs: () => number = performance.now.bind(performance),
): Shells {
  const madeAtMs = nowMs();
  const isTooLate = () => startUp.gate === "on" && nowMs() - madeAtMs > STARTING_MS;
  const known = new Map<number, Known>();
  const asked = new Set<number>();
  let pruneAt = PRUNE_ABOVE;
  let pruneAskedAt = PRUNE_ASKED_ABOVE;

  function set({ pid, startTicks }: ProcessStamp, state: Known["state"]): void {
    known.set(pid, { pid, startTicks, state });
    if (known.size <= pruneAt) return;
    for (const { pid: other, startTicks: since } of known.values())
      if (findProcess(other)?.startTicks !== since) known.delete(other);
    pruneAt = Math.max(PRUNE_ABOVE, known.size * 2);
  }

  const isKnown = ({ pid, startTicks }: ProcessStamp) => known.get(pid)?.startTicks === startTicks;
  /** With the gate only the shell that the user started counts; to look at the others takes time. */
  const mayBeStarting = ({ pid }: ChainLink, agentPid: number | undefined): boolean =>
    startUp.gate === "off" || (pid === agentPid && !isTooLate());
  const find = (link: ChainLink): Known | undefined => {
    const found = known.get(link.pid);
    if (found?.startTicks !== link.startTicks) return undefined;
    return found.state === "starting" && isTooLate() ? undefined : found;
  };

  return {
    note: set,
    noteStart(shell) {
      if (!isKnown(shell)) set(shell, "starting");
    },
    noteAsked(pid) {
      if (known.get(pid)?.state === "starting") known.delete(pid);
      asked.add(pid);
      if (asked.size <= pruneAskedAt) return;
      // Only the dead are forgotten. A pid that comes again is at worst asked about more.
      for (const other of asked) if (!isAlive({ pid: other, startTicks: 0 })) asked.delete(other);
      pruneAskedAt = Math.max(PRUNE_ASKED_ABOVE, asked.size * 2);
    },
    stateFor(chain, agentPid) {
      for (const [index, link] of chain.entries()) {
        const found = find(link)?.state;
        if (found !== undefined) return found;
        if (asked.has(link.pid)) return undefined;
        if (mayBeStarting(link, agentPid) && isItself(chain, index) && isStarting(link, startUp, agentPid))
          return "starting";
      }
      return undefined;
    },
  };
}

/** A fork of a shell is that shell: it is its parent that has asked, or not. */
function isItself(chain: readonly ChainLink[], index: number): boolean {
  const [link, parent] = chain.slice(index, index + 2);
  return link !== undefined && (parent === undefined || !isSubshell(link, parent));
}

/**
 * A login shell that reads the user's own profile and will then ask for its line: a hook waits for it. One that no hook
 * sees (`sh`, `--posix`, `zsh -f`) never asks, so what it starts is a check like any other.
 */
function isStarting(link: ChainLink, { home, hooks, gate }: StartUp, agentPid: number | undefined): boolean {
  const [name = "", ...args] = link.args;
  const options = args.slice(0, args.findIndex((arg) => !/^[-+]/.test(arg)) >>> 0);
  const shell = /\/(bash|zsh)$/.exec(link.program ?? "")?.[1];
  const login =
    name.startsWith("-") || options.some((option) => option === "--login" || /^-[cl]*l/.test(option));
  if (shell === undefined || !login || basename(name.replace(/^-/, "")) !== shell) return false;
  if (!options.every((option) => PLAIN_OPTION.test(option)) || link.variable("HOME") !== home) return false;
  if (HOOK_LOSERS[shell as keyof typeof HOOK_LOSERS].some((other) => link.variable(other) !== undefined))
    return false;
  if (gate === "on" && (args.length > options.length || link.pid !== agentPid)) return false;
  if (shell === "zsh") return link.variable("ZDOTDIR") === `${hooks}/hook.zsh`;
  // Without a line and without a file it may be interactive: then bash reads no BASH_ENV, and PROMPT_COMMAND is easily lost.
  return args.length > options.length
    ? link.variable("BASH_ENV") === `${hooks}/hook.bash`
    : link.pid === agentPid && link.variable("PROMPT_COMMAND") === `. '${hooks}/rc-prompt.bash'`;
}

/** Variables with which a shell may pass its hook by: bash in POSIX or privileged mode, zsh without functions in functions. */
const HOOK_LOSERS = { bash: ["POSIXLY_CORRECT", "SHELLOPTS"], zsh: ["FUNCNEST"] } as const;

/** The others may take the hook away. */
const PLAIN_OPTION = /^(?:-[cl]+|--login|--norc|--noprofile)$/;
