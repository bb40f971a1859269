/** Who runs, by what the kernel tells. */
import { readdirSync, readFileSync } from "node:fs";

/** Pids of living processes whose environment holds the text (a mark that a test put there). */
export function processesWith(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isRunningWith(pid, mark));
}

export function isRunningWith(pid: number, mark: string): boolean {
  return isRunning(pid) && read(pid, "environ").includes(mark);
}

export function isRunning(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== "Z" && state !== "X";
}

export function stateOf(pid: number): string | undefined {
  const stat = read(pid, "stat");
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2)[0];
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
