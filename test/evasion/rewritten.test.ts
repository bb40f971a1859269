/** What waits for its answer is written to from outside, by another process of the agent's: it must not become what nobody judged. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GateAnswer, type GateExec, GateHost } from "../gate/gate-host.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { Place } from "./attempt.ts";

const seat = findSeat() ?? "";
const attackers = buildAttackers();
const folder = attackers.kind === "built" ? attackers.folder : "";

describe.skipIf(seat === "" || folder === "")("what waits, changed from outside", () => {
  let host: GateHost;
  let place: Place;
  let asked: GateExec[];
  beforeEach(async () => {
    asked = [];
    host = await new GateHost(rule).listen();
    place = new Place(host.seat.folder, folder);
  });
  afterEach(() => host.close());

  function rule(exec: GateExec): GateAnswer {
    if (exec.path === place.attacker("rewrite")) return "allow";
    asked.push(exec);
    return "wait";
  }

  /** Its program sleeps in guard's loop when the attacker comes; what it does then is over when it has said so. */
  async function attack(way: string, other = ""): Promise<SeatRun> {
    const rewrite = place.attacker("rewrite");
    const run = host.start(seat, rewrite, [rewrite, way, place.canary, other]);
    await host.seat.go();
    await waitUntil("the attacker's word", () => asked.length > 0 && run.stdout.includes("\n"));
    return run;
  }

  const writers: readonly [name: string, way: string, says: RegExp, status: RegExp][] = [
    ["process_vm_writev: filter", "call", /^vm write: EPERM$/m, /^status 0$/m],
    ["/proc/PID/mem: exec stop, compared at the answer", "file", /^memory: done$/m, /^status (?!0$|42$)/m],
    [
      "/proc/PID/mem, so that a plain checksum stays the same: exec stop, compared at the answer",
      "checksum",
      /^memory: done$/m,
      /^status (?!0$|42$)/m,
    ],
  ];
  test.for(writers)("its argument by %s", async ([, way, says, status]) => {
    const run = await attack(way);
    host.answer(asked[0]?.id ?? "", "allow");
    await run.closed;
    expect(place.ran).toBe(false);
    expect(run.stdout).toMatch(says);
    expect(run.stdout).toMatch(status);
  });

  test.skipIf(process.arch !== "x64")(
    "its waiting loop, so that it execs: exec stop, asked anew",
    async () => {
      const run = await attack("again", place.marked("elsewhere"));
      await waitUntil(
        "the second question",
        () => asked.length === 2,
        () => run.stdout,
      );
      const [first, second] = asked;
      await waitUntil("it waits", () => run.stdout.includes("status") || isAsleep(second?.pid ?? 0));
      // An answer to the first question is none to the second.
      host.answer(first?.id ?? "", "allow");
      host.answer(second?.id ?? "", "deny");
      await run.closed;
      expect(place.ran).toBe(false);
      expect(host.notes).toContain(`gone ${first?.id}`);
      expect(run.stdout).toMatch(/^status 126$/m);
    },
  );

  test.skipIf(process.arch !== "x64")(
    "its waiting loop, so that it announces what is allowed: exec stop, that allow is not its answer",
    async () => {
      const harmless = "/usr/bin/true";
      host.early = (file) => (file === harmless ? "allow" : "later");
      const run = await attack("announce", harmless);
      await waitUntil("the announcement", () => host.announced.includes(harmless));
      host.answer(asked[0]?.id ?? "", "deny");
      await run.closed;
      expect(run.stdout).toMatch(/^status 126$/m);
    },
  );
});

function isAsleep(pid: number): boolean {
  try {
    return /^State:\tS/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
