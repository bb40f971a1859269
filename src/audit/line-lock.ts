/** The door to shims/line-lock.c: the lock on the copy, and a line that is added to it in one step. Built wherever the exec gate is. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface LineLock {
  /** `path`: with a NUL at its end. See ADDED and MOVED; all else is an errno below zero. */
  addAt(fd: number, path: Buffer, end: number, bytes: Buffer): number;
  /** 0, or an errno below zero; never waits. */
  lock(fd: number): number;
  unlock(fd: number): number;
}

export const ADDED = 0;
/** It does not end there any more, is not at that path, or somebody has the lock: nothing was written. */
export const MOVED = 1;

const MODULE = new URL("../../dist/native/line-lock.node", import.meta.url);

let loaded: LineLock | "none" | undefined;

/**
 * Undefined: it was not built here, and every writer takes the database's lock for each line. Throws where it is broken: others
 * would use it, and this one would write into their lines.
 */
export function loadLineLock(): LineLock | undefined {
  loaded ??= load();
  return loaded === "none" ? undefined : loaded;
}

function load(): LineLock | "none" {
  const file = fileURLToPath(MODULE);
  if (!existsSync(file)) return "none";
  const module: { exports: Partial<LineLock> } = { exports: {} };
  try {
    process.dlopen(module, file);
  } catch (cause) {
    throw new Error(`${file} is broken; install guard again (./install.sh)`, { cause });
  }
  return module.exports as LineLock;
}
