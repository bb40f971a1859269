/** Which check a shell's typed line was, until its next prompt tells how that line ended. */
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";

export interface TypedLines {
  /** It was allowed, and the shell runs it now. */
  began(shell: ProcessStamp, check: string): void;
  /** The shell is at a prompt again. Undefined: no line ran there. Each line ends once. */
  ended(shell: ProcessStamp): string | undefined;
}

const PRUNE_ABOVE = 256;

export function createTypedLines(): TypedLines {
  const running = new Map<number, { readonly startTicks: number; readonly check: string }>();
  let pruneAt = PRUNE_ABOVE;

  function prune(): void {
    for (const [pid, { startTicks }] of running)
      if (findProcess(pid)?.startTicks !== startTicks) running.delete(pid);
    pruneAt = Math.max(PRUNE_ABOVE, running.size * 2);
  }

  return {
    began({ pid, startTicks }, check) {
      running.set(pid, { startTicks, check });
      if (running.size > pruneAt) prune();
    },
    ended({ pid, startTicks }) {
      const line = running.get(pid);
      running.delete(pid);
      return line?.startTicks === startTicks ? line.check : undefined;
    },
  };
}
