/** Frames of docs/SESSION.md on the asking side: 4 bytes of length, then fields `key=value`, each ended by NUL. */

export const FRAME_LIMIT = 1 << 20;
const HEAD_BYTES = 4;

export type Field = readonly [key: string, value: string];

export function encodeQuestion(fields: readonly Field[]): Buffer {
  const payload = Buffer.from(fields.map(([key, value]) => `${key}=${value}\0`).join(""));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(payload.length);
  return Buffer.concat([head, payload]);
}

export type Arrival =
  | { readonly kind: "partial" }
  | { readonly kind: "unusable" }
  | { readonly kind: "whole"; readonly payload: Buffer };

export function readFrame(bytes: Buffer): Arrival {
  if (bytes.length < HEAD_BYTES) return { kind: "partial" };
  const length = bytes.readUInt32BE();
  if (length === 0 || length > FRAME_LIMIT) return { kind: "unusable" };
  if (bytes.length < HEAD_BYTES + length) return { kind: "partial" };
  return { kind: "whole", payload: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) };
}
