/** Ways at a process that is not the agent's: to end it, to stop it, to look into it. Each must fail, and change nothing. */
import type { Layer } from "../attempt.ts";

export interface WayAt {
  readonly way: string;
  readonly name: string;
  /** For guard's own processes; for all others outside the tree it is the scope. */
  readonly stoppedBy: Layer;
  /** The seat: it is the parent. Guard's: others are not kept from it. */
  readonly only?: "seat" | "guard's";
  /** CAP_PERFMON may read it, since 6.14. */
  readonly notAs?: "root";
  readonly says: RegExp;
}

const REFUSED = /: (EPERM|EACCES)$/m;
const at = (way: string, name: string, stoppedBy: Layer = "filter", says = REFUSED): WayAt => ({
  way,
  name,
  stoppedBy,
  says,
});

export const WAYS_AT_PROCESSES: readonly WayAt[] = [
  at("kill", "kill cannot end"),
  at("stop", "SIGSTOP cannot stop"),
  at("tkill", "tkill cannot end"),
  at("tgkill", "tgkill cannot end"),
  at("queue", "rt_sigqueueinfo cannot end"),
  at("thread-queue", "rt_tgsigqueueinfo cannot end"),
  at("wide-kill", "kill with a wider number cannot end"),
  at("pidfd", "a pidfd cannot end"),
  at("proc-folder", "a folder of /proc as pidfd cannot end", "scope"),
  at("owner", "the owner's signal of a pipe cannot end", "scope", /^owner: done$/m),
  at("attach", "PTRACE_ATTACH cannot stop"),
  at("seize", "PTRACE_SEIZE cannot trace"),
  at("vm-write", "process_vm_writev cannot change"),
  at("vm-read", "process_vm_readv cannot read"),
  at("memory", "/proc/PID/mem cannot change", "scope"),
  { ...at("environment", "/proc/PID/environ does not tell of", "scope"), notAs: "root" },
  at("descriptor", "/proc/PID/fd does not give the files of", "scope"),
  at("folder", "/proc/PID/cwd does not lead into", "scope"),
  { ...at("limit", "prlimit cannot starve"), only: "guard's" },
  { ...at("last-signal", "a last signal to the parent cannot end", "kernel", /^last signal: done$/m), only: "seat" },
];
