import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeFrame, FrameReader } from "../../src/protocol/frame.ts";

describe("frames", () => {
  test("come out whole and in order, however the stream is cut", () => {
    const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(payloads, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (sent, cuts) => {
        const stream = Buffer.concat(sent.map((payload) => encodeFrame(payload)));
        const reader = new FrameReader(1000);
        const got: Buffer[] = [];
        for (let at = 0; at < stream.length; ) {
          const size = cuts.next().value ?? 1;
          const outcome = reader.push(stream.subarray(at, at + size));
          if (outcome.kind === "frames") got.push(...outcome.frames);
          at += size;
        }
        expect(got.map((frame) => [...frame])).toEqual(sent.map((payload) => [...payload]));
        expect(reader.isInside).toBe(false);
      }),
    );
  });

  const broken: readonly [name: string, bytes: readonly number[], reason: RegExp][] = [
    ["a frame over the limit is refused by its header", [0, 0, 4, 0], /1024 bytes; the limit is 1000/],
    ["the largest length is refused without waiting for it", [255, 255, 255, 255], /limit/],
    ["an empty frame is refused", [0, 0, 0, 0], /empty/],
    ["text instead of a frame is refused", [...Buffer.from("GET / HTTP/1.1\r\n")], /limit/],
  ];
  test.for(broken)("%s", ([, bytes, reason]) => {
    const outcome = new FrameReader(1000).push(Buffer.from(bytes));
    expect(outcome).toMatchObject({ kind: "broken", reason: expect.stringMatching(reason) });
  });

  test("a stream that ends inside a frame is known to", () => {
    const reader = new FrameReader(1000);
    reader.push(encodeFrame(Buffer.from("whole")).subarray(0, 6));
    expect(reader.isInside).toBe(true);
  });

  test("a sender of single bytes does not fill the memory with them", async () => {
    const reader = new FrameReader(5000);
    const chunks: WeakRef<Buffer>[] = [];
    const push = (byte: number) => {
      const chunk = Buffer.alloc(1, byte);
      chunks.push(new WeakRef(chunk));
      return reader.push(chunk);
    };
    const payload = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251));
    const stream = [...encodeFrame(payload)];
    const last = stream.pop() ?? 0;
    for (const byte of stream) push(byte);
    // What a WeakRef was made for stays until the turn is over.
    await new Promise((turn) => setImmediate(turn));
    collectGarbage();
    expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(300);
    expect(push(last)).toEqual({ kind: "frames", frames: [payload] });
  });
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
