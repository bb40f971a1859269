/** Who holds a lock: a pid comes again, its start time does not, and in another pid namespace it means another process. */
import { readFileSync, readlinkSync } from "node:fs";

export interface LockOwner {
  readonly pid: number;
  /** Since the machine's start; 0 where there is no /proc. */
  readonly startTicks: number;
  /** Empty where there is no /proc. */
  readonly namespace: string;
  /** No two locks are the same, not even of one process. */
  readonly nonce: string;
}

let made = 0;

export function thisOwner(): LockOwner {
  const startTicks = startOf(process.pid) ?? 0;
  const nonce = `${process.pid}-${startTicks}-${process.hrtime.bigint()}-${++made}`;
  return { pid: process.pid, startTicks, namespace: namespaceHere(), nonce };
}

/** `unknown`: it lives, or lived, where this process cannot see. */
export function stateOf(owner: LockOwner): "alive" | "dead" | "unknown" {
  if (owner.namespace !== namespaceHere()) return "unknown";
  if (owner.startTicks > 0) return startOf(owner.pid) === owner.startTicks ? "alive" : "dead";
  try {
    process.kill(owner.pid, 0);
    return "alive";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "alive" : "dead";
  }
}

/** Undefined when the text is none: somebody else's file. */
export function readOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== "object" || value === null) return false;
  const { pid, startTicks, namespace, nonce } = value as Partial<Record<keyof LockOwner, unknown>>;
  const numbers = Number.isSafeInteger(pid) && (pid as number) > 0 && Number.isSafeInteger(startTicks);
  // The nonce becomes part of a file's name.
  return numbers && typeof namespace === "string" && typeof nonce === "string" && /^[\d-]{1,80}$/.test(nonce);
}

function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in brackets and may hold anything, brackets too.
    const rest = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return rest[0] === "Z" || rest[0] === "X" ? undefined : Number(rest[19]);
  } catch {
    return undefined;
  }
}

function namespaceHere(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
