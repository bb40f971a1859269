/** guard replay: the difference is what the file does, and nothing is run or written. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runReplay } from "../../src/cli/replay.ts";
import { type Home, makeHome, NO, RAN, type Row, repeat, YES } from "./fixture.ts";

const DAY = "2026-11-10T10:00:00Z";

interface Report {
  readonly checks: number;
  readonly same: number;
  readonly drifted: number;
  readonly cut: number;
  readonly redacted: number;
  readonly questions: Readonly<Record<string, number>>;
  readonly changes: readonly { kind: string; line: string; before: string; after: string; count: number }[];
  readonly settings: readonly Readonly<Record<"setting" | "before" | "after" | "loosens", string>>[];
  readonly notJudged: readonly { why: string; count: number }[];
}

async function replayed(home: Home, policy: string, ...args: string[]) {
  const file = home.write("draft.yaml", `version: 1\n${policy}`);
  const status = await runReplay(["--policy", file, "--json", ...args], home.io);
  expect(home.err()).toBe("");
  return { status, report: JSON.parse(home.out()) as Report };
}

const HIDDEN = "case --token in --token) «redacted:option» publish_evil;; esac";

describe("what changes", () => {
  const asked = (command: string, more: Partial<Row> = {}): Row => ({ ...YES, ...more, command });
  const rows: {
    name: string;
    records: readonly Row[];
    policy: string;
    today?: string;
    want: string[];
    status: number;
  }[] = [
    { name: "nothing", records: [asked("touch a")], policy: "", want: [], status: 0 },
    {
      name: "a question saved is newly allowed",
      records: repeat(3, asked("touch a")),
      policy: "allowlist: ['touch **']",
      want: ["allowed touch a: ask -> allow 3"],
      status: 10,
    },
    {
      name: "a rule of today's file is gone with it",
      records: [{ ...RAN, command: "touch a" }],
      policy: "",
      today: "allowlist: ['touch **']",
      want: ["asked touch a: allow -> ask 1"],
      status: 0,
    },
    {
      name: "a deny of today's file is gone with it",
      records: [{ command: "touch a", verdict: "deny", decided_by: "rule", ruling: "deny" }],
      policy: "allowlist: ['touch **']",
      today: "blocked_commands: [touch]",
      want: ["allowed touch a: deny -> allow 1"],
      status: 10,
    },
    {
      name: "newly denied, whatever people said",
      records: [asked("make all"), { ...RAN, command: "ls" }],
      policy: "blocked_commands: [make]",
      want: ["denied make all: ask -> deny 1"],
      status: 0,
    },
    {
      name: "CONFIRM instead of a plain question",
      records: [asked("make all")],
      policy: "dangerous_commands: [make]",
      want: ["otherwise make all: ask -> confirm 1"],
      status: 0,
    },
    {
      name: "what silence means counts as newly allowed",
      records: [asked("touch a")],
      policy: "settings: {ask_fallback: full}",
      want: ["allowed touch a: ask -> allow-if-silent 1"],
      status: 10,
    },
    {
      name: "a lower cap for the mode",
      records: [{ ...RAN, command: "touch a", mode: "full-auto" }],
      policy: "settings: {max_mode: plan}",
      want: ["denied touch a: allow -> deny 1"],
      status: 0,
    },
    {
      name: "nothing that the floor holds",
      records: [{ command: "sudo ls", verdict: "deny", decided_by: "rule", ruling: "deny" }],
      policy: "rules: [{id: a, match: 'sudo **', ruling: allow, because: x}]",
      want: [],
      status: 0,
    },
    {
      name: "a part of a line that is newly allowed is no command of its own",
      records: [
        ...repeat(2, asked("npm test")),
        ...repeat(8, { command: ["npm", "test"], decided_by: "lease" }),
      ],
      policy: "allowlist: ['npm test **']",
      want: ["allowed npm test: ask -> allow 2"],
      status: 10,
    },
    {
      name: "a part of a line that is asked still is one",
      records: [asked("touch a && npm test"), { command: ["npm", "test"], decided_by: "lease" }],
      policy: "allowlist: ['npm test **']",
      want: ["allowed npm test: ask -> allow 1"],
      status: 10,
    },
    {
      name: "a part of a line that nobody answered still is one",
      records: [
        asked("npm test", { decided_by: "timeout", verdict: "deny" }),
        { command: ["npm", "test"], decided_by: "lease", shell: "zsh" },
      ],
      policy: "allowlist: ['npm test **']",
      want: ["allowed npm test: ask -> allow 2"],
      status: 10,
    },
    {
      name: "the same line in the same folder is one row, whatever the project was then",
      records: [asked("touch a"), asked("touch a", { project: "/" })],
      policy: "allowlist: ['touch **']",
      want: ["allowed touch a: ask -> allow 2"],
      status: 10,
    },
    {
      name: "a command with a secret taken out cannot be told where the file allows its program",
      records: [asked(HIDDEN, { programs: ["gradle"] })],
      policy: "allowlist: ['gradle **']",
      want: [`untold ${HIDDEN}: ask -> unknown 1`],
      status: 10,
    },
    {
      name: "it can be told where the file allows another program only",
      records: [asked(HIDDEN, { programs: ["gradle"] })],
      policy: "allowlist: ['touch **']",
      want: [],
      status: 0,
    },
    {
      name: "it cannot be told where nobody knows what it ran",
      records: [asked(HIDDEN), asked(HIDDEN, { programs: ["ls", "?"] })],
      policy: "allowlist: ['touch **']",
      want: [`untold ${HIDDEN}: ask -> unknown 2`],
      status: 10,
    },
    {
      name: "it cannot be told where a rule that denied its program is gone",
      records: [asked(HIDDEN, { programs: ["gradle"] })],
      policy: "",
      today: "blocked_commands: [gradle]",
      want: [`untold ${HIDDEN}: ask -> unknown 1`],
      status: 10,
    },
    {
      name: "it cannot be told where the file loosens what holds for every command",
      records: [asked(HIDDEN, { programs: ["gradle"] })],
      policy: "settings: {max_mode: full-auto}",
      today: "settings: {max_mode: default}",
      want: [`untold ${HIDDEN}: ask -> unknown 1`],
      status: 10,
    },
    {
      name: "it can be told where the file only tightens",
      records: [asked(HIDDEN)],
      policy: "blocked_commands: [touch]\nsettings: {max_mode: default, ask: always}",
      want: [],
      status: 0,
    },
    {
      name: "it can be told where the file says what today's says, by other names",
      records: [asked(HIDDEN)],
      policy: "rules: [{id: a, match: 'gradle **', ruling: allow, because: x}]",
      today: "rules: [{id: b, match: 'gradle **', ruling: allow, because: y}]",
      want: [],
      status: 0,
    },
    {
      name: "a command that was cut cannot be told either",
      records: [asked(`echo ${"x".repeat(70_000)}; gradle publish`, { cwd: "/" })],
      policy: "allowlist: ['gradle **']",
      want: [expect.stringMatching(/^untold echo x+.*: \w+ -> unknown 1$/)],
      status: 10,
    },
    {
      name: "the same line from two shells is one row",
      records: [asked("touch a"), asked("touch a", { shell: "zsh" })],
      policy: "allowlist: ['touch **']",
      want: ["allowed touch a: ask -> allow 2"],
      status: 10,
    },
  ];
  test.for(rows)("$name", async ({ records, policy, today, want, status }) => {
    const home = makeHome();
    if (today !== undefined) home.write("config/guard/policy.yaml", `version: 1\n${today}`);
    home.record(DAY, ...records);
    const outcome = await replayed(home, policy);
    expect(
      outcome.report.changes.map(
        ({ kind, line, before, after, count }) => `${kind} ${line}: ${before} -> ${after} ${count}`,
      ),
    ).toEqual(want);
    expect(outcome.status).toBe(status);
  });
});

describe("the rest of the report", () => {
  test("what people had said to the questions that are saved", async () => {
    const home = makeHome();
    home.record(
      DAY,
      ...repeat(2, { ...YES, command: "touch a" }),
      { ...NO, command: "touch b" },
      { command: "touch c", decided_by: "timeout", verdict: "deny" },
      { command: "touch d", decided_by: "lease" },
      { ...YES, command: "mkdir a" },
    );
    const { report } = await replayed(home, "allowlist: ['touch **']");
    expect(report.questions).toEqual({
      asked: 5,
      saved: 4,
      savedYes: 2,
      savedNo: 1,
      savedUnanswered: 1,
      denied: 0,
    });
    expect(report).toMatchObject({ checks: 6, same: 1 });
  });

  test("parts of lines that are newly allowed are counted apart", async () => {
    const home = makeHome();
    const part: Row = { command: ["npm", "test"], decided_by: "lease" };
    home.record(DAY, { ...YES, command: "npm test" }, ...repeat(3, part), { ...RAN, command: "ls" });
    const { report } = await replayed(home, "allowlist: ['npm test **']");
    expect(report).toMatchObject({ checks: 5, parts: 3, same: 1 });
    expect(await runReplay(["--policy", join(home.root, "draft.yaml")], home.io)).toBe(10);
    expect(home.out()).toContain("newly allowed    1 command, once; and 3 checks of what such lines started");
  });

  test("what is ruled differently today anyway is counted apart, and is no change", async () => {
    const home = makeHome();
    home.record(DAY, { ...RAN, command: "touch a" }, { ...RAN, command: "ls" });
    expect((await replayed(home, "")).report).toMatchObject({ changes: [], drifted: 1, same: 2 });
  });

  test("a script is judged by its text as it is now", async () => {
    const home = makeHome();
    home.write("shop/a b.sh", "touch x\n");
    const script = { kind: "script", command: "bash './a b.sh' 1" } as const;
    home.record(DAY, { ...YES, ...script }, { ...YES, kind: "stdin", command: "bash -s x", shell: "bash" });
    const { report } = await replayed(home, "blocked_commands: [touch]");
    expect(report).toMatchObject({ checks: 2, changes: [{ kind: "denied", line: script.command }] });
  });

  test("what cannot be judged again, and what is not whole, is counted", async () => {
    const home = makeHome();
    const gone = join(home.root, "gone");
    home.record(
      DAY,
      { command: ["claude"], decided_by: "root" },
      { command: [] },
      { ...YES, command: "ls", project: gone } as Row,
      { ...YES, command: "touch «redacted:token»" },
      { ...YES, command: `touch ${"x".repeat(70_000)}` },
    );
    const { report } = await replayed(home, "");
    expect(report).toMatchObject({ checks: 2, redacted: 1, cut: 1 });
    expect(report.notJudged.map(({ why, count }) => `${why} ${count}`)).toEqual([
      "an agent's own start 1",
      "no command that can be read again 1",
      "the project is gone 1",
    ]);
  });

  test("only the time and the sessions that were asked for", async () => {
    const home = makeHome();
    home.record("2026-11-01T10:00:00Z", { ...YES, command: "touch a" });
    home.record(DAY, { ...YES, command: "touch a" }, { ...YES, command: "touch a", session: "zzzz9999" });
    const checks = async (...args: string[]) => (await replayed(home, "", ...args)).report.checks;
    expect(await checks()).toBe(3);
    expect(await checks("--since", "2026-11-05")).toBe(2);
    expect(await checks("--until", "2026-11-05")).toBe(1);
    expect(await checks("--session", "zz")).toBe(1);
  });

  test("a project's file is tried as if it were trusted, with its own limits", async () => {
    const home = makeHome();
    home.record(DAY, { ...YES, command: "touch a" });
    const { report } = await replayed(home, "allowlist: ['touch **']", "--as", "project");
    expect(report.changes).toMatchObject([{ kind: "allowed", line: "touch a" }]);
    const file = home.write("draft.yaml", "version: 1\nsettings: {security: full}\n");
    expect(await runReplay(["--policy", file, "--as", "project"], home.io)).toBe(2);
    expect(home.err()).toContain("draft.yaml:2:");
  });

  test("the text fits 80 columns, holds no control characters and names each", async () => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: `touch ${"long/".repeat(60)}\u001b[2J` }), {
      ...NO,
      command: "touch b",
    });
    const file = home.write("draft.yaml", "version: 1\nallowlist: ['touch **']\n");
    expect(await runReplay(["--policy", file], home.io)).toBe(10);
    const text = home.out();
    expect(text.split("\n").filter((row) => row.length > 80)).toEqual([]);
    expect(text).not.toContain("\u001b");
    for (const part of ["questions saved  1 of 3; people had said 1 NO", "  | touch b", "so far   1 NO"])
      expect(text).toContain(part);
  });

  test("what cannot be told is listed, with why", async () => {
    const home = makeHome();
    home.record(DAY, { ...NO, command: HIDDEN, programs: ["gradle"] } as Row, { ...RAN, command: "ls" });
    const file = home.write("draft.yaml", "version: 1\nallowlist: ['gradle **']\n");
    expect(await runReplay(["--policy", file], home.io)).toBe(10);
    const text = home.out().replaceAll(/\s+/g, " ");
    for (const part of [
      "cannot be told 1 command, once",
      "cannot be told: | case --token in",
      "ruling ask -> cannot be told: its command is redacted in the record, and the file could allow gradle",
      "so far 1 NO",
      "the same 1 check",
    ])
      expect(text).toContain(part);
  });

  describe("settings that are not judged are told", () => {
    const FREER = "mode: full-auto";
    const rows: {
      name: string;
      policy: string;
      today?: string;
      args?: string[];
      want: string[];
      status: number;
    }[] = [
      { name: "a freer start", policy: FREER, want: ["mode default -> full-auto yes"], status: 10 },
      { name: "the same start", policy: FREER, today: FREER, want: [], status: 0 },
      {
        name: "a stricter start",
        policy: "mode: plan",
        today: FREER,
        want: ["mode full-auto -> plan no"],
        status: 0,
      },
      {
        name: "a freer start that the file itself caps",
        policy: `${FREER}\nsettings: {max_mode: default}`,
        want: ["max_mode full-auto -> default no"],
        status: 0,
      },
      {
        name: "a cap that is gone",
        policy: "",
        today: "settings: {max_mode: default}",
        want: ["max_mode default -> full-auto yes"],
        status: 10,
      },
      {
        name: "more that agents see",
        policy: "settings: {reveal: [~/.ssh]}",
        want: ["reveal none -> ~/.ssh yes"],
        status: 10,
      },
      {
        name: "less that agents see",
        policy: "settings: {reveal: [~/.aws]}",
        today: "settings: {reveal: [~/.aws, ~/.ssh]}",
        want: ["reveal ~/.aws, ~/.ssh -> ~/.aws no"],
        status: 0,
      },
      {
        name: "times, and what is kept",
        policy:
          "settings: {approval_timeout_minutes: 9, audit_keep_days: 30}\nredact: [{name: pin, pattern: 'pin-\\d{8}'}]",
        want: [
          "redact none -> pin pin-\\d{8} no",
          "approval_timeout_minutes 5 minutes -> 9 minutes no",
          "dangerous_timeout_minutes 5 minutes -> 9 minutes no",
          "audit_keep_days 365 days -> 30 days no",
        ],
        status: 0,
      },
      {
        name: "where nothing was recorded in that time, too",
        policy: FREER,
        args: ["--since", "2026-11-16"],
        want: ["mode default -> full-auto yes"],
        status: 10,
      },
    ];
    test.for(rows)("$name", async ({ policy, today, args = [], want, status }) => {
      const home = makeHome();
      if (today !== undefined) home.write("config/guard/policy.yaml", `version: 1\n${today}`);
      home.record(DAY, { ...RAN, command: "ls" });
      const outcome = await replayed(home, policy, ...args);
      expect(
        outcome.report.settings.map(
          ({ setting, before, after, loosens }) => `${setting} ${before} -> ${after} ${loosens}`,
        ),
      ).toEqual(want);
      expect(outcome.status).toBe(status);
    });

    test("in the text, beside what is newly allowed and as a note", async () => {
      const home = makeHome();
      home.record(DAY, { ...RAN, command: "ls" });
      const file = home.write("draft.yaml", "version: 1\nmode: full-auto\nsettings: {audit_keep_days: 30}\n");
      expect(await runReplay(["--policy", file], home.io)).toBe(10);
      const text = home.out().replaceAll(/\s+/g, " ");
      for (const part of [
        "newly allowed none loosened mode (default -> full-auto); not judged here",
        "note mode: full-auto instead of default; a replay does not judge it, and it loosens",
        "note audit_keep_days: 30 days instead of 365 days; a replay does not judge it",
      ])
        expect(text).toContain(part);
    });
  });

  test("nothing is written", async () => {
    const home = makeHome();
    home.record(DAY, { ...YES, command: "touch a" });
    // SQLite's own beside a database that it reads; and the file that is tried.
    const files = () =>
      readdirSync(home.root, { recursive: true }).filter((name) => !/audit.db-|draft/.test(String(name)));
    const before = files();
    await replayed(home, "allowlist: ['touch **']");
    expect(files()).toEqual(before);
    expect(existsSync(join(home.project, "a"))).toBe(false);
  });
});

test.for([
  { args: [], says: "--policy FILE names the policy" },
  { args: ["--policy", "nothing.yaml"], says: "there is no such file" },
  { args: ["--policy", "bad.yaml"], says: "bad.yaml:1:" },
  { args: ["--policy", "good.yaml", "--as", "me"], says: "--as is one of" },
])("replay $args: $says", async ({ args, says }) => {
  const home = makeHome();
  home.write("shop/bad.yaml", "version: 2\n");
  home.write("shop/good.yaml", "version: 1\n");
  expect(await runReplay(args, home.io)).toBe(2);
  expect(home.err()).toContain(says);
});

describe("nothing to judge is no pass", () => {
  const rows: { name: string; records: readonly Row[]; args: string[]; says: string }[] = [
    { name: "nothing is recorded yet", records: [], args: [], says: "nothing is recorded yet in" },
    {
      name: "no session of the record has that name",
      records: [{ ...YES, command: "touch a" }],
      args: ["--session", "zzz"],
      says: "no check is recorded of a session whose name begins with zzz; guard stats lists the sessions",
    },
    {
      name: "not for programs either",
      records: [{ ...YES, command: "touch a" }],
      args: ["--session", "zzz", "--json"],
      says: "begins with zzz",
    },
    {
      name: "the session is of another time",
      records: [{ ...YES, command: "touch a" }],
      args: ["--session", "abcd", "--since", "2026-11-16"],
      says: "begins with abcd in that time;",
    },
  ];
  test.for(rows)("$name", async ({ records, args, says }) => {
    const home = makeHome();
    if (records.length > 0) home.record(DAY, ...records);
    const file = home.write("draft.yaml", "version: 1\n");
    expect(await runReplay(["--policy", file, ...args], home.io)).toBe(1);
    expect(home.err()).toContain(says);
    expect(home.out()).toBe("");
  });

  test("a time without checks is nobody's mistake", async () => {
    const home = makeHome();
    home.record(DAY, { ...YES, command: "touch a" });
    expect((await replayed(home, "", "--since", "2026-11-16")).status).toBe(0);
  });
});
