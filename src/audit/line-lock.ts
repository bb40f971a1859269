/** The door to shims/line-lock.c: the lock on the copy, and a line that is chained and added to it in one step. Built wherever the exec gate is. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface LineLock {
  /**
   * `path`: with a NUL at its end. `body`: its first `used` bytes. `hashes`: the hash before it, and room for its own. `line`: room to work in.
   * How many bytes were added; MOVED; or an errno below zero.
   */
  addAt(
    fd: number,
    path: Buffer,
    end: number,
    body: Buffer,
    used: number,
    hashes: Buffer,
    line: Buffer,
  ): number;
  /** 0, or an errno below zero; never waits. */
  lock(fd: number): number;
  unlock(fd: number): number;
}

/** It does not end there any more, is not at that path, or somebody has the lock: nothing was written. */
export const MOVED = 0;

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
