/** Interactive shells that told of themselves, and shells that have asked: what state each is in. */
import { readFileSync } from "node:fs";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import { findProcess } from "../ipc/process-stamp.ts";
import type { ChainLink } from "./process-chain.ts";

/** `starting`: it reads its start-up files. `prompt`: it waits for a line. `running`: a line was allowed. */
export type ShellState = "starting" | "prompt" | "running";

export interface Shells {
  note(shell: ProcessStamp, state: "prompt" | "running"): void;
  /** Counts once for a process: it cannot go back to its start. */
  noteStart(shell: ProcessStamp): void;
  /** A shell has asked for its own line or script: it is past its start-up files. */
  noteAsked(shell: ProcessStamp): void;
  /** The state of the nearest shell above (or the process itself); undefined: none is known. */
  stateFor(chain: readonly ChainLink[]): ShellState | undefined;
}

interface Known extends ProcessStamp {
  readonly state: ShellState | "asked";
}

const PRUNE_ABOVE = 256;

/** `home`: the user's own; a profile from elsewhere is no profile. */
export function createShells(home: string): Shells {
  const known = new Map<number, Known>();
  let pruneAt = PRUNE_ABOVE;

  function set({ pid, startTicks }: ProcessStamp, state: Known["state"]): void {
    known.set(pid, { pid, startTicks, state });
    if (known.size <= pruneAt) return;
    for (const { pid: other, startTicks: since } of known.values())
      if (findProcess(other)?.startTicks !== since) known.delete(other);
    pruneAt = Math.max(PRUNE_ABOVE, known.size * 2);
  }

  const isKnown = ({ pid, startTicks }: ProcessStamp) => known.get(pid)?.startTicks === startTicks;
  const find = (link: ChainLink): Known | undefined => {
    const found = known.get(link.pid);
    return found?.startTicks === link.startTicks ? found : undefined;
  };

  return {
    note: set,
    noteStart(shell) {
      if (!isKnown(shell)) set(shell, "starting");
    },
    noteAsked(shell) {
      if (!isKnown(shell)) set(shell, "asked");
    },
    stateFor(chain) {
      for (const link of chain) {
        const found = find(link);
        if (found) return found.state === "asked" ? undefined : found.state;
        if (isLoginShell(link) && hasHome(link, home)) return "starting";
      }
      return undefined;
    },
  };
}

/** It has not asked yet, or it would be known: what runs below it comes from its profile. */
function isLoginShell({ args: [name = "", ...options], program }: ChainLink): boolean {
  if (!/\/(?:ba|z|da|k|fi)?sh$/.test(program ?? "")) return false;
  if (name.startsWith("-")) return true;
  for (const option of options) {
    if (!option.startsWith("-")) return false;
    if (option === "--login" || /^-[a-zA-Z]*l/.test(option)) return true;
  }
  return false;
}

function hasHome({ pid }: ChainLink, home: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0HOME=${home}\0`);
  } catch {
    return false;
  }
}
