/** The same attempts end to end: below `guard run --gate on --console none`, judged by the real daemon with no policy file. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run } from "../launcher/guard-run.ts";
import { type Attempt, missing } from "./attempt.ts";
import { CALLS, DOORS, STATES } from "./attempts/calls.ts";
import { PROGRAMS } from "./attempts/programs.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";

let here: GuardMachine;
beforeEach(() => {
  here = new GuardMachine();
});
afterEach(() => here.machine.dispose());

const DENIAL = /^guard: denied: .+ \[rule [\w.-]+, check [\w-]{36}\]$/m;

function provesItsLayer(row: Attempt, run: Run): void {
  const output = `${run.stdout}${run.stderr}`;
  const denied = here.records.filter(({ layer, verdict }) => layer === "gate" && verdict === "deny");
  const noted = here.records.map(({ details }) => details?.rule);
  switch (row.stoppedBy) {
    case "exec stop":
      // What stands before the canary is judged too, with what it would run.
      // One that cannot wait (32 bits) is ended when the answer takes its time; the session may end before that is written down.
      if (row.silent === true) break;
      expect(denied.length).toBeGreaterThan(0);
      expect(output).toMatch(DENIAL);
      break;
    case "tracing":
      // The tracer itself, or what it wanted to start.
      if (denied.length === 0) expect(noted).toContain("guard.untraceable");
      break;
    case "reading":
      expect(noted).toContain("guard.unreadable");
      break;
    default:
      expect(denied).toEqual([]);
      if (row.says) expect(output).toMatch(row.says);
  }
}

const rows = { CALLS, STATES, DOORS, PROGRAMS };
describe.skipIf(whyNot.length > 0).each(Object.entries(rows))("%s", (_, attempts) => {
  test.for(attempts)("$name: $stoppedBy", async (attempt, { skip }) => {
    const isRoot = process.getuid?.() === 0;
    const row = { ...attempt, ...(isRoot ? {} : attempt.asUser), ...attempt.belowGuard };
    const absent = missing(row.needs);
    if (absent !== undefined) skip(absent);
    if (isRoot && row.namespaces) here.confine = "off";
    const run = await here.run(row.agent(here.place));
    expect(here.place.ran, "the canary left its mark").toBe(false);
    expect(run.stdout).not.toContain("CANARY RAN");
    expect(run.stderr).toMatch(/gate\+(?:confined\+)?hooks/);
    provesItsLayer(run.stderr.includes("gate+confined") ? { ...row, ...row.confined } : row, run);
    if (row.endsBy) expect((await run.closed).signal).toBe(row.endsBy);
  });
});
