/**
 * The gate alone against every attempt: nothing runs but the agent and what the row lets through, and all of it by which
 * file it is, not by its name. What the daemon would say of real commands is guard-run.test.ts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, readFileSync, realpathSync, statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GateExec, GateHost } from "../gate/gate-host.ts";
import { stateOf } from "../launcher/processes.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { type Attempt, hasScopes, missing, NO_SCOPES, Place } from "./attempt.ts";
import { CALLS, DOORS, STATES } from "./attempts/calls.ts";
import { WAYS_AT_PROCESSES } from "./attempts/processes.ts";
import { PROGRAMS } from "./attempts/programs.ts";

const seat = findSeat();
const attackers = buildAttackers();
if (seat === undefined) process.stderr.write("evasion: no C compiler here, the gate is not tested\n");
if (attackers.kind === "none") process.stderr.write(`evasion: ${attackers.why}\n`);

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** As root there is more to try; as anybody else less to lean on. */
const USERS = isRoot ? (["root", "nobody"] as const) : (["this user"] as const);

function identity(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : "gone";
}

interface Ruled {
  readonly exec: GateExec;
  readonly answer: "allow" | "deny";
}

let host: GateHost;
let place: Place;
let ruled: Ruled[];
let allowed: Set<string>;

/** By the file that was loaded: it stands still while it is asked about, unless it was killed meanwhile. */
function rule(exec: GateExec): "allow" | "deny" {
  const answer = allowed.has(identity(`/proc/${exec.pid}/exe`)) ? "allow" : "deny";
  ruled.push({ exec, answer });
  return answer;
}

async function attack(
  agent: readonly string[],
  more: { user?: string; guarded?: readonly number[] } = {},
): Promise<SeatRun> {
  const [program = "", ...args] = agent;
  const guarded = [process.pid, ...(more.guarded ?? [])].flatMap((pid) => ["--guarded", String(pid)]);
  const user = more.user === "nobody" ? { uid: NOBODY, gid: NOBODY } : {};
  // One that was compiled for this run lies in a folder of ours alone.
  const ownSeat = place.copy(seat ?? "", "guard-seat");
  const run = host.seat.spawn(ownSeat, program, [program, ...args], {
    seatOptions: ["--gate", host.socket, ...guarded],
    spawn: { ...user, env: { PATH: "/usr/bin:/bin:/usr/sbin", HOME: place.folder } },
  });
  await host.seat.go();
  await run.closed;
  return run;
}

beforeEach(async () => {
  if (attackers.kind === "none") return;
  ruled = [];
  host = await new GateHost(rule).listen();
  // What is announced is allowed by its name: that must not count for another file of that name.
  host.early = (file) => (allowed.has(identity(file)) ? "allow" : "later");
  place = new Place(host.seat.folder, attackers.folder);
  for (const socket of [host.socket, host.seat.socket]) chmodSync(socket, 0o777);
});
afterEach(() => host?.close());

const DENIAL = /guard: denied: the test says no \[rule test\.deny, check check-\d+\]/;

function provesItsLayer(row: Attempt, run: SeatRun): void {
  const output = `${run.stdout}${run.stderr}`;
  if (row.says) expect(output).toMatch(row.says);
  switch (row.stoppedBy) {
    case "exec stop":
      expect(ruled.map(({ answer }) => answer)).toContain("deny");
      if (row.silent !== true) expect(output).toMatch(DENIAL);
      break;
    case "tracing":
      expect(host.notes.some((note) => note.startsWith("untraceable"))).toBe(true);
      break;
    case "reading":
      expect(host.notes.some((note) => note.startsWith("unreadable"))).toBe(true);
      break;
    default:
      expect(ruled.filter(({ answer }) => answer === "deny")).toEqual([]);
  }
}

/** The agent itself, by its interpreter if it is a script, and what the row names. */
function letThrough([program = ""]: readonly string[], { through = [] }: Attempt): Set<string> {
  const own = program.endsWith(".sh") ? "/usr/bin/bash" : program;
  return new Set([own, ...through].map((file) => identity(realpathSync(file))));
}

const rows = { CALLS, STATES, DOORS, PROGRAMS };
describe.skipIf(seat === undefined || attackers.kind === "none").each(USERS)("as %s", (user) => {
  describe.each(Object.entries(rows))("%s", (_, attempts) => {
    test.for(attempts)("$name: $stoppedBy", async (attempt, { skip }) => {
      const row = user === "root" ? attempt : { ...attempt, ...attempt.asUser };
      const absent = missing(row.needs, user);
      if (absent !== undefined) skip(absent);
      const agent = row.agent(place);
      allowed = letThrough(agent, row);
      const run = await attack(agent, { user });
      expect(place.ran, "the canary left its mark").toBe(false);
      expect(run.stdout).not.toContain("CANARY RAN");
      provesItsLayer(row, run);
      if (row.endsBy) expect((await run.ended).signal).toBe(row.endsBy);
    });
  });

  describe.each(["the seat", "a process of guard's", "a process of nobody's business"] as const)(
    "%s",
    (whose) => {
      let victim: ChildProcess;
      beforeEach(async () => {
        victim = spawn("/bin/sleep", ["60"], user === "nobody" ? { uid: NOBODY, gid: NOBODY } : {});
        await waitUntil("the victim to sleep", () => stateOf(victim.pid ?? -1) === "S");
      });
      afterEach(() => victim.kill("SIGKILL"));

      const ways = WAYS_AT_PROCESSES.filter(
        ({ only, notAs }) =>
          notAs !== user &&
          (only === undefined ||
            (only === "guard's" ? whose !== "a process of nobody's business" : whose === "the seat")),
      );
      test.for(ways)("$name it", async (row, { skip }) => {
        const byScope = row.stoppedBy === "scope" || whose === "a process of nobody's business";
        if (byScope && !hasScopes) skip(NO_SCOPES);
        const agent = place.attacker("at-process");
        allowed = new Set([identity(agent)]);
        const pid = victim.pid ?? -1;
        const run = await attack([agent, row.way, whose === "the seat" ? "seat" : String(pid)], {
          user,
          guarded: whose === "a process of guard's" ? [pid] : [],
        });
        expect(run.stdout).toMatch(row.says);
        expect(victim.exitCode ?? victim.signalCode).toBe(null);
        expect(readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^State:\tS[\s\S]*^TracerPid:\t0/m);
        expect((await run.ended).signal).toBe(null);
      });
    },
  );
});
