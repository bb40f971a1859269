/** The last resort, when no seat can do it: ends what carries the session's name in its environment. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

const MAX_ROUNDS = 20;

/** Until a look finds nothing: what is being killed may just have forked. */
export function endStrays(session: string): void {
  const mark = `\0GUARD_SESSION=${session}\0`;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const strays = listPids().filter(
      (pid) => pid !== process.pid && `\0${readEnvironment(pid)}`.includes(mark),
    );
    if (strays.length === 0) return;
    for (const pid of strays) kill(pid);
  }
}

function listPids(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
