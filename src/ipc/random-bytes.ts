/** Random bytes straight from the system: node's own module for them takes 5 ms to load, at each start of guard run. */
import { closeSync, openSync, readSync } from "node:fs";

const POOL_BYTES = 8 * 1024;

/** Asking the system for a few bytes costs as much as for many. Throws when it gives none. */
export function createRandomSource(): (bytes: Uint8Array) => void {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (bytes) => {
    if (used + bytes.length > POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    bytes.set(pool.subarray(used, used + bytes.length));
    pool.fill(0, used, used + bytes.length);
    used += bytes.length;
  };
}

export function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  fill(bytes);
  return bytes;
}

function fill(bytes: Buffer): void {
  const device = openSync("/dev/urandom", "r");
  try {
    for (let have = 0; have < bytes.length; ) {
      const got = readSync(device, bytes, have, bytes.length - have, null);
      if (got === 0) throw new Error("/dev/urandom gives no random bytes");
      have += got;
    }
  } finally {
    closeSync(device);
  }
}
