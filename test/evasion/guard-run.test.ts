/** The same attempts end to end: below `guard run --gate on --console none`, judged by the real daemon with no policy file. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { hasSeat, isBuilt, Machine, type Run } from "../launcher/guard-run.ts";
import { buildAttackers } from "./attackers.ts";
import { type Attempt, missing, Place } from "./attempt.ts";
import { CALLS, DOORS, STATES } from "./attempts/calls.ts";
import { PROGRAMS } from "./attempts/programs.ts";

const attackers = buildAttackers();
const why = [
  ...(isBuilt && hasSeat ? [] : ["guard is not built (npm run build)"]),
  ...(MACHINE_HAS_ORG_POLICY ? ["this machine has an org policy"] : []),
  ...(attackers.kind === "none" ? [attackers.why] : []),
];
if (why.length > 0) process.stderr.write(`evasion below guard run is skipped: ${why.join("; ")}\n`);

interface AuditRecord {
  readonly layer?: string;
  readonly verdict?: string;
  readonly command?: unknown;
  readonly details?: { readonly rule?: string };
}

let machine: Machine;
let place: Place;
beforeEach(() => {
  if (attackers.kind === "none") return;
  machine = new Machine();
  place = new Place(machine.work, attackers.folder);
});
afterEach(() => machine.dispose());

function records(): AuditRecord[] {
  const file = join(machine.folder, "home/state/guard/audit/permissions.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}

const DENIAL = /^guard: denied: .+ \[rule [\w.-]+, check [\w-]{36}\]$/m;

function provesItsLayer(row: Attempt, run: Run): void {
  const output = `${run.stdout}${run.stderr}`;
  const denied = records().filter(({ layer, verdict }) => layer === "gate" && verdict === "deny");
  const untraceable = records().filter(({ details }) => details?.rule === "guard.untraceable");
  switch (row.stoppedBy) {
    case "exec stop":
      // What stands before the canary is judged too, with what it would run.
      expect(denied.length).toBeGreaterThan(0);
      if (row.silent !== true) expect(output).toMatch(DENIAL);
      break;
    case "tracing":
      expect(denied.length + untraceable.length).toBeGreaterThan(0);
      break;
    default:
      expect(denied).toEqual([]);
      if (row.says) expect(output).toMatch(row.says);
  }
}

const rows = { CALLS, STATES, DOORS, PROGRAMS };
describe.skipIf(why.length > 0).each(Object.entries(rows))("%s", (_, attempts) => {
  test.for(attempts)("$name: $stoppedBy", async (attempt, { skip }) => {
    const isRoot = process.getuid?.() === 0;
    const row = { ...attempt, ...(isRoot ? {} : attempt.asUser), ...attempt.belowGuard };
    const absent = missing(row.needs);
    if (absent !== undefined) skip(absent);
    const run = machine.run(["--gate", "on", "--console", "none", "--", ...row.agent(place)]);
    const { code, signal } = await run.closed;
    expect(place.ran, "the canary left its mark").toBe(false);
    expect(run.stdout).not.toContain("CANARY RAN");
    expect(run.stderr).toContain("gate+hooks");
    provesItsLayer(row, run);
    if (row.endsBy) expect({ code, signal }).toEqual({ code: null, signal: row.endsBy });
  });
});
