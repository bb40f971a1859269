/** Which process a number means: a pid comes again, its start time does not. */
import { closeSync, openSync, readSync } from "node:fs";

export interface ProcessStamp {
  readonly pid: number;
  /** Since the machine's start; 0 where there is no /proc. */
  readonly startTicks: number;
}

export interface ProcessFacts extends ProcessStamp {
  readonly parentPid: number;
  /** The kernel's short name, at most 15 bytes; a program may change it. */
  readonly name: string;
}

/** Undefined: there is no such process any more (or no /proc: macOS). */
export function findProcess(pid: number): ProcessFacts | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  // The name stands in brackets and may hold anything, brackets too.
  const nameEnd = stat.lastIndexOf(")");
  const rest = stat.slice(nameEnd + 2).split(" ");
  if (rest[0] === "Z" || rest[0] === "X") return undefined;
  return {
    pid,
    startTicks: Number(rest[19]),
    parentPid: Number(rest[1]),
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
  };
}

/** One line, shorter than this by far. Two calls less than readFileSync: chains are read for every program. */
const room = Buffer.alloc(4_096);

function readStat(pid: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(`/proc/${pid}/stat`, "r");
    return room.toString("latin1", 0, readSync(fd, room, 0, room.length, null));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export function stampOf(pid: number): ProcessStamp {
  return { pid, startTicks: findProcess(pid)?.startTicks ?? 0 };
}

/** Without /proc the number alone must do. */
export function isAlive({ pid, startTicks }: ProcessStamp): boolean {
  if (startTicks > 0) return findProcess(pid)?.startTicks === startTicks;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
