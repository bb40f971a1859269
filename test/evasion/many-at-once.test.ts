/** Figures of the gate alone: what is flipped while it is started, and what waits when the gate or its daemon is killed. */
import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GateAnswer, type GateExec, GateHost } from "../gate/gate-host.ts";
import { isRunning, stateOf } from "../launcher/processes.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { Place } from "./attempt.ts";

const seat = findSeat() ?? "";
const attackers = buildAttackers();
const folder = attackers.kind === "built" ? attackers.folder : "";
if (seat === "" || folder === "") process.stderr.write("evasion: no C compiler here, figures are skipped\n");

let host: GateHost;
let place: Place;
let answer: (exec: GateExec) => GateAnswer;

async function openHost(): Promise<void> {
  host = await new GateHost((exec) => answer(exec)).listen();
  place = new Place(host.seat.folder, folder);
}
beforeEach(openHost);
afterEach(() => host.close());

function start(agent: readonly string[]): SeatRun {
  const [program = ""] = agent;
  return host.start(seat, program, agent);
}

/** Not if it is gone meanwhile. */
const isFile = (exec: GateExec, file: string) => {
  const loaded = statSync(`/proc/${exec.pid}/exe`, { throwIfNoEntry: false });
  const wanted = statSync(file);
  return loaded?.dev === wanted.dev && loaded.ino === wanted.ino;
};

describe.skipIf(seat === "" || folder === "")("flipped by a thread while it is started", () => {
  const TIMES = 2_000;

  test.for(["argument", "path"] as const)(`the %s: 0 of ${TIMES} run that were not allowed`, async (what) => {
    // Names of one length: one memory holds either.
    const harmless = place.copy("/usr/bin/true", "kanari");
    answer = (exec) => {
      if (!isFile(exec, place.canary)) return "allow";
      return what === "argument" && exec.argv[1] === "quiet" ? "allow" : "deny";
    };
    if (what === "path") host.early = (file) => (file === harmless ? "allow" : "later");
    const faces = what === "path" ? [harmless, place.canary] : [place.canary, place.canary];
    const run = start([place.attacker("flip"), what, String(TIMES), ...faces]);
    await host.seat.go();
    await run.closed;
    const [ran = 0, denied = 0, otherwise = -1] =
      /^(\d+) ran, (\d+) denied, (\d+) otherwise$/m.exec(run.stdout)?.slice(1).map(Number) ?? [];
    expect(place.ran).toBe(false);
    // Otherwise: a path that was half of each, which is no file.
    expect(ran + denied + otherwise).toBe(TIMES);
    expect(otherwise).toBeLessThan(TIMES / 20);
    // Both faces were seen, or nothing was tried.
    expect(Math.min(ran, denied)).toBeGreaterThan(TIMES / 50);
  });
});

describe.skipIf(seat === "" || folder === "")(
  "50 that wait when it is killed, ten times: 0 of 500 run",
  () => {
    const KILLS = 10;
    const WAITING = 50;

    test.for([
      ["the gate", (run: SeatRun) => process.kill(run.pid, "SIGKILL")],
      ["its daemon", () => host.hangUp()],
    ] as const)("%s", async ([, kill]) => {
      answer = (exec) => (isFile(exec, place.canary) ? "wait" : "allow");
      let waited = 0;
      for (let left = KILLS; left > 0; left--) {
        host.close();
        await openHost();
        const run = start([place.attacker("many"), String(WAITING), place.canary]);
        await host.seat.go();
        await waitUntil("all of them to wait", () => host.execs.length === WAITING + 1);
        // Half of the kills find them parked in guard's loop, half of them standing still.
        if (left % 2 === 0)
          await waitUntil("the last to be parked", () => stateOf(host.execs.at(-1)?.pid ?? 0) === "S");
        kill(run);
        await run.ended;
        await waitUntil("all of them to be gone", () => !host.execs.some(({ pid }) => isRunning(pid)));
        waited += host.execs.length - 1;
        expect(place.ran).toBe(false);
      }
      expect(waited).toBe(KILLS * WAITING);
    });
  },
);
