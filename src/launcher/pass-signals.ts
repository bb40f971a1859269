/** Signals that somebody sends to guard run are meant for the agent. */
import { constants } from "node:os";

/** The rest cannot be caught, or is about this process itself. */
const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

const DEADLY = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/** Whoever sends it wants an end. */
export function isDeadly(signal: number): boolean {
  return DEADLY.some((name) => constants.signals[name] === signal);
}

export interface SignalTaker {
  onSignal(signal: number): void;
  onContinue(): void;
}

/** Gives back what ends it. In a pty TSTP is passed on too: its terminal stops nobody, being raw. */
export function passSignals(taker: SignalTaker, where: "pty" | "inherited"): () => void {
  const names: NodeJS.Signals[] = [...PASSED_ON, ...(where === "pty" ? (["SIGTSTP"] as const) : [])];
  const pass = (_name: NodeJS.Signals, signal: number) => taker.onSignal(signal);
  for (const name of names) process.on(name, pass);
  const goOn = () => taker.onContinue();
  process.on("SIGCONT", goOn);
  return () => {
    for (const name of names) process.off(name, pass);
    process.off("SIGCONT", goOn);
  };
}

/**
 * Stops this process as a terminal would have done, and returns when somebody continued it. SIGTSTP, not SIGSTOP: where
 * no shell could ever continue us the kernel ignores it, and then the agent goes on at once.
 */
export function stopOurselves(whom: "group" | "process"): void {
  const handlers = process.listeners("SIGTSTP");
  process.removeAllListeners("SIGTSTP");
  process.kill(whom === "group" ? 0 : process.pid, "SIGTSTP");
  for (const handler of handlers) process.on("SIGTSTP", handler);
}

const WITH_CORE = [
  "SIGQUIT",
  "SIGILL",
  "SIGTRAP",
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGSEGV",
  "SIGXCPU",
  "SIGXFSZ",
  "SIGSYS",
];

export function leavesCore(signal: number): boolean {
  return WITH_CORE.some((name) => constants.signals[name as NodeJS.Signals] === signal);
}
