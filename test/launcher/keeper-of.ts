/** Which process is a session's keeper: it is below the seat, in a session of its own. */
import { readdirSync, readFileSync } from "node:fs";

/** Undefined: there is none. */
export function keeperOf(seat: number): number | undefined {
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isKeeper(name, seat));
  return pid === undefined ? undefined : Number(pid);
}

function isKeeper(pid: string, seat: number): boolean {
  try {
    const behindName = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
    const [, parent, , session] = behindName.split(" ");
    return parent === String(seat) && session === pid;
  } catch {
    return false;
  }
}
