/** Processes as the gate told of them: what they run, and with which arguments, need not be read from /proc for each check. */
import { existsSync } from "node:fs";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import type { ToldProcess } from "./process-chain.ts";
import { shownName } from "./shown-name.ts";

export interface ToldProcesses {
  /** It is loaded. */
  note(exec: GateExec): void;
  find(process: ProcessStamp): ToldProcess | undefined;
}

const PRUNE_ABOVE = 1_024;

export function createToldProcesses(): ToldProcesses {
  const told = new Map<number, ToldProcess>();
  let pruneAt = PRUNE_ABOVE;
  return {
    note(exec) {
      const { start, path, arg } = exec;
      const pid = Number(exec.pid);
      told.set(pid, { pid, startTicks: Number(start), program: path, args: arg, shown: shownName(exec) });
      if (told.size <= pruneAt) return;
      for (const other of told.keys()) if (!existsSync(`/proc/${other}`)) told.delete(other);
      pruneAt = Math.max(PRUNE_ABOVE, told.size * 2);
    },
    find({ pid, startTicks }) {
      const found = told.get(pid);
      return found?.startTicks === startTicks ? found : undefined;
    },
  };
}
