/** Questions that wait below the real `guard run`, and what happens meanwhile: kill -9, files that are swapped, memory that is flipped. */
import { readFileSync, readlinkSync, renameSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";

let here: GuardMachine;
beforeEach(() => {
  here = new GuardMachine();
});
afterEach(() => here.machine.dispose());

/** Loaded, and held by the gate. */
function isHeld(pid: number, program: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/exe`) === program &&
      !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
    );
  } catch {
    return false;
  }
}

const WAITING = 50;
const KILLS = 4;

describe.skipIf(whyNot.length > 0)("kill -9 while questions wait", () => {
  test.for(["seat", "daemon", "launcher"] as const)(
    `of the %s, ${KILLS} times: 0 of ${KILLS * WAITING} run`,
    async (whose) => {
      let waited = 0;
      for (let left = KILLS; left > 0; left--) {
        const { machine, place } = here;
        const run = here.start([place.attacker("many"), String(WAITING), place.canary], "wait");
        const held = () => machine.marked.filter((pid) => isHeld(pid, place.canary));
        await waitUntil("all to be held", () => held().length === WAITING);
        process.kill((await here.processes())[whose], "SIGKILL");
        await run.ended;
        await waitUntil("all to be gone", () => held().length === 0);
        waited += WAITING;
        expect(place.ran).toBe(false);
        machine.dispose();
        here = new GuardMachine();
      }
      expect(waited).toBe(KILLS * WAITING);
    },
  );
});

describe.skipIf(whyNot.length > 0)("a script that is swapped by rename while its question waits", () => {
  const starts: readonly [name: string, line: string][] = [
    ["given to its shell", "/bin/bash ./x.sh"],
    ["by its first line", "./x.sh"],
    ["given to another interpreter", "/usr/bin/perl ./x.sh"],
  ];
  test.for(starts)("%s: denied, though the answer was yes", async ([, line]) => {
    const { place } = here;
    place.write("x.sh", "#!/bin/sh\n/usr/bin/touch harmless\n");
    place.write("y.sh", `#!/bin/sh\nexec ${place.canary}\n`);
    const run = here.start(place.script(`${line}; echo status $?`), "wait");
    const { id } = await until("the question", async () => (await here.machine.pending())[0]);
    renameSync(`${place.folder}/y.sh`, `${place.folder}/x.sh`);
    await here.guard(["resolve", id, "--decision", "once"]);
    await run.shows("status 126");
    await run.closed;
    expect(run.stderr).toMatch(
      /^guard: denied: .*changed while the question waited.* \[rule guard\.changed, check /m,
    );
    expect(place.ran).toBe(false);
  });
});

describe.skipIf(whyNot.length > 0)("flipped by a thread while it is started", () => {
  const TIMES = 400;
  const HARMLESS = "/usr/bin/true";

  /** Another way to write the same path, as long as the other. */
  function writtenAsLongAs(other: string): string {
    const more = other.length - HARMLESS.length;
    return `/usr/bin/${"./".repeat(Math.floor(more / 2))}${more % 2 === 0 ? "" : "/"}true`;
  }

  test.for(["argument", "path"] as const)(`the %s: 0 of ${TIMES} run that were not allowed`, async (what) => {
    const { place } = here;
    if (what === "argument") here.allow([`"${place.canary} quiet"`]);
    const faces =
      what === "path" ? [writtenAsLongAs(place.canary), place.canary] : [place.canary, place.canary];
    const run = await here.run([place.attacker("flip"), what, String(TIMES), ...faces]);
    const [ran = 0, denied = 0, otherwise = -1] =
      /^(\d+) ran, (\d+) denied, (\d+) otherwise$/m.exec(run.stdout)?.slice(1).map(Number) ?? [];
    expect(place.ran).toBe(false);
    // Otherwise: a path that was half of each, which is no file.
    expect(ran + denied + otherwise).toBe(TIMES);
    expect(otherwise).toBeLessThan(TIMES / 20);
    expect(Math.min(ran, denied)).toBeGreaterThan(TIMES / 50);
  });
});
