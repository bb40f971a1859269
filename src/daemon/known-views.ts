/**
 * Views of the machine that are known as a whole: guard's own, and that of a confined agent, which guard itself has made. In
 * the latter every name leads where it leads for us, but for the places that something was mounted over.
 */
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { type MountTable, mountOfLink, mountTableOf, readMountTable, refuseTooMany } from "./mount-table.ts";

export interface KnownView {
  readonly namespace: string;
  /** The mount that is its root. */
  readonly root: string;
  /** The numbers of its mounts, now: those of mounts that are gone come again. */
  mounts(): readonly string[];
  /** Something else is there than for us. */
  differsAt(path: string): boolean;
  /** What a sandbox of the agent's own is compared with. */
  table(): MountTable;
}

let own: KnownView | undefined;
let agents: KnownView | undefined;

/** Of the agent that guard has confined: its process has its namespaces already, and has run nothing of its own. */
export function noteAgentView(pid: number): void {
  try {
    agents = readAgentView(pid);
  } catch {
    // It has just ended. Had it not, its view would be compared file by file, as everybody else's.
  }
}

function readAgentView(pid: number): KnownView | undefined {
  const namespace = readlinkSync(`/proc/${pid}/ns/mnt`);
  if (namespace === ownView().namespace) return undefined;
  // Read now: later the agent's own process may be somewhere else. Understood when it is asked for: the agent waits.
  const [ours, theirs] = [readView("self"), readView(String(pid))];
  const isOther = (path: string): boolean => {
    const place = ours.table().placeOf(path);
    return place === undefined || place !== theirs.table().placeOf(path);
  };
  return {
    namespace,
    root: theirs.root,
    mounts: () => mountIdsIn(theirs.mountinfo),
    table: theirs.table,
    differsAt: (path) => isOther(path) || isOther(realPath(path)),
  };
}

interface View {
  readonly mountinfo: string;
  readonly root: string;
  table(): MountTable;
}

function readView(process: string): View {
  const mountinfo = readFileSync(`/proc/${process}/mountinfo`, "utf8");
  refuseTooMany(mountinfo);
  const root = mountOfLink(`/proc/${process}/root`);
  let table: MountTable | undefined;
  return { mountinfo, root, table: () => (table ??= mountTableOf(mountinfo, root)) };
}

/** Where every sandbox below begins: the agent's, where it is confined. */
export function firstView(): KnownView {
  return agents ?? ownView();
}

/** By a descriptor from elsewhere a process may have another namespace's root, and that one is called "/" as well. */
export function findKnownView(pid: number): KnownView | undefined {
  const namespace = readlinkSync(`/proc/${pid}/ns/mnt`);
  const view = [ownView(), agents].find((known) => known?.namespace === namespace);
  if (view === undefined || readlinkSync(`/proc/${pid}/root`) !== "/") return undefined;
  return mountOfLink(`/proc/${pid}/root`) === view.root ? view : undefined;
}

function ownView(): KnownView {
  own ??= {
    namespace: readlinkSync("/proc/self/ns/mnt"),
    root: mountOfLink("/proc/self/root"),
    mounts: () => mountIdsIn(readFileSync("/proc/self/mountinfo", "latin1")),
    table: () => readMountTable("self"),
    differsAt: () => false,
  };
  return own;
}

function mountIdsIn(mountinfo: string): string[] {
  return mountinfo
    .split("\n")
    .map((line) => line.split(" ", 1)[0] ?? "")
    .filter((id) => id !== "");
}

/** Links are ours: where the agent sees another one, something is mounted over it. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
