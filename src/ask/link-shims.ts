/**
 * A folder of shims: one link to guard-ask for each program that needs one and is there. Only those: a link for a program
 * that is missing would make `command -v` find it, and every script that looks for what it can use would choose wrongly.
 */
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** `python3.11`, `gcc-12`, `perl5.36.0`: the name without its version counts too. */
const VERSION = /[-.]?\d[\d.]*$/;
/** `mkfs.ext4` is in no list by its whole name. */
const MAKE_FILESYSTEM = /^(?:mkfs|newfs)[._]/;

/** Names in the folders of `searchPath` that are among `names`, or a version of one. */
export function namesOnPath(names: Iterable<string>, searchPath: string): readonly string[] {
  const wanted = new Set(names);
  const isWanted = (name: string): boolean =>
    wanted.has(name) || wanted.has(name.replace(VERSION, "")) || MAKE_FILESYSTEM.test(name);
  const folders = new Set(searchPath.split(":").filter(isAbsolute));
  const found = [...folders].flatMap((folder) => listFolder(folder).filter(isWanted));
  return [...new Set(found)];
}

/** `folder` must not be there yet. `guardAsk` = what the links say, as seen from the folder. */
export function linkShims(folder: string, guardAsk: string, names: readonly string[]): void {
  mkdirSync(folder, { mode: 0o755 });
  for (const name of names) symlinkSync(guardAsk, join(folder, name));
}

/** PATH may name folders that are missing or closed to us: then nothing can be started from there either. */
function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
