/**
 * Variables that bring other code into a program (LD_PRELOAD, NODE_OPTIONS …), or other start-up files into a shell. A shell's
 * line that sets them is judged as a line; who sets them in its own memory is seen here only. The gate leaves out the user's own;
 * what was judged once is inherited by what that program starts. What a process tells of itself later is not believed.
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { GateExec } from "../protocol/gate-messages.ts";
import { findChain, type TreeTop } from "./process-chain.ts";
import { dialectOf } from "./shell-start.ts";

export interface ForeignVariables {
  /** Names of those that are new. */
  find(exec: GateExec, top: TreeTop): readonly string[];
  /** It was judged with them, and allowed: what it starts has them too. */
  accept(exec: GateExec, top: TreeTop): void;
}

interface Known {
  readonly startTicks: number;
  readonly settings: ReadonlySet<string>;
}

const PRUNE_ABOVE = 512;

export function createForeignVariables(): ForeignVariables {
  const known = new Map<number, Known>();

  /** Of the process itself before its exec, or of the nearest above it that had any. */
  function inherited(pid: number, top: TreeTop): ReadonlySet<string> {
    for (const link of findChain(pid, top)) {
      const found = known.get(link.pid);
      if (found?.startTicks === link.startTicks) return found.settings;
    }
    return NONE;
  }

  return {
    find(exec, top) {
      const settings = exec.env.filter((setting) => countsFor(exec, setting));
      if (settings.length === 0) return [];
      const old = inherited(Number(exec.pid), top);
      return settings.filter((setting) => !old.has(setting)).map(nameOf);
    },
    accept({ pid, start, env }, top) {
      if (env.length === 0) return;
      const settings = new Set([...inherited(Number(pid), top), ...env]);
      known.set(Number(pid), { startTicks: Number(start), settings });
      if (known.size <= PRUNE_ABOVE) return;
      for (const other of known.keys()) if (!existsSync(`/proc/${other}`)) known.delete(other);
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Where a shell's start-up files are, its functions and options, mean nothing to other programs. */
const FOR_SHELLS =
  /^(?:HOME|ZDOTDIR|XDG_CONFIG_HOME|XDG_DATA_DIRS|XDG_DATA_HOME|fish_function_path|FPATH|MODULE_PATH|BASH_FUNC_.*|BASH_ENV|ENV|SHELLOPTS|PS4)$/s;

/** git tells its hooks where it lies. */
const GITS_OWN = /^GIT_EXEC_PATH=\/usr\/(?:lib|libexec)\/git-core$/;

function countsFor({ path }: GateExec, setting: string): boolean {
  if (GITS_OWN.test(setting) || setting.endsWith("=")) return false;
  return !FOR_SHELLS.test(nameOf(setting)) || dialectOf(basename(path)) !== undefined;
}

function nameOf(setting: string): string {
  return setting.slice(0, setting.indexOf("="));
}
