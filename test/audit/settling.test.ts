/** When lines get their rows, and what follows where they cannot. */
import { expect, test } from "vitest";
import { createSettling } from "../../src/audit/settling.ts";
import type { Stored } from "../../src/audit/store.ts";
import { until } from "../helpers/until.ts";

const STORED: Stored = { kind: "stored", head: { seq: 1, hash: Buffer.alloc(32) }, strange: [] };
const FAILED: Stored = { kind: "failed", reason: "test" };

function make(here: Stored, aside: Stored) {
  const world = { waiting: 0, settled: 0, aside: 0 };
  const settling = createSettling({
    waiting: () => world.waiting,
    settle() {
      world.settled++;
      if (here.kind === "stored") world.waiting = 0;
      return here;
    },
    async settleAside() {
      world.aside++;
      return aside;
    },
    onSettled: () => undefined,
  });
  return { world, settling };
}

test("after a moment in which others took the lines in, later ones still get their rows", async () => {
  const { world, settling } = make(STORED, STORED);
  world.waiting = 1;
  settling.soon();
  world.waiting = 0;
  await settling.now();
  world.waiting = 1;
  settling.soon();
  await until("rows", async () => (world.settled > 0 ? true : undefined));
});

test("who ends waits for a held lock once, and nothing is on record by its line alone until a write went through", async () => {
  const { world, settling } = make({ kind: "busy" }, FAILED);
  world.waiting = 1;
  await settling.now();
  expect([world.aside, settling.isBehind()]).toEqual([1, true]);
  settling.by(STORED);
  expect(settling.isBehind()).toBe(false);
});
