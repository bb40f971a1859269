/** What a process has as its stdin. */
import { readlinkSync } from "node:fs";

/** The file that a process has as its stdin; none for pipes and terminals. */
export function stdinFileOf(pid: number): string[] {
  const file = stdinOf(pid);
  // One that is gone has no name: what stands under it now is another.
  const isNamed = file.startsWith("/") && !file.startsWith("/dev/") && !file.endsWith(" (deleted)");
  return isNamed ? [file] : [];
}

/** Something comes there that nobody has seen. */
export function hasOpenStdin(pid: number): boolean {
  return stdinFileOf(pid).length === 0 && stdinOf(pid) !== "/dev/null";
}

function stdinOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return "";
  }
}
