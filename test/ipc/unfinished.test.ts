/** Callers that nobody trusts: what they begin and do not end has a bound, in bytes and in time. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listenForFrames } from "../../src/ipc/listen.ts";
import { encodeFrame } from "../../src/protocol/frame.ts";
import { until } from "../helpers/until.ts";

const KIB = 1024;

let folder: string;
let server: Server;
let frames: string[];
let broken: string[];
let callers: Socket[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "unfinished-"));
  frames = [];
  broken = [];
  callers = [];
});
afterEach(() => {
  for (const caller of callers) caller.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(bounds: { mostUnfinishedBytes: number; messageMs: number }): Promise<void> {
  server = await listenForFrames({
    path: join(folder, "s"),
    limitBytes: 64 * KIB,
    maxConnections: 16,
    bounds,
    accept: () => ({
      onFrame: (payload) => void frames.push(payload.toString("utf8").slice(0, 10)),
      onBroken: (reason) => void broken.push(reason),
      onClose: () => undefined,
    }),
  });
}

async function call(): Promise<Socket> {
  const caller = connect(join(folder, "s"));
  caller.on("error", () => undefined);
  callers.push(caller);
  await new Promise<void>((there) => caller.once("connect", there));
  return caller;
}

const isClosed = (caller: Socket) => until("the end of the call", () => (caller.closed ? true : undefined));
const half = (bytes: number) => encodeFrame(Buffer.alloc(bytes, "x")).subarray(0, bytes);

describe("time", () => {
  test("a caller that says nothing is not kept", async () => {
    await listen({ mostUnfinishedBytes: 64 * KIB, messageMs: 50 });
    await isClosed(await call());
    expect(broken).toEqual(["the message did not come to its end within 0.05 s"]);
  });

  test("nor one that says half of something", async () => {
    await listen({ mostUnfinishedBytes: 64 * KIB, messageMs: 50 });
    const caller = await call();
    caller.write(half(100));
    await isClosed(caller);
    expect([frames, broken.length]).toEqual([[], 1]);
  });

  test("one that has said what it wants may wait for its answer", async () => {
    await listen({ mostUnfinishedBytes: 64 * KIB, messageMs: 2_000 });
    const patient = await call();
    patient.write(encodeFrame(Buffer.from("whole")));
    const silent = await call();
    // The silent one has had its time: so has the other.
    await isClosed(silent);
    expect([patient.closed, frames]).toEqual([false, ["whole"]]);
  });
});

describe("bytes", () => {
  test("of all callers together: who goes over the bound is ended, the others go on", async () => {
    await listen({ mostUnfinishedBytes: 100 * KIB, messageMs: 60_000 });
    const first = await call();
    first.write(half(60 * KIB));
    const second = await call();
    second.write(half(60 * KIB));
    await isClosed(second);
    expect(broken).toEqual(["more than 102400 bytes of unfinished messages wait already"]);
    first.write(Buffer.alloc(4, "x"));
    await until("the first one's message", () => (frames.length === 1 ? true : undefined));
    expect(first.closed).toBe(false);
  });

  test("what is over does not count: ten one after the other", async () => {
    await listen({ mostUnfinishedBytes: 100 * KIB, messageMs: 60_000 });
    for (let count = 1; count <= 10; count++) {
      const caller = await call();
      caller.write(half(60 * KIB));
      caller.end();
      await isClosed(caller);
    }
    const last = await call();
    last.write(encodeFrame(Buffer.alloc(60 * KIB, "y")));
    await until("the last one's message", () => (frames.length === 1 ? true : undefined));
  });
});
