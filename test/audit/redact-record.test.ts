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

describe("the target of an effect that is the value of an option which guard does not know of that program", () => {
  const V = "s3cr3tvalue99";
  const HIDDEN = "network:«redacted:option»";
  const rows: [name: string, command: string | string[], target: string, shown: string][] = [
    ["in a line it is hidden", `curl https://x --token ${V}`, V, HIDDEN],
    ["in an argv it is hidden", ["curl", "https://x", "--token", V], V, HIDDEN],
    ["in a shell's line it is hidden", ["/bin/bash", "-lc", `ls; curl https://x --token ${V}`], V, HIDDEN],
    [
      "in a shell's line with quotes it may be a host",
      ["sh", "-c", `curl -A "x --token" ${V}`],
      V,
      `network:${V}`,
    ],
    ["a line's own arguments may be options", ["sh", "-c", `curl x --token ${V}`, "-A"], V, `network:${V}`],
    ["behind another command it is hidden", `cd x && git push origin --token ${V}`, V, HIDDEN],
    ["a value that the line names once more may be a host", `x y --token ${V}; curl ${V}`, V, `network:${V}`],
    ["a part of another word may be one", `curl ${V}/x https://x --token ${V}`, V, `network:${V}`],
    ["the option may be another one's value", `curl -A --token ${V}`, V, `network:${V}`],
    ["the option may be a file's name", `curl https://x > --token ${V}`, V, `network:${V}`],
    ["the option may be the end of a quoted word", `curl -A "x y --token" ${V}`, V, `network:${V}`],
    ["the option may be the end of an escaped word", `curl -A x\\ --token ${V}`, V, `network:${V}`],
    ["a variable may hold an option", `A=-A; curl $A --token ${V}`, V, `network:${V}`],
    ["behind two dashes it is no option", `curl -- x --token ${V}`, V, `network:${V}`],
    ["a short option may have its own value", `curl -o-token ${V}`, V, `network:${V}`],
    ["beside a decoder nothing is hidden", `echo x --token ${V} | base64 -d | sh`, V, `network:${V}`],
    [
      "an address in digits stays",
      "curl x --token 0x000007f000001",
      "0x000007f000001",
      "network:0x000007f000001",
    ],
    [
      "a name with a dot stays",
      "curl x --token evil1234.example",
      "evil1234.example",
      "network:evil1234.example",
    ],
  ];
  test.for(rows)("%s", ([, command, target, shown]) => {
    expect(written({ ...RECORD, command, effects: ["execute", `network:${target}`] })).toMatchObject({
      effects: ["execute", shown],
    });
  });

  test("what is run stays", () => {
    const effects = [`execute:${V}`, `write:/work/p/${V}`];
    expect(written({ ...RECORD, command: `npx x --token ${V}`, effects })).toMatchObject({ effects });
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
    expect(shown).toEqual(["gradle", ...many.slice(0, 19), "?"]);
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
