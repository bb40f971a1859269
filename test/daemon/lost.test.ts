/** guard cannot go on: the launcher hears why, and of no end of the agent's own. With a seat that is played here. */
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ToLauncher } from "../../src/protocol/launcher-messages.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { hearAll } from "./hear-launcher-pipe.ts";

let daemon: TestDaemon;
let parts: string;
let told: Promise<ToLauncher[]>;
beforeEach(async () => {
  daemon = new TestDaemon();
  told = hearAll(daemon);
  parts = join(daemon.home, "parts");
  mkdirSync(join(parts, "shims"), { recursive: true });
  writeFileSync(join(parts, "hook.bash"), ":\n");
  for (const name of ["shims", "hook.bash"])
    symlinkSync(join(parts, name), join(daemon.folder, "agent", name));
  await daemon.start();
});
afterEach(() => daemon.stop());

/** An agent that dies of the seat's SIGTERM, as most do. */
function playSeat(): Promise<void> {
  const seat = createConnection(join(daemon.folder, "control/seat.sock"));
  seat.write(`agent ${process.pid}\n`);
  return new Promise((started) => {
    seat.on("error", () => undefined);
    seat.on("data", (words) => {
      if (words.includes("go")) started();
      if (words.includes("end")) seat.end("killed 15\nempty\n");
    });
  });
}

const losses: readonly [name: string, lose: () => void, said: RegExp][] = [
  [
    "the session's folder is moved",
    () => renameSync(daemon.folder, `${daemon.folder}.x`),
    /folder .* was moved or removed/,
  ],
  [
    "another folder takes the place of the session's",
    () => {
      renameSync(daemon.folder, `${daemon.folder}.x`);
      spawnSync("cp", ["-a", `${daemon.folder}.x`, daemon.folder]);
    },
    /folder .* was moved or removed/,
  ],
  [
    "the shims are removed",
    () => rmSync(join(parts, "shims"), { recursive: true }),
    /gone, .*\/parts\/shims/,
  ],
  ["a hook is removed", () => rmSync(join(parts, "hook.bash")), /gone, .*\/parts\/hook\.bash/],
  ["a hook is emptied", () => writeFileSync(join(parts, "hook.bash"), ""), /gone, .*\/parts\/hook\.bash/],
  ["the daemon is told to end", () => void daemon.child.kill("SIGTERM"), /told to end/],
];

describe("the session is lost when", () => {
  test.for(losses)("%s", async ([, lose, said]) => {
    await playSeat();
    lose();
    const text = expect.stringMatching(said);
    expect((await told).slice(1)).toEqual([
      expect.objectContaining({ op: "root-verdict" }),
      expect.objectContaining({ op: "agent" }),
      { op: "notice", text },
      { op: "tree-gone" },
      {
        op: "tree-ended",
        record: { checks: 0, denied: 0, head: expect.stringMatching(/^\d+:[0-9a-f]{16}$/) },
      },
    ]);
    expect(await daemon.exited).toBe(0);
    const { records } = daemon;
    expect(records.at(-2)).toMatchObject({ event: "notice", details: { reason: text } });
    expect(records.at(-1)).toMatchObject({ event: "session-end", details: { why: text } });
  });

  test("there is no seat: then the launcher hears it before the agent is ended", async () => {
    await daemon.next("root-verdict");
    renameSync(daemon.folder, `${daemon.folder}.x`);
    const ops = (await told).map(({ op }) => op);
    expect(ops).toEqual(["ready", "root-verdict", "notice", "seat-lost", "tree-ended"]);
  });
});

test("SIGUSR1 opens no debugger", async () => {
  daemon.child.kill("SIGUSR1");
  for (let n = 0; n < 20; n++) expect(await daemon.line(`echo ${n}`)).toMatchObject({ verdict: "allow" });
  daemon.hangUp();
  await daemon.exited;
  expect(daemon.stderr).toBe("");
});
