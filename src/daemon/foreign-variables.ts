/**
 * Variables that bring other code into a program (LD_PRELOAD, NODE_OPTIONS …), or other start-up files into a shell. A shell's
 * line that sets them is judged as a line; who sets them in its own memory is seen here only. The gate leaves out the user's own;
 * what was judged once is inherited by what that program starts. What a process tells of itself later is not believed.
 */
import { existsSync } from "node:fs";
import type { GateExec } from "../protocol/gate-messages.ts";
import { type ChainLink, findChain, type TreeTop } from "./process-chain.ts";
import { bringsCode, isHandedOn, nameOf } from "./variable-readers.ts";

export interface ForeignVariables {
  /** Those that are new, as NAME=VALUE. */
  find(exec: GateExec, top: TreeTop): readonly string[];
  /**
   * It was judged with them, and allowed: what it starts has them too. Only those that concern it: of `env` with a BASH_ENV
   * nobody was asked about that file, and the bash that it starts would read it.
   */
  accept(exec: GateExec, top: TreeTop): void;
}

interface Known {
  readonly startTicks: number;
  readonly settings: ReadonlySet<string>;
}

const PRUNE_ABOVE = 512;

/** `isAgents`: one of the agent's own processes gives this to what it starts, as its data say. */
export function createForeignVariables(
  isAgents: (exec: GateExec, setting: string) => boolean,
): ForeignVariables {
  const known = new Map<number, Known>();

  /** Of the process itself before its exec, or of the nearest above it that had any. */
  function inherited(chain: readonly ChainLink[]): ReadonlySet<string> {
    for (const link of chain) {
      const found = known.get(link.pid);
      if (found?.startTicks === link.startTicks) return found.settings;
    }
    return NONE;
  }

  return {
    find(exec, top) {
      const settings = exec.env.filter((setting) => bringsCode(exec, setting));
      if (settings.length === 0) return [];
      const chain = findChain(Number(exec.pid), top);
      const old = inherited(chain);
      const above = chain.slice(1).map(({ program }) => program);
      return settings.filter(
        (setting) => !old.has(setting) && !isAgents(exec, setting) && !isHandedOn(nameOf(setting), above),
      );
    },
    accept(exec, top) {
      const { pid, start, env } = exec;
      const judged = env.filter((setting) => bringsCode(exec, setting));
      if (judged.length === 0) return;
      const settings = new Set([...inherited(findChain(Number(pid), top)), ...judged]);
      known.set(Number(pid), { startTicks: Number(start), settings });
      if (known.size <= PRUNE_ABOVE) return;
      for (const other of known.keys()) if (!existsSync(`/proc/${other}`)) known.delete(other);
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
