/** Start-up files that changed are in the record before the session's end, and nobody waits for a launcher that says nothing. */
import { createConnection } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestDaemon } from "../helpers/daemon.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = new TestDaemon();
});
afterEach(() => daemon.stop());

/** Until the agent runs. */
async function start(): Promise<void> {
  await daemon.start();
  await daemon.next("root-verdict");
  const seat = createConnection(join(daemon.folder, "control/seat.sock"));
  seat.on("error", () => undefined);
  seat.on("data", (words) => {
    if (words.includes("end")) seat.end("killed 15\nempty\n");
  });
  seat.write(`agent ${process.pid}\n`);
  await daemon.next("agent");
}

const lastRecords = () => daemon.records.slice(-2);

test("what guard run found is written down before the end", async () => {
  daemon.changed = ["/home/x/.bash_profile (new)"];
  await start();
  daemon.send({ op: "end" });
  await daemon.next("tree-ended");
  expect(lastRecords()).toMatchObject([
    {
      event: "notice",
      details: { rule: "guard.start-up-changed", files: ["/home/x/.bash_profile (new)"], count: 1 },
    },
    { event: "session-end" },
  ]);
});

test("nothing is written down where nothing changed", async () => {
  await start();
  daemon.send({ op: "end" });
  await daemon.next("tree-ended");
  expect(JSON.stringify(daemon.records)).not.toContain("start-up-changed");
});

test("where no agent ran guard run is not asked", async () => {
  daemon.changed = ["/home/x/.bash_profile (new)"];
  await daemon.start();
  daemon.send({ op: "end" });
  await daemon.next("tree-ended");
  expect(JSON.stringify(daemon.records)).not.toContain("start-up-changed");
});

test.for([
  ["is gone", () => daemon.hangUp()],
  ["says nothing", () => daemon.send({ op: "end" })],
] as const)("the session ends where guard run %s", async ([, end]) => {
  daemon.changed = "nobody answers";
  await start();
  end();
  await daemon.next("tree-ended").catch(() => undefined);
  daemon.hangUp();
  expect(await daemon.exited).toBe(0);
  expect(daemon.records.at(-1)).toMatchObject({ event: "session-end" });
});
