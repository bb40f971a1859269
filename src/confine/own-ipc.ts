/** Shared memory, semaphores and queues by number (System V) and queues by name: the tree has its own, and none of the user's. */
import { existsSync, statSync } from "node:fs";

const NAMESPACE = "/proc/self/ns/ipc";
/** What is mounted there shows the namespace that mounted it, and its queues could be read by its files. */
const QUEUES = "/dev/mqueue";

/** Before the mounts. None on a kernel that cannot do it: then it is said. */
export function ownIpcArgs(warnings: string[]): readonly string[] {
  if (existsSync(NAMESPACE)) return ["--unshare-ipc"];
  warnings.push("this kernel has no IPC namespaces: shared memory of your other programs is not hidden");
  return [];
}

/** When /dev is there. */
export function ownQueueArgs(): readonly string[] {
  return existsSync(NAMESPACE) && isFolder(QUEUES) ? ["--mqueue", QUEUES] : [];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
