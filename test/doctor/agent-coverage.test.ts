import { describe, expect, test } from "vitest";
import { coverAgent } from "../../src/doctor/agent-coverage.ts";
import type { SeenRecord } from "../../src/doctor/session-records.ts";

const RUN = { command: ["claude"], known: "claude", status: 0, session: "abcd1234" };
const at = (more: Partial<SeenRecord>): SeenRecord => ({
  session: "abcd1234",
  verdict: "allow",
  kind: "argv",
  layer: "gate",
  decided_by: "rule",
  ...more,
});
const START: SeenRecord = { session: "abcd1234", event: "session-start", details: { tier: "gate+hooks" } };
const bash = (pid: number, layer: "gate" | "hook" | "shim"): SeenRecord =>
  layer === "hook"
    ? at({ pid, layer, kind: "line", tool_name: "shell", shell: "bash", command: "ls" })
    : at({ pid, layer, tool_name: "bash", command: ["bash", "-c", "ls"] });

describe("shells are counted by who saw them start", () => {
  const rows = [
    { name: "none", records: [], is: [0, 0, 0, 0] },
    { name: "one by the gate", records: [bash(1, "gate")], is: [1, 0, 0, 0] },
    {
      name: "three lines in one shell are one start",
      records: [bash(1, "hook"), bash(1, "hook"), bash(1, "hook")],
      is: [0, 1, 0, 0],
    },
    {
      name: "a shim and then its hook are one start, seen by both",
      records: [bash(1, "shim"), bash(1, "hook")],
      is: [0, 0, 0, 1],
    },
    { name: "a shim alone", records: [bash(1, "shim"), bash(2, "gate")], is: [1, 0, 1, 0] },
    {
      name: "the agent that the user started is none",
      records: [{ ...bash(1, "gate"), decided_by: "root" }],
      is: [0, 0, 0, 0],
    },
    { name: "other programs are none", records: [at({ pid: 1, tool_name: "git" })], is: [0, 0, 0, 0] },
  ] as const;
  test.for(rows)("$name", ({ records, is }) => {
    const { onlyGate, onlyHook, onlyShim, several } = coverAgent(RUN, records).shells;
    expect([onlyGate, onlyHook, onlyShim, several]).toEqual(is);
  });
});

test("programs are counted, shells first, and what was denied is told", () => {
  const covered = coverAgent(RUN, [
    START,
    at({ pid: 1, tool_name: "/usr/bin/git", command: ["git", "push"], verdict: "deny", reason: "no" }),
    at({ pid: 2, tool_name: "git", command: ["git", "status"] }),
    bash(3, "gate"),
  ]);
  expect(covered).toMatchObject({
    tier: "gate",
    checks: 3,
    denied: 1,
    denials: [{ command: "git push", reason: "no", by: "gate" }],
    programs: [
      { name: "bash", kind: "shell", times: 1, denied: 0, by: ["gate"] },
      { name: "git", kind: "program", times: 2, denied: 1, by: ["gate"] },
    ],
  });
});

test("without a session there is no tier", () => {
  expect(coverAgent({ ...RUN, session: null, status: 127 }, [])).toMatchObject({ tier: null, checks: 0 });
});
