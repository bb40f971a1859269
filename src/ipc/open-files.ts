/** How many files and sockets this process may have open. Node raises its own limit to the highest that it may. */
import { readFileSync } from "node:fs";

const USUAL = 1_024;

export function mostOpenFiles(): number {
  try {
    const row = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"));
    return row?.[1] === undefined ? USUAL : Number(row[1]);
  } catch {
    return USUAL;
  }
}
