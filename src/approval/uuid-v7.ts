/** UUIDv7 (RFC 9562): sorts by time; ids of one source never go backwards, within a millisecond or when the clock does. */

const COUNTER_LIMIT = 0x1000;
/** A counter begins in the lower half, so that there is room above it. */
const COUNTER_SEED_MASK = 0x7ff;

export function createUuidV7(nowMs: () => number, fillRandom: (bytes: Uint8Array) => void): () => string {
  const bytes = Buffer.alloc(16);
  let lastMs = -1;
  let counter = 0;
  return () => {
    fillRandom(bytes);
    const ms = Math.floor(nowMs());
    if (ms > lastMs) {
      lastMs = ms;
      counter = bytes.readUInt16BE(6) & COUNTER_SEED_MASK;
    } else if (++counter === COUNTER_LIMIT) {
      lastMs++;
      counter = 0;
    }
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return withDashes(bytes.toString("hex"));
  };
}

function withDashes(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
