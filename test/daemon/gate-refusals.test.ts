/** What the gate refused by itself is on record, and cannot fill it. */
import { expect, test } from "vitest";
import type { EventRecord } from "../../src/audit/record.ts";
import { createRefusals } from "../../src/daemon/gate-refusals.ts";
import type { SessionState } from "../../src/daemon/session-state.ts";

function start() {
  const records: EventRecord[] = [];
  let now = 0;
  const state = {
    session: "abcd1234",
    checks: 0,
    denied: 0,
    notices: [],
    launcherPid: process.pid,
    agentPid: undefined,
    seatPid: undefined,
    root: { argv: ["agent"] },
    approvers: { statusChanged: () => undefined },
    recorder: {
      append: (record: EventRecord) => {
        records.push(record);
        return Promise.resolve("recorded" as const);
      },
    },
  } as unknown as SessionState;
  const refusals = createRefusals(state, () => now);
  const refuse = (pid: string) =>
    refusals.note({ guard: "1", op: "untraceable", pid } as Parameters<typeof refusals.note>[0]);
  const pass = (ms: number) => {
    now += ms;
  };
  return { state, records, refuse, pass };
}

test("each process's first one is written down at once", () => {
  const { records, refuse } = start();
  refuse("4000001");
  refuse("4000002");
  expect(records.map(({ details }) => [details?.["rule"], details?.["pid"]])).toEqual([
    ["guard.untraceable", 4_000_001],
    ["guard.untraceable", 4_000_002],
  ]);
});

test("ten thousand of one process are two records, the second with how many there were, and all of them counted", () => {
  const { state, records, refuse, pass } = start();
  for (let count = 0; count < 10_000; count++) refuse("4000001");
  expect(records).toHaveLength(1);
  pass(1_000);
  refuse("4000001");
  expect(records.map(({ details }) => details?.["count"])).toEqual([undefined, 10_000]);
  expect(state.denied).toBe(10_001);
});
