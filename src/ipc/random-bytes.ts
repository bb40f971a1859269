/** Random bytes straight from the system: node's own module for them takes 5 ms to load, at each start of guard run. */
import { closeSync, openSync, readSync } from "node:fs";

const POOL_BYTES = 8 * 1024;

/**
 * Asking the system for a few bytes costs as much as for many. The device stays open: who has no descriptor left must still
 * be able to name what it denies. Throws when the system gives none.
 */
export function createRandomSource(): (bytes: Uint8Array) => void {
  const device = openDevice();
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (bytes) => {
    if (used + bytes.length > POOL_BYTES) {
      fill(pool, device);
      used = 0;
    }
    bytes.set(pool.subarray(used, used + bytes.length));
    pool.fill(0, used, used + bytes.length);
    used += bytes.length;
  };
}

export function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const device = openDevice();
  try {
    fill(bytes, device);
  } finally {
    closeSync(device);
  }
  return bytes;
}

function openDevice(): number {
  return openSync("/dev/urandom", "r");
}

function fill(bytes: Buffer, device: number): void {
  for (let have = 0; have < bytes.length; ) {
    const got = readSync(device, bytes, have, bytes.length - have, null);
    if (got === 0) throw new Error("/dev/urandom gives no random bytes");
    have += got;
  }
}
