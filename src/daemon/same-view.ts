/**
 * A process may see other files than we do under the same names (mount namespaces, chroot). Whatever leans on a file that we
 * have read holds only where the process reads the same one. Agents run each command in a namespace of its own (bwrap), in
 * which nearly all files are ours: so there each file is compared.
 */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { findKnownView, firstView, type KnownView } from "./known-views.ts";
import { isWithin, type MountTable, mountOfLink, readMountId, readMountTable } from "./mount-table.ts";

export interface View {
  /** All its files are ours, but for what guard itself hides from the agent. */
  readonly isOurs: boolean;
  /** The programs, libraries and start-up files of the system are. */
  readonly hasOurSystem: boolean;
  /** `path` is absolute: it leads to the same file, or would. Also for a path that it writes without its folder. */
  isSame(path: string): boolean;
  /** What it has as stdin is what we find under this name. */
  isSameStdin(path: string): boolean;
}

/** Looked at when first asked. One that is gone, or that may not be looked at, has nothing in common with us. */
export function viewOf(pid: number): View {
  const once = <Fact>(find: () => Fact, otherwise: Fact): (() => Fact) => {
    let known: { readonly fact: Fact } | undefined;
    return () => {
      known ??= { fact: orElse(find, otherwise) };
      return known.fact;
    };
  };
  const known = once(() => findKnownView(pid), undefined);
  const tables = once(() => readTables(pid), undefined);
  const isInItsFolder = once(() => {
    const view = known();
    return view === undefined ? isWhereItSays(pid, tables()?.its) : isInMountsOf(view, pid);
  }, false);
  const system = once(() => tables()?.hasSameSystem() === true, false);
  return {
    get isOurs() {
      return known() !== undefined;
    },
    get hasOurSystem() {
      return known() !== undefined || system();
    },
    isSame: (path) => isInItsFolder() && isSameFile(known(), tables, path),
    isSameStdin: (path) => orElse(() => isStdin(pid, path), false),
  };
}

function isSameFile(view: KnownView | undefined, tables: () => Tables | undefined, path: string): boolean {
  if (view !== undefined) return !view.differsAt(path);
  return orElse(() => tables()?.isSame(path) === true, false);
}

function orElse<Fact>(find: () => Fact, otherwise: Fact): Fact {
  try {
    return find();
  } catch {
    return otherwise;
  }
}

/** By a folder that was opened elsewhere, a process can stand in another namespace's mount, under a name that we know. */
function isInMountsOf(view: KnownView, pid: number): boolean {
  const mount = mountOfLink(`/proc/${pid}/cwd`);
  // Most are in the same mount as the root.
  return mount === view.root || view.mounts().includes(mount);
}

/** From a folder that something else was mounted over, a name leads elsewhere than the same name from the root. */
function isWhereItSays(pid: number, its: MountTable | undefined): boolean {
  const folder = readlinkSync(`/proc/${pid}/cwd`);
  return its !== undefined && mountOfLink(`/proc/${pid}/cwd`) === its.mountOf(folder);
}

interface Tables {
  readonly its: MountTable;
  isSame(path: string): boolean;
  hasSameSystem(): boolean;
}

/** With another root its names cannot be told by ours. */
function readTables(pid: number): Tables | undefined {
  if (readlinkSync(`/proc/${pid}/root`) !== "/") return undefined;
  const first = firstView();
  const [ours, its] = [first.table(), readMountTable(String(pid))];
  const isSame = (path: string): boolean => leadsToSame(path, ours, its);
  return {
    its,
    isSame: (path) => isSame(path) && !first.differsAt(path),
    hasSameSystem: () =>
      SYSTEM.every((folder) => !isThere(folder) || isSame(folder)) &&
      [...ours.points, ...its.points]
        .filter((point) => SYSTEM.some((folder) => isWithin(point, folder)) && !HARMLESS.test(point))
        .every(isSame),
  };
}

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix"];
/** Sandboxes and containers bring their own. */
const HARMLESS = /^\/etc\/(?:resolv\.conf|hosts|hostname|passwd|group|localtime|timezone|machine-id)$/;

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** As many as the kernel follows. */
const MAX_LINKS = 40;

/** Links are read in our view only: where one is the same file, it is the same for the process. */
function leadsToSame(path: string, ours: MountTable, its: MountTable): boolean {
  let rest = partsOf(path);
  let [here, there] = ["/", "/"];
  const isSamePlace = (left: string, right: string): boolean => {
    const place = ours.placeOf(left);
    return place !== undefined && place === its.placeOf(right);
  };
  for (let links = 0; rest.length > 0; ) {
    const [part = "", ...others] = rest;
    const [nextHere, nextThere] = [resolve(here, part), resolve(there, part)];
    const target = readLink(nextHere);
    if (target !== undefined && isSamePlace(nextHere, nextThere)) {
      if (++links > MAX_LINKS) return false;
      rest = [...partsOf(target), ...others];
      if (target.startsWith("/")) [here, there] = ["/", "/"];
      continue;
    }
    // A sandbox may have mounted at /lib what our link /lib leads to.
    if (target !== undefined && !its.isPoint(nextThere)) return false;
    here = target === undefined ? nextHere : realpathSync.native(nextHere);
    there = nextThere;
    rest = others;
  }
  return isSamePlace(here, there);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function readLink(path: string): string | undefined {
  return orElse(
    () => (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined),
    undefined,
  );
}

/** It may have been opened before the process went elsewhere, or by another one. */
function isStdin(pid: number, path: string): boolean {
  const mount = readMountId(`/proc/${pid}/fdinfo/0`);
  const first = firstView();
  const ours = first.table();
  if (first.differsAt(path)) return false;
  if (ours.has(mount)) return ours.mountOf(path) === mount;
  return (
    ours.placeOf(path) !== undefined &&
    ours.placeOf(path) === readMountTable(String(pid)).placeIn(mount, path)
  );
}
