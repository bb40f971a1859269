/**
 * One writer at a time, over processes and crashes. The lock appears with its content (a hard link), so there is never one
 * without an owner. A dead owner's lock is taken over by whoever holds the lock on that very lock: its nonce is in the name,
 * so nobody can replace a lock that has changed hands since it was looked at.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type LockOwner, readOwner, stateOf, thisOwner } from "./lock-owner.ts";

export type LockOutcome =
  | { readonly kind: "locked"; readonly release: () => void }
  | { readonly kind: "failed"; readonly reason: string };

const WAIT_MS = 10_000;
const RETRY_MS = 4;
/** Each level is one process that died while it took over. */
const MAX_TAKEOVERS = 8;

export async function lockFile(file: string, waitMs = WAIT_MS): Promise<LockOutcome> {
  const lock = `${file}.lock`;
  const untilMs = performance.now() + waitMs;
  try {
    for (;;) {
      const release = tryLock(lock, 0);
      if (release) return { kind: "locked", release };
      if (performance.now() > untilMs) return { kind: "failed", reason: heldBy(lock, waitMs) };
      // Not in step with the others who wait.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (1 + Math.random())));
    }
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    return { kind: "failed", reason: `${lock} cannot be made (${code})` };
  }
}

/** Undefined: somebody has it. Throws when no lock can be made at all. */
function tryLock(lock: string, depth: number): (() => void) | undefined {
  const owner = thisOwner();
  const draft = `${lock}.${owner.nonce}.new`;
  const release = () => rmSync(lock, { force: true });
  writeFileSync(draft, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
  try {
    if (linkOnce(draft, lock)) return release;
    return depth < MAX_TAKEOVERS && takeOver(lock, draft, depth) ? release : undefined;
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkOnce(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function takeOver(lock: string, draft: string, depth: number): boolean {
  const seen = ownerOf(lock);
  if (!seen || stateOf(seen) !== "dead") return false;
  const release = tryLock(`${lock}.${seen.nonce}`, depth + 1);
  if (!release) return false;
  try {
    // Only who holds the lock on this nonce may replace it: what is read now stays until the rename.
    if (ownerOf(lock)?.nonce !== seen.nonce) return false;
    renameSync(draft, lock);
    return true;
  } finally {
    release();
  }
}

function ownerOf(lock: string): LockOwner | undefined {
  try {
    return readOwner(readFileSync(lock, "utf8"));
  } catch {
    return undefined;
  }
}

function heldBy(lock: string, waitMs: number): string {
  const owner = ownerOf(lock);
  const who = owner ? `process ${owner.pid} has ${lock}` : `${lock} is there`;
  return `${who} since more than ${Math.round(waitMs / 1000)} s: end that process, or remove the file if it is gone`;
}
