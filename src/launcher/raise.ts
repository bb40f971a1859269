/** Dies of the signal that the agent died of, so that whoever started guard run sees what it would have seen. */
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { findSystemProgram } from "../ipc/system-program.ts";
import { leavesCore } from "./pass-signals.ts";

const TOO_LONG_MS = 1_000;

/** A shell tells such an end as 128 + signal; where raising it does not end us, so do we. */
export function raise(signal: number): Promise<number> {
  // The agent's core file is the interesting one.
  const prlimit = leavesCore(signal) ? findSystemProgram("prlimit") : undefined;
  if (prlimit !== undefined)
    spawnSync(prlimit, ["--pid", String(process.pid), "--core=0"], { stdio: "ignore" });
  useDefaultAction(signal);
  process.kill(process.pid, signal);
  return new Promise((resolve) => setTimeout(() => resolve(128 + signal), TOO_LONG_MS));
}

/** node ignores some signals (PIPE); taking a handler away puts the system's default in place. */
function useDefaultAction(signal: number): void {
  const names = Object.keys(constants.signals) as NodeJS.Signals[];
  const name = names.find((candidate) => constants.signals[candidate] === signal);
  if (name === undefined || name === "SIGKILL" || name === "SIGSTOP") return;
  process.removeAllListeners(name);
  const handler = () => undefined;
  process.on(name, handler);
  process.off(name, handler);
}
