/** Ways at a process that is not the agent's: to end it, to stop it, to look into it. Each must fail, and change nothing. */
import type { Layer } from "../attempt.ts";

export interface WayAt {
  readonly way: string;
  readonly name: string;
  /** For guard's own processes; for all others outside the tree it is the scope. */
  readonly stoppedBy: Layer;
  /** The seat: it is the parent. Guard's: others are not kept from it. Guard's own: nor others that are only called so. */
  readonly only?: "seat" | "guard's" | "guard's own";
  /** CAP_PERFMON may read it, since 6.14. */
  readonly notAs?: "root";
  readonly says: RegExp;
}

/** The attacker's own word for it comes with its end. */
const at = (way: string, says: RegExp, name: string, stoppedBy: Layer = "filter"): WayAt => ({
  way,
  name,
  stoppedBy,
  says,
});

/** Files that belong to the user, as the process does, unless it hides itself. Root's are closed by confinement. */
const atFile = (way: string, file: string, name: string): WayAt => ({
  ...at(way, new RegExp(`^${file}: (?:EACCES|ENOENT)$`, "m"), name, "kernel"),
  only: "guard's own",
  notAs: "root",
});

export const WAYS_AT_PROCESSES: readonly WayAt[] = [
  at("kill", /^kill: EPERM$/m, "kill cannot end"),
  at("stop", /^stop: EPERM$/m, "SIGSTOP cannot stop"),
  at("tkill", /^tkill: EPERM$/m, "tkill cannot end"),
  at("tgkill", /^tgkill: EPERM$/m, "tgkill cannot end"),
  at("queue", /^queue: EPERM$/m, "rt_sigqueueinfo cannot end"),
  at("thread-queue", /^thread queue: EPERM$/m, "rt_tgsigqueueinfo cannot end"),
  at("wide-kill", /^wide kill: EPERM$/m, "kill with a wider number cannot end"),
  at("pidfd", /^pidfd: EPERM$/m, "a pidfd cannot end"),
  at("proc-folder", /^folder: EPERM$/m, "a folder of /proc as pidfd cannot end", "scope"),
  at("owner", /^owner: done$/m, "the owner's signal of a pipe cannot end", "scope"),
  at("attach", /^attach: EPERM$/m, "PTRACE_ATTACH cannot stop"),
  at("seize", /^seize: EPERM$/m, "PTRACE_SEIZE cannot trace"),
  at("vm-write", /^vm write: EPERM$/m, "process_vm_writev cannot change"),
  at("vm-read", /^vm read: EPERM$/m, "process_vm_readv cannot read"),
  at("memory", /^mem: (?:EACCES|EROFS)$/m, "/proc/PID/mem cannot change", "scope"),
  {
    ...at("environment", /^environ: EACCES$/m, "/proc/PID/environ does not tell of", "scope"),
    notAs: "root",
  },
  at("descriptor", /^fd\/0: EACCES$/m, "/proc/PID/fd does not give the files of", "scope"),
  at("folder", /^cwd\/\.: EACCES$/m, "/proc/PID/cwd does not lead into", "scope"),
  { ...at("policy", /^policy: EPERM$/m, "sched_setscheduler cannot slow down"), only: "guard's" },
  { ...at("processor", /^processor: EPERM$/m, "sched_setaffinity cannot crowd"), only: "guard's" },
  { ...at("niceness", /^niceness: EPERM$/m, "setpriority cannot slow down"), only: "guard's" },
  { ...at("disk-turn", /^disk turn: EPERM$/m, "ioprio_set cannot slow down"), only: "guard's" },
  { ...at("limit", /^limit: EPERM$/m, "prlimit cannot starve"), only: "guard's" },
  atFile("oom-score", "oom_score_adj", "/proc/PID/oom_score_adj does not give up"),
  atFile("autogroup", "autogroup", "/proc/PID/autogroup does not slow down"),
  atFile("references", "clear_refs", "/proc/PID/clear_refs does not hold up"),
  at("users-niceness", /^user's niceness: EPERM$/m, "setpriority for all of the user's cannot slow down"),
  at("groups-niceness", /^group's niceness: EPERM$/m, "setpriority for its whole group cannot slow down"),
  at("users-disk-turn", /^user's disk turn: EPERM$/m, "ioprio_set for all of the user's cannot slow down"),
  at("groups-disk-turn", /^group's disk turn: EPERM$/m, "ioprio_set for its whole group cannot slow down"),
  {
    ...at("threads-limit", /^thread's limit: EPERM$/m, "prlimit by a thread's number cannot starve"),
    only: "guard's",
  },
  {
    ...at("threads-policy", /^thread's policy: EPERM$/m, "sched_setscheduler cannot slow down a thread of"),
    only: "guard's",
  },
  {
    ...at("threads-processor", /^thread's processor: EPERM$/m, "sched_setaffinity cannot crowd a thread of"),
    only: "guard's",
  },
  {
    ...at("threads-niceness", /^thread's niceness: EPERM$/m, "setpriority cannot slow down a thread of"),
    only: "guard's",
  },
  {
    ...at("threads-disk-turn", /^thread's disk turn: EPERM$/m, "ioprio_set cannot slow down a thread of"),
    only: "guard's",
  },
  at("threads-pidfd", /^thread's pidfd: EPERM$/m, "a pidfd of a thread cannot end", "scope"),
  at("threads-files", /^thread's files: EPERM$/m, "a pidfd of a thread does not give the files of", "scope"),
  at("pages-away", /^pages away: EPERM$/m, "process_madvise cannot take memory from"),
  at("comparison", /^comparison: EPERM$/m, "kcmp does not tell of", "scope"),
  at("moved-pages", /^moved pages: EPERM$/m, "move_pages cannot move", "scope"),
  at("other-node", /^other node: EPERM$/m, "migrate_pages cannot move", "scope"),
  { ...at("counter", /^counter: (?:EPERM|EACCES)$/m, "a counter's signal cannot end"), only: "guard's" },
  {
    ...at("last-signal", /^last signal: done$/m, "a last signal to the parent cannot end", "kernel"),
    only: "seat",
  },
];
