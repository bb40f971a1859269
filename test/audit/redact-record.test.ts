/** Which parts of a record secrets are looked for in. */
import { describe, expect, test } from "vitest";
import type { AuditRecord, VerdictRecord } from "../../src/audit/record.ts";
import { createEncode, isLong } from "../../src/audit/redact-record.ts";

const encode = createEncode(() => []);
const DRAWN = "Zx9Qw4Er7Ty2Ui5Op8As";
const TOKEN = `ghp_${"Zx9Q".repeat(9)}`;

const RECORD: VerdictRecord = {
  request_id: "6f1e2c3d4b5a",
  session: "s1a2b3c4d5e6f7",
  agent: "claude",
  project: "/work/p",
  tool_name: "EvilBin12345678",
  kind: "line",
  layer: "hook",
  command: "ls",
  cwd: "/work/p",
  shell: "bash",
  pid: 7,
  mode: "default",
  ruling: "ask",
  verdict: "allow",
  approved: true,
  reason: "somebody said so",
  rule: "user.no-push",
  decided_by: "person",
  person: "console:alice",
  timeout: false,
  latency_ms: 1,
  risk: "safe",
};

function written(record: AuditRecord): Record<string, unknown> {
  const encoded = encode(record);
  if (encoded.kind === "failed") throw new Error(encoded.reason);
  return JSON.parse(encoded.text) as Record<string, unknown>;
}

describe("guard's own words stay, whatever a secret is called", () => {
  const values = Object.entries(RECORD).flatMap(([key, value]) =>
    typeof value === "string" && !["command", "reason"].includes(key) ? [value] : [],
  );
  test.for(values)("%s", (value) => {
    const command = `env TOKEN=${value} touch x --password ${value}`;
    const { command: shown, ...rest } = written({ ...RECORD, command });
    const { command: _, ...expected } = RECORD;
    expect(rest).toEqual(expected);
    expect(shown).toMatch(/^env TOKEN=\S+ touch x/);
  });

  test("in an event too", () => {
    const details = { rule: "user.no-push1234", reason: "TOKEN=user.no-push1234 x", person: TOKEN };
    expect(written({ event: "answered", session: "a1b2c3d4e5f6g7", details })).toEqual({
      event: "answered",
      session: "a1b2c3d4e5f6g7",
      details: { ...details, reason: "TOKEN=«redacted:assignment» x" },
    });
  });
});

test("secrets are hidden in the command, and in what is said of it", () => {
  const record = {
    ...RECORD,
    command: `x --password ${DRAWN}`,
    reason: `it gets ${DRAWN}`,
    chain: ["claude", `x --password ${DRAWN}`],
    effects: ["execute:x", `read:${TOKEN}`],
    cwd: `/work/${TOKEN}`,
  };
  expect(written(record)).toEqual({
    ...record,
    command: "x --password «redacted:option»",
    reason: "it gets «redacted:option»",
    chain: ["claude", "x --password «redacted:option»"],
    effects: ["execute:x", "read:«redacted:github-token»"],
    cwd: "/work/«redacted:github-token»",
  });
});

describe("programs are told where something was hidden", () => {
  const programs = ["x", "gradle", "hunter2secret", TOKEN];
  const told = ["x", "gradle", "hunter2secret", "«redacted:github-token»"];
  const rows: [name: string, command: string | string[], told: readonly string[] | undefined][] = [
    ["not beside a plain line", "x gradle", undefined],
    ["not beside a plain argv", ["x", "gradle"], undefined],
    ["beside a mark, without tokens; a name hides none of them", "x --password hunter2secret", told],
    ["beside a mark in an argv", ["x", "--password", "hunter2secret"], told],
  ];
  test.for(rows)("%s", ([, command, expected]) => {
    expect(written({ ...RECORD, command, programs })["programs"]).toEqual(expected);
  });

  test("twenty, first of all those that the command does not name any more", () => {
    const many = Array.from({ length: 30 }, (_, at) => `p${at}q`);
    const command = `${many.join(";")}; x --password hunter2secret`;
    const shown = written({ ...RECORD, command, programs: [...many, "gradle"] })["programs"];
    expect(shown).toEqual(["gradle", ...many.slice(0, 19)]);
  });
});

describe("what policy patterns take long for is not done on the loop", () => {
  const rows: [patterns: string[], chars: number, isAside: boolean][] = [
    [[], 8_000, false],
    [[], 9_000, true],
    [["acme_[a-z0-9]{20}"], 8_000, false],
    [["acme_[a-z0-9]+"], 3_000, false],
    [["acme_[a-z0-9]+"], 4_000, true],
    [Array.from({ length: 20 }, () => "a{1,22}a{1,22}b"), 100, true],
  ];
  test.for(rows)("%j: %d characters", ([patterns, chars, isAside]) => {
    const own = patterns.map((pattern, index) => ({ name: `p${index}`, pattern }));
    expect(isLong({ ...RECORD, command: "x".repeat(chars) }, () => own)).toBe(isAside);
  });
});
