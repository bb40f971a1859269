/**
 * Daemons that are killed in the middle of their work: every verdict that anybody was told is on record, the database opens, the chain is whole.
 * GUARD_CRASH_CHECKS=20000 npx vitest run test/daemon/audit-crash.test.ts   is the whole of it; CI runs a part.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openHistory } from "../../src/history/open-history.ts";
import { readRecords } from "../../src/history/read-records.ts";
import { isVerdict } from "../../src/history/stored-record.ts";
import { verifyHistory } from "../../src/history/verify.ts";
import { lineCheck, TestDaemon } from "../helpers/daemon.ts";

const CHECKS = Number(process.env["GUARD_CRASH_CHECKS"] ?? 1_500);
const MOST_PER_LIFE = 600;
const ASKERS = 4;

const home = mkdtempSync("/tmp/audit-crash-");
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Told {
  readonly check: string | undefined;
  readonly verdict: string | undefined;
}

/** One daemon, until it is killed: as many verdicts as were told before. */
async function live(name: string, checks: number): Promise<readonly Told[]> {
  const daemon = new TestDaemon({}, { home, session: name });
  await daemon.start();
  const told: Told[] = [];
  const ask = async (asker: number): Promise<void> => {
    const connection = await daemon.connect();
    for (let count = 0; ; count++) {
      const line = count % 3 === 0 ? `rm -rf /etc/x${asker}${count}` : `ls dir-${asker}-${count}`;
      const answer = await connection.ask(lineCheck(line, daemon.project));
      if (answer["closed"] === "yes") return;
      told.push({ check: answer["check"], verdict: answer["verdict"] });
      if (told.length === checks) daemon.child.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: ASKERS }, (_, asker) => ask(asker)));
  await daemon.exited;
  return told;
}

/** Not the same at each run, and said: whoever meets a failure can have it again. */
const seed = Number(process.env["GUARD_CRASH_SEED"] ?? Date.now() % 100_000);

function* randomCounts(): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield 1 + (state % MOST_PER_LIFE);
  }
}

test(`no verdict without its record over ${CHECKS} checks and many kills (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const told: Told[] = [];
  let lives = 0;
  for (const count of randomCounts()) {
    if (told.length >= CHECKS) break;
    // Two sessions at once now and then: one is killed while the other writes.
    const names = lives % 3 === 2 ? [`k${lives}aaaaaa`, `k${lives}bbbbbb`] : [`k${lives}aaaaaa`];
    lives++;
    const lived = await Promise.all(names.map((name) => live(name.slice(0, 8), count)));
    told.push(...lived.flat());
  }
  const file = `${home}/.local/state/guard/audit.db`;
  const opened = openHistory(file);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  const recorded = new Map<string, string>();
  for (const record of readRecords(opened.database))
    if (isVerdict(record)) recorded.set(record.request_id, record.verdict);
  const unrecorded = told.filter(({ check, verdict }) => recorded.get(check ?? "") !== verdict);
  expect(unrecorded).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(CHECKS);
  expect((await verifyHistory(file, opened.database, [])).findings).toEqual([]);
  opened.database.close();
});
