/** guard stats: what is counted, and how it is drawn. */
import { describe, expect, test } from "vitest";
import { runStats } from "../../src/cli/stats.ts";
import { columnsOf } from "../../src/display/columns.ts";
import type { StoredVerdict } from "../../src/history/stored-record.ts";
import { makeWorld, START_MS, verdict } from "../history/made-record.ts";
import { printed } from "./log-io.ts";

const DENIED = { verdict: "deny", approved: false, ruling: "deny", decided_by: "rule" } as const;
const asked = (asked_ms: number, person = "console:alice") =>
  ({ ruling: "ask", decided_by: "person", person, asked_ms, latency_ms: asked_ms + 1 }) as const;

function world() {
  const made = makeWorld();
  made.write(
    [verdict({ command: "ls", session: "oldoldol", agent: "codex", latency_ms: 9 })],
    START_MS - 50 * 3_600_000,
  );
  made.write([
    { event: "session-start", session: "k3v9x2ab", details: {} },
    ...Array.from({ length: 6 }, (_, number) => verdict({ command: "ls", latency_ms: number + 1 })),
    verdict({ command: "git push origin a", ...asked(1_000) }),
    verdict({ command: "cd x && git push -f", ...asked(3_000) }),
    verdict({ command: "npm run build", ...asked(60_000, "card:bob"), verdict: "deny", approved: false }),
    verdict({ command: "rm -rf /", ...DENIED, rule: "floor.catastrophe" }),
  ]);
  return made;
}

async function stats(args: string[], changes = {}, made = world()) {
  const { io, out, err } = printed(made, changes);
  return { status: await runStats(args, io), out: out(), err: err() };
}

test("--json has all of it", async () => {
  const { out } = await stats(["--json", "--by", "agent"]);
  expect(JSON.parse(out)).toEqual({
    first: new Date(START_MS - 50 * 3_600_000).toISOString(),
    last: new Date(START_MS).toISOString(),
    sessions: 2,
    total: {
      checks: 11,
      allowed: 9,
      denied: 2,
      asked: 3,
      timed_out: 0,
      asked_ms: { sum: 64_000, median: 3_000 },
      latency_ms: { p50: 3, p95: 9, p99: 9 },
    },
    denied_by: [
      { name: "person", count: 1 },
      { name: "rule", count: 1 },
    ],
    allowed_by: [
      { name: "mode", count: 7 },
      { name: "person", count: 2 },
    ],
    asked_patterns: [
      { name: "git push", count: 2 },
      { name: "npm run build", count: 1 },
    ],
    denied_rules: [
      { name: "mode.default", count: 1 },
      { name: "floor.catastrophe", count: 1 },
    ],
    people: [
      { name: "console:alice", count: 2, asked_ms: 4_000 },
      { name: "card:bob", count: 1, asked_ms: 60_000 },
    ],
    by: "agent",
    groups: [
      expect.objectContaining({ name: "claude", checks: 10, asked: 3, denied: 2 }),
      expect.objectContaining({ name: "codex", checks: 1, asked: 0, denied: 0 }),
    ],
  });
});

interface AskedRow {
  readonly name: string;
  readonly changes: Partial<StoredVerdict>;
  readonly asked: number;
  readonly timedOut: number;
  readonly sum: number;
}

const askedRows: readonly AskedRow[] = [
  { name: "a person who answered was asked", changes: {}, asked: 1, timedOut: 0, sum: 1_000 },
  {
    name: "a question that let the time pass was asked, and took nobody's time",
    ...{ changes: { decided_by: "timeout", timeout: true }, asked: 1, timedOut: 1, sum: 0 },
  },
  {
    name: "a question whose asker gave up was not",
    ...{ changes: { decided_by: "asker" }, asked: 0, timedOut: 0, sum: 0 },
  },
  {
    name: "a question that ended with the session was not",
    ...{ changes: { decided_by: "error" }, asked: 0, timedOut: 0, sum: 0 },
  },
  {
    name: "a question that another mode answered was not",
    ...{ changes: { decided_by: "mode" }, asked: 0, timedOut: 0, sum: 0 },
  },
];

