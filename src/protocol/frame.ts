/**
 * Messages and how they are cut out of a stream of bytes. This folder is pure: no sockets, no files. What comes in is
 * hostile: every limit is checked before anything is kept, and a broken stream is never read on.
 */

/** An agent's argv may be large; a person's screen is not. */
export const AGENT_LIMIT_BYTES = 1024 * 1024;
export const CONTROL_LIMIT_BYTES = 4 * 1024 * 1024;
/** What a person asks is short; the answers may be long. */
export const CONTROL_REQUEST_LIMIT_BYTES = 64 * 1024;

const HEADER_BYTES = 4;

/** A chunk of one byte takes a few hundred. */
const MOST_LOOSE_CHUNKS = 256;

export type FrameOutcome =
  | { readonly kind: "frames"; readonly frames: readonly Buffer[] }
  | { readonly kind: "broken"; readonly reason: string };

export function encodeFrame(payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.writeUInt32BE(payload.length, 0);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/** One stream's reader. After "broken" the stream cannot be read any more. */
export class FrameReader {
  readonly #limitBytes: number;
  #chunks: Buffer[] = [];
  /** So many of them, from the first on, were joined before. */
  #joined = 0;
  #haveBytes = 0;
  #wantedBytes: number | undefined;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** All frames that are complete with this chunk. */
  push(chunk: Buffer): FrameOutcome {
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#haveBytes += chunk.length;
    if (this.#chunks.length - this.#joined === MOST_LOOSE_CHUNKS) this.#joinLoose();
    const frames: Buffer[] = [];
    for (;;) {
      const problem = this.#readHeader();
      if (problem !== undefined) return { kind: "broken", reason: problem };
      if (this.#wantedBytes === undefined || this.#haveBytes < this.#wantedBytes) break;
      frames.push(this.#take(this.#wantedBytes));
      this.#wantedBytes = undefined;
    }
    return { kind: "frames", frames };
  }

  /** The stream ended inside a frame, if it ends now. */
  get isInside(): boolean {
    return this.#haveBytes > 0 || this.#wantedBytes !== undefined;
  }

  /** Nothing more will come of it. */
  forget(): void {
    this.#chunks = [];
    this.#joined = 0;
    this.#haveBytes = 0;
    this.#wantedBytes = undefined;
  }

  /** Of a frame that is not whole yet. */
  get unfinishedBytes(): number {
    return this.isInside ? Math.max(1, this.#haveBytes) : 0;
  }

  #readHeader(): string | undefined {
    if (this.#wantedBytes !== undefined || this.#haveBytes < HEADER_BYTES) return undefined;
    const wanted = this.#take(HEADER_BYTES).readUInt32BE(0);
    this.#wantedBytes = wanted;
    if (wanted === 0) return "an empty frame";
    return wanted > this.#limitBytes
      ? `a frame of ${wanted} bytes; the limit is ${this.#limitBytes}`
      : undefined;
  }

  /** Each byte once: joining it all again and again would cost squared time. */
  #joinLoose(): void {
    this.#chunks.push(Buffer.concat(this.#chunks.splice(this.#joined)));
    this.#joined++;
  }

  /** Joined when a frame is whole, not per chunk: a slow sender must not cost squared time. */
  #take(bytes: number): Buffer {
    const joined =
      this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = joined.length > bytes ? [joined.subarray(bytes)] : [];
    this.#joined = 0;
    this.#haveBytes -= bytes;
    return joined.subarray(0, bytes);
  }
}
