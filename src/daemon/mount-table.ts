/**
 * Where a process' paths lead, by the kernel's list of its mounts alone. No file system is asked: one that a process serves
 * itself (FUSE) could let the daemon wait for ever, or lie.
 */
import { closeSync, openSync, readFileSync } from "node:fs";

export interface MountTable {
  /** Device and place in its file system: the same text is the same file. Undefined: nobody can tell. */
  placeOf(path: string): string | undefined;
  /** The mount that a path leads into. */
  mountOf(path: string): string | undefined;
  /** Something is mounted at this very path, which so is no link. */
  isPoint(path: string): boolean;
  /** All places where something is mounted. */
  readonly points: readonly string[];
  has(mount: string): boolean;
  /** Of a file that was opened in this mount, perhaps under another one by now. */
  placeIn(mount: string, path: string): string | undefined;
}

interface Mount {
  readonly id: string;
  readonly parent: string;
  readonly device: string;
  /** What of its file system is seen there. */
  readonly root: string;
  readonly point: string;
}

/** A sandbox has some dozens; to go through many takes longer than anybody may wait. */
const MOST_MOUNTS = 1_000;

/** `process`: a pid, or `self`. Throws where it may not be looked at. Its root must be that of its namespace. */
export function readMountTable(process: string): MountTable {
  return mountTableOf(
    readFileSync(`/proc/${process}/mountinfo`, "utf8"),
    mountOfLink(`/proc/${process}/root`),
  );
}

/** Throws where no table could be made of it. */
export function refuseTooMany(mountinfo: string): void {
  const { length } = mountinfo.trimEnd().split("\n");
  if (length > MOST_MOUNTS) throw new Error(`${length} mounts are too many to follow`);
}

/** `root`: the mount that the process' root leads into. */
export function mountTableOf(mountinfo: string, root: string): MountTable {
  refuseTooMany(mountinfo);
  const mounts = mountinfo.split("\n").flatMap(parseMount);
  const byId = new Map(mounts.map((mount) => [mount.id, mount]));
  const below = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const others = below.get(mount.parent);
    if (others) others.push(mount);
    else below.set(mount.parent, [mount]);
  }
  // Not just any one at "/": what is mounted over the root is seen only by those who enter it anew.
  const top = byId.get(root);

  /** As the kernel walks: the first mount on the way hides what lies deeper in the one before. */
  function findMount(path: string): Mount | undefined {
    let at = top;
    for (let next = top; next !== undefined; ) {
      at = next;
      const onTheWay = (below.get(at.id) ?? []).filter(
        ({ point, id }) => point !== "/" && id !== top?.id && isWithin(path, point),
      );
      next = onTheWay.toSorted((left, right) => left.point.length - right.point.length)[0];
    }
    return at;
  }

  return {
    placeOf: (path) => placeAt(findMount(path), path),
    mountOf: (path) => findMount(path)?.id,
    isPoint: (path) => findMount(path)?.point === path,
    points: mounts.map(({ point }) => point),
    has: (mount) => byId.has(mount),
    placeIn: (mount, path) => placeAt(byId.get(mount), path),
  };
}

/** The mount that one of a process' links (its root, its folder) leads into. */
export function mountOfLink(link: string): string {
  const fd = openSync(link, O_PATH);
  try {
    return readMountId(`/proc/self/fdinfo/${fd}`);
  } finally {
    closeSync(fd);
  }
}

export function readMountId(fdinfo: string): string {
  return /^mnt_id:\s*(\d+)$/m.exec(readFileSync(fdinfo, "latin1"))?.[1] ?? "";
}

/** Nothing is opened and nothing is asked; node has no name for it. */
export const O_PATH = 0o10000000;

export function isWithin(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

function placeAt(mount: Mount | undefined, path: string): string | undefined {
  if (mount === undefined || mount.root.endsWith("//deleted") || !isWithin(path, mount.point))
    return undefined;
  const rest = path.slice(mount.point === "/" ? 0 : mount.point.length);
  return `${mount.device} ${mount.root === "/" ? "" : mount.root}${rest === "/" ? "" : rest}`;
}

/** `36 35 98:0 /mnt1 /mnt2 rw,noatime …`, with blanks as \040. */
function parseMount(line: string): Mount[] {
  const [id, parent, device, root, point] = line.split(" ");
  if (id === undefined || parent === undefined || device === undefined) return [];
  if (root === undefined || point === undefined) return [];
  return [{ id, parent, device, root: plain(root), point: plain(point) }];
}

function plain(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