test.for(askedRows)("$name", async ({ changes, asked: count, timedOut, sum }) => {
  const made = makeWorld([
    verdict({ command: "ls", latency_ms: 2 }),
    verdict({ command: "make", ...asked(1_000), ...changes }),
  ]);
  const { out } = await stats(["--json"], {}, made);
  const { total, asked_patterns, people } = JSON.parse(out);
  expect(total).toMatchObject({
    ...{ checks: 2, asked: count, timed_out: timedOut, asked_ms: { sum } },
    latency_ms: { p50: 2, p99: 2 },
  });
  expect(asked_patterns).toHaveLength(count);
  expect(people).toHaveLength(count - timedOut);
});

test.for<[name: string, records: Partial<StoredVerdict>[], says: string]>([
  ["nobody was asked", [{}], "people:  nobody was asked\n"],
  ["one answer", [asked(1_000)], "people:  spent 1 s on 1 question\n"],
  [
    "answers and silence are told apart",
    [asked(1_000), asked(3_000), { ...asked(90_000), decided_by: "timeout" }],
    "people:  spent 4 s on 2 questions; half of them within 1.0 s\nsilence: 1 question let the time pass\n",
  ],
  [
    "silence alone",
    [
      { ...asked(90_000), decided_by: "timeout" },
      { ...asked(90_000), decided_by: "timeout" },
    ],
    "people:  nobody answered\nsilence: 2 questions let the time pass\n",
  ],
])("people's time: %s", async ([, records, says]) => {
  const { out } = await stats([], {}, makeWorld(records.map((changes) => verdict(changes))));
  expect(out).toContain(says);
});

test("what was asked most is the command that does something, not the one before it", async () => {
  const lines = ["ls && npm install", "clear; npm install", "pwd; npm install"];
  const made = makeWorld(lines.map((command) => verdict({ command, ...asked(1_000), effects: ["execute"] })));
  const { out } = await stats(["--json"], {}, made);
  expect(JSON.parse(out).asked_patterns).toEqual([{ name: "npm install", count: 3 }]);
});

describe("as a chart", () => {
  test("80 columns", async () => {
    const { out } = await stats(["--since", "1d"]);
    expect(out).toMatch(/^10 checks in 1 session, 2026-11-1\d\n\nallowed {3}8 {3}80\.0 % {2}█+/);
    expect(out).toContain("denied by person 1, rule 1\n");
    expect(out).toContain("people:  spent 1 min 4 s on 3 questions; half of them within 3.0 s\n");
    expect(out).toMatch(/ASKED MOST\n {2}git push {7}2 {2}█{40}\n {2}npm run build {2}1 {2}█{20}\n/);
    expect(out).toMatch(/BY SESSION {2}checks {2}asked {2}denied\n {2}k3v9x2ab {6}10 {6}3 {7}2 {2}█+/);
  });

  test("days in their order", async () => {
    const { out } = await stats(["--by", "day", "--json"]);
    const { groups } = JSON.parse(out) as { groups: { name: string; checks: number }[] };
    expect(groups.map(({ checks }) => checks)).toEqual([1, 10]);
    expect(groups[0]?.name).toMatch(/^2026-11-1\d$/);
  });

  test.for([30, 40, 80, 200])("no row is wider than %d columns", async (columns) => {
    const { out } = await stats([], { columns });
    for (const row of out.split("\n")) expect(columnsOf(row)).toBeLessThanOrEqual(columns);
  });
});

test.for<[string, string[], number, string]>([
  ["nothing fits", ["--agent", "nobody"], 1, "no check fits"],
  ["a wrong group", ["--by", "moon"], 2, "--by moon is none of session, agent, project, day"],
  ["a wrong time", ["--until", "x"], 2, "--until x is not a time"],
])("%s", async ([, args, status, words]) => {
  const answer = await stats(args);
  expect(answer.status).toBe(status);
  expect(answer.err).toContain(words);
});
