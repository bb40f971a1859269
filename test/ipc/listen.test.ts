/** Connections in both directions: nobody's answers may fill our memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, listenForFrames } from "../../src/ipc/listen.ts";
import { encodeFrame, FrameReader } from "../../src/protocol/frame.ts";

const ANSWER = Buffer.alloc(64 * 1024, "a");
const QUESTION = encodeFrame(Buffer.from("question"));
const MANY = 200;

let folder: string;
let server: Server;
let handled: Map<Connection, number>;
beforeEach(async () => {
  folder = mkdtempSync("/tmp/listen-test-");
  handled = new Map();
  server = await listenForFrames({
    path: join(folder, "s"),
    limitBytes: 1000,
    maxConnections: 10,
    accept(connection) {
      handled.set(connection, 0);
      return {
        onFrame() {
          handled.set(connection, (handled.get(connection) ?? 0) + 1);
          connection.send(ANSWER);
        },
        onBroken: () => undefined,
        onClose: () => undefined,
      };
    },
  });
});
afterEach(async () => {
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

function dial(): Promise<Socket> {
  return new Promise((done) => {
    const socket = connect(join(folder, "s"), () => done(socket));
  });
}

/** Resolves when so many answers are there. */
function answers(socket: Socket, count: number): Promise<void> {
  const reader = new FrameReader(ANSWER.length);
  let got = 0;
  return new Promise((done) => {
    socket.on("data", function take(chunk: Buffer) {
      const outcome = reader.push(chunk);
      if (outcome.kind === "frames") got += outcome.frames.length;
      if (got < count) return;
      socket.off("data", take);
      done();
    });
  });
}

test("who does not read is not listened to, until it reads", async () => {
  const silent = await dial();
  const other = await dial();
  for (let n = 0; n < MANY; n++) {
    silent.write(QUESTION);
    // Answered: so the server has had its turn, with the other one too.
    other.write(QUESTION);
    await answers(other, 1);
  }
  const [first = 0, second = 0] = handled.values();
  expect(second).toBe(MANY);
  expect(first).toBeGreaterThan(10);
  expect(first * ANSWER.length).toBeLessThan(3 * 1024 * 1024);
  await answers(silent, MANY);
  expect([...handled.values()]).toEqual([MANY, MANY]);
  silent.destroy();
  other.destroy();
});

test("a pause stays one although what was sent went out", async () => {
  const socket = await dial();
  socket.write(QUESTION);
  await answers(socket, 1);
  const [connection] = handled.keys();
  connection?.pause();
  // Over the limit, and read to the end by the other side.
  for (let n = 0; n < 20; n++) connection?.send(ANSWER);
  socket.write(QUESTION);
  await answers(socket, 20);
  expect(handled.get(connection as Connection)).toBe(1);
  connection?.resume();
  await answers(socket, 1);
  expect(handled.get(connection as Connection)).toBe(2);
  socket.destroy();
});
