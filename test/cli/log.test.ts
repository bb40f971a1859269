/** guard log: rows, JSON, one record in full, exports, what comes later. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AuditRecord, EventRecord } from "../../src/audit/record.ts";
import { csvRow } from "../../src/cli/csv.ts";
import { runLog } from "../../src/cli/log.ts";
import { followLog } from "../../src/cli/log-follow.ts";
import { createPrinter, type ListRequest } from "../../src/cli/log-list.ts";
import { localClock } from "../../src/cli/parse-time.ts";
import type { SessionIo } from "../../src/cli/session-io.ts";
import { columnsOf } from "../../src/display/columns.ts";
import { HOSTILE } from "../display/hostile-corpus.ts";
import { sql } from "../history/fixture.ts";
import { makeWorld, START_MS, verdict } from "../history/made-record.ts";
import { printed } from "./log-io.ts";

const DENIED = { verdict: "deny", approved: false, ruling: "deny", decided_by: "rule" } as const;
const ID = "0198a000-0000-7000-8000-0000deadbeef";
const CLOCK = localClock(START_MS);
const AT_TERMINAL: Partial<SessionIo> = { ask: async () => "" };

const some = () =>
  makeWorld([
    { event: "asked", session: "k3v9x2ab", request_id: ID },
    verdict({
      request_id: ID,
      command: "cd x && git push origin main",
      ...DENIED,
      decided_by: "person",
      person: "console:alice",
      asked_ms: 4_100,
      latency_ms: 4_200,
      rule: "user.no-push",
      reason: "use a branch",
      chain: ["claude", "bash"],
      effects: ["write:/home/me/shop/.git", "network:github.com"],
      rulings: ["user:ask:user.no-push", "mode:ask:mode.default"],
    }),
    {
      event: "answered",
      session: "k3v9x2ab",
      request_id: ID,
      details: { decision: "deny", reason: "use a branch" },
    },
    verdict({ command: "ls", session: "zzzzzzzz" }),
  ]);

async function log(args: string[], changes = {}, world = some()) {
  const { io, out, err } = printed(world, changes);
  const status = await runLog(args, io);
  return { status, out: out(), err: err(), world };
}

describe("the table", () => {
  test("80 columns: a denied one has its reason below", async () => {
    expect(await log([])).toMatchObject({
      status: 0,
      err: "",
      out: [
        "  ID  TIME      SESSION   VERDICT      COMMAND",
        `   2  ${CLOCK}  k3v9x2ab  deny person  cd x && git push origin main`,
        "                    because use a branch",
        `   4  ${CLOCK}  zzzzzzzz  allow mode   ls`,
        "",
      ].join("\n"),
    });
  });

  test("wide: the reason at the end", async () => {
    const { out } = await log([], { columns: 120 });
    expect(out.split("\n").slice(0, 2)).toEqual([
      "  ID  TIME      SESSION   VERDICT      COMMAND                       REASON",
      `   2  ${CLOCK}  k3v9x2ab  deny person  cd x && git push origin main  use a branch`,
    ]);
  });

  test("one session stands above; days where they differ; colour where it is wanted", async () => {
    const { out } = await log(["--session", "k3v"], {
      colour: "colour",
      nowMs: () => START_MS + 48 * 3_600_000,
    });
    expect(out).toContain("\u001b[1;31mdeny person\u001b[0m");
    expect(out).toMatch(/ 11-1\d \d\d:\d\d:\d\d /);
    const two = makeWorld([verdict(), verdict()]);
    expect((await log([], {}, two)).out).toMatch(/^session k3v9x2ab\n {2}ID {2}TIME {6}VERDICT/);
    const one = makeWorld([verdict()]);
    expect((await log([], {}, one)).out).toMatch(/^session k3v9x2ab\n {2}ID {2}TIME {6}VERDICT/);
  });

  test("events, too", async () => {
    const { out } = await log(["--events"]);
    expect(out).toContain("answered     check deadbeef; decision deny; reason us…");
  });

  const events: [name: string, event: Partial<EventRecord>, row: RegExp, shown: RegExp][] = [
    [
      "what says nothing is left out",
      { event: "policy-reloaded", details: { details: [] } },
      / policy-reloaded$/m,
      /what {6}policy-reloaded\n {2}session {3}k3v9x2ab\n {2}hash/,
    ],
    [
      "what was done comes first",
      { event: "policy-changed", details: { layer: "user", file: "/home/me/x", action: "rules added" } },
      / policy-changed {2}action rules added; layer user; file/,
      /action {4}rules added\n {2}layer {5}user/,
    ],
    [
      "a long name stands before its value",
      { event: "session-start", details: { started_at: "2026-11-18T01:02:03Z" } },
      / started at 2026-11-18T01:02:03Z$/m,
      /\n {2}detail {4}started at 2026-11-18T01:02:03Z\n/,
    ],
  ];
  test.for(events)("an event: %s", async ([, event, row, shown]) => {
    const world = makeWorld([{ event: "mode", session: "k3v9x2ab", ...event }]);
    expect((await log(["--events"], {}, world)).out).toMatch(row);
    expect((await log(["show", "1"], {}, world)).out).toMatch(shown);
  });

  test.for<[name: string, args: string[], changes: Partial<SessionIo>, says: string]>([
    [
      "51 rows: somebody at a terminal is told of the one that is left out",
      [],
      AT_TERMINAL,
      "the newest 50;",
    ],
    ["a program is not", [], {}, ""],
    ["nor is JSON", ["--json"], AT_TERMINAL, ""],
    ["nor who has set the limit", ["--limit", "50"], AT_TERMINAL, ""],
    ["nor where nothing is left out", ["--text", "make 1"], AT_TERMINAL, ""],
  ])("%s", async ([, args, changes, says]) => {
    const world = makeWorld(Array.from({ length: 51 }, (_, at) => verdict({ command: `make ${at}` })));
    const { status, err } = await log(args, changes, world);
    expect([status, err.includes("--limit 0 lists all"), err]).toEqual([
      0,
      says !== "",
      expect.stringContaining(says),
    ]);
  });

  test.for<[readonly string[], string]>([
    [["cat", "a", "b"], "cat a b"],
    [["cat", "a b"], "cat 'a b'"],
    [["echo", "it's", "", "$x"], "echo 'it'\\''s' '' '$x'"],
  ])("an argv is quoted: %j", async ([command, shown]) => {
    const start = {
      event: "session-start",
      session: "k3v9x2ab",
      request_id: ID,
      details: { agent: command },
    };
    const world = makeWorld([verdict({ command, request_id: ID }), start as AuditRecord]);
    const rows = (await log(["--events"], {}, world)).out.split("\n");
    expect(rows[2]?.endsWith(`  ${shown}`)).toBe(true);
    expect(rows[3]?.endsWith(`; agent ${shown}`)).toBe(true);
    expect((await log(["show", "1"], {}, world)).out).toContain(`  | ${shown}\n`);
    expect((await log(["show", "2"], {}, world)).out).toContain(`allow by mode: ${shown} (record 1)\n`);
    expect((await log(["export", "--format", "csv"], {}, world)).out).toContain(
      `,safe,${shown},/home/me/shop,`,
    );
  });

  test("no row of hostile text is wider than the terminal, and none acts on it", async () => {
    const world = makeWorld(
      HOSTILE.flatMap(([, line]) => [
        verdict({ command: line, reason: line, ...DENIED }),
        verdict({ session: line }),
      ]),
    );
    for (const columns of [40, 80, 200]) {
      const { out } = await log(["--limit", "0"], { columns }, world);
      expect(out).not.toMatch(/[^\P{C}\n]/u);
      expect(out.split("\n").filter((row) => columnsOf(row) > columns)).toEqual([]);
    }
  });
});

describe("answers", () => {
  test.for<[string, string[], number, string]>([
    ["nothing fits", ["--program", "nobody"], 1, "no record fits"],
    ["a wrong time", ["--since", "noon"], 2, "--since noon is not a time"],
    ["a wrong verdict", ["--verdict", "maybe"], 2, "neither allow nor deny"],
    ["a wrong option", ["--colour"], 2, "Unknown option"],
    ["a wrong number", ["--limit", "x"], 2, "not a number"],
    ["less than nothing", ["--limit=-3"], 2, "--limit -3 is not a number"],
    [
      "a value with a dash",
      ["--limit", "-3"],
      2,
      "log: --limit needs a value, and what follows it begins with a dash;",
    ],
    ["no value", ["--limit"], 2, "log: Option '--limit <value>' argument missing;"],
    ["an argument too many", ["--json", "x"], 2, "log: Unexpected argument 'x';"],
    ["no such command", ["shw", "3"], 2, "log: shw is none of show, export, verify, repair, prune;"],
    ["nobody who decides", ["--by", "rule,nobody"], 2, "--by nobody is none of rule, mode, grant, lease"],
    ["nobody to leave out", ["--by", "!nobody"], 2, "--by !nobody is none of rule, mode"],
    ["an empty one who decides", ["--by", "rule,"], 2, "--by is empty"],
    ["wanted and left out", ["--by", "rule", "--by", "!mode"], 2, "either who is wanted or who is left out"],
    ["an empty filter", ["--rule", ""], 2, "--rule is empty"],
    ["times in the wrong order", ["--since", "1h", "--until", "2h"], 2, "later than"],
    ["an id that is none", ["show", "xyz"], 2, "neither a record's number"],
    ["a number that is not there", ["show", "99"], 1, "there is no record 99"],
    ["no id", ["show"], 2, "takes one id"],
    ["no format", ["export"], 2, "--format is jsonl or csv"],
  ])("%s", async ([, args, status, words]) => {
    const answer = await log(args);
    expect(answer.status).toBe(status);
    expect(answer.err).toContain(words);
    expect(answer.out).toBe("");
  });

  test.for<[string, string[], string]>([
    ["who decided", ["--by", "person"], "--by is about verdicts, so no event fits"],
    [
      "a verdict and a program",
      ["--verdict", "deny", "--program", "git"],
      "--verdict and --program are about",
    ],
    ["who did not decide leaves events in", ["--by", "no-mode"], ""],
    ["a session's events fit", ["--session", "k3v"], ""],
  ])("--events with %s", async ([, args, words]) => {
    for (const how of [[], ["export", "--format", "jsonl"]]) {
      const { status, err } = await log([...how, ...args, "--events"]);
      expect([status, err]).toEqual([0, words === "" ? "" : expect.stringContaining(words)]);
    }
  });

  test.for<[string[], string]>([
    [["help"], "guard log: what was recorded"],
    [["help", "show"], "guard log show: one record"],
    [["help", "prune"], "guard log prune: takes"],
  ])("%j is help", async ([args, words]) => {
    const { status, out } = await log(args);
    expect([status, out]).toEqual([0, expect.stringContaining(words)]);
  });

  test.for(["log", "show 2", "export --format csv"])("inside of a session: %s", async (text) => {
    const { status, err } = await log(
      text.split(" ").filter((word) => word !== "log"),
      { env: { GUARD_SESSION: "x" } },
    );
    expect(status).toBe(1);
    expect(err).toContain("is for the person");
  });

  test("nothing is recorded yet", async () => {
    const { status, err } = await log([], { env: { HOME: "/nowhere" } });
    expect(status).toBe(1);
    expect(err).toContain("nothing is recorded yet in /nowhere/.local/state/guard/audit.db");
  });
});

test.for<[string[], number[]]>([
  [["--by", "person"], [2]],
  [
    ["--by", "person,mode"],
    [2, 4],
  ],
  [
    ["--by", "person", "--by", "mode"],
    [2, 4],
  ],
  [["--by", "!person"], [4]],
  [["--by", "no-person, no-lease"], [4]],
  [
    ["--by", "!mode", "--events"],
    [1, 2, 3],
  ],
])("%j", async ([args, seqs]) => {
  const seqOf = (line: string) => (JSON.parse(line) as { seq: number }).seq;
  for (const how of [["--json"], ["export", "--format", "jsonl"]]) {
    const { out } = await log([...how, ...args]);
    expect(out.trim().split("\n").map(seqOf)).toEqual(seqs);
  }
});

test("--json: the record's fields and its hash, one object per line", async () => {
  const { out } = await log(["--json", "--verdict", "deny"]);
  expect(JSON.parse(out)).toMatchObject({
    seq: 2,
    request_id: ID,
    verdict: "deny",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

describe("show", () => {
  test("a line with a secret taken out says which programs it runs", async () => {
    const world = makeWorld([verdict({ command: "x --token «redacted:option»", programs: ["x", "gradle"] })]);
    expect((await log(["show", "1"], {}, world)).out).toMatch(
      /runs +x, gradle \(a secret was taken out of it\)/,
    );
  });

  test.for(["2", "#2", ID, "deadbeef", "adbeef", "0198A000-0000-7000-8000-0000DEAD"])(
    "finds it by %s",
    async (id) => {
      const { status, out } = await log(["show", id, "--json"]);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ seq: 2 });
    },
  );

  test("says all of it", async () => {
    const { out } = await log(["show", "2"]);
    for (const text of [
      /^DENIED {3}record 2 {3}2026-11-1\d .*, 1 min 0 s ago\n/,
      "  | cd x && git push origin main\n",
      "  why       use a branch\n",
      "  decided   console:alice denied it [rule user.no-push]\n",
      "  said      the user's rules: ask (user.no-push)\n            the mode: ask (mode.default)\n",
      "  would     write /home/me/shop/.git\n            reach github.com\n",
      "  in        /home/me/shop\n",
      "  by        claude, session k3v9x2ab",
      "  from      claude > bash\n",
      "  took      4.2 s, of which a person was waited for 4.1 s\n",
      `  around    ${CLOCK} asked (record 1)\n            ${CLOCK} answered: decision deny; reason use a branch (record 3)\n`,
      `  check     ${ID}\n`,
      /\n {2}hash {6}[0-9a-f]{64}\n$/,
    ])
      expect(out).toEqual(
        typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text),
      );
  });

  test("an event", async () => {
    const { out } = await log(["show", "3"]);
    expect(out).toContain("  what      answered\n");
    expect(out).toContain("  decision  deny\n");
  });

  const changes: [name: string, harm: string, id: string, says: "CHANGED" | "nothing"][] = [
    ["nobody touched it", "SELECT 1", "2", "nothing"],
    [
      "its text was edited",
      "UPDATE record SET body = replace(body, 'main', 'dev') WHERE seq = 2",
      "2",
      "CHANGED",
    ],
    [
      "the first one's text was edited",
      "UPDATE record SET body = replace(body, 'asked', 'gone') WHERE seq = 1",
      "1",
      "CHANGED",
    ],
    [
      "it took another one's place",
      "DELETE FROM record WHERE seq = 2; UPDATE record SET seq = 2 WHERE seq = 4",
      "2",
      "CHANGED",
    ],
    ["the one before it is not there any more", "DELETE FROM record WHERE seq < 2", "2", "nothing"],
  ];
  test.for(changes)("%s", async ([, harm, id, says]) => {
    const world = some();
    sql(world.file, harm);
    const { out } = await log(["show", id], {}, world);
    expect(out.includes("  CHANGED   this is not what guard wrote")).toBe(says === "CHANGED");
    const { err } = await log(["show", id, "--json"], {}, world);
    expect(err.includes(`record ${id}: this is not what guard wrote`)).toBe(says === "CHANGED");
  });

  test("an id that fits several: they are listed", async () => {
    const world = makeWorld([
      verdict({ request_id: ID }),
      verdict({ request_id: ID.replace("0198", "0199") }),
    ]);
    const { status, out, err } = await log(["show", "deadbeef"], {}, world);
    expect(status).toBe(1);
    expect(err).toContain("fits several records");
    expect(out.trim().split("\n")).toHaveLength(2);
  });
});

describe("export", () => {
  test("jsonl with events is the copy, line by line", async () => {
    const { out, world } = await log(["export", "--format", "jsonl", "--events"]);
    expect(out).toBe(readFileSync(join(world.state, "guard/audit/permissions.jsonl"), "utf8"));
  });

  test("csv: quoted, and no cell is a formula", async () => {
    const world = makeWorld([
      verdict({ command: '=HYPERLINK("x")', reason: "a, b\nc", cwd: "-x" }),
      verdict({ command: ["@sum", "1"] }),
    ]);
    const { out } = await log(["export", "--format", "csv"], {}, world);
    const [names, ...rest] = out.split("\r\n");
    expect(names).toMatch(/^seq,timestamp,event,request_id,session,.*,command,cwd,.*,hash$/);
    expect(rest.join("\r\n")).toContain('"a, b\nc",safe,"\'=HYPERLINK(""x"")",\'-x,');
    expect(rest.join("\r\n")).toContain(",'@sum 1,");
    expect(out.endsWith("\r\n")).toBe(true);
  });

  test.for<[string, string]>([
    [" =1+1", "' =1+1"],
    ["\n\u00a0@x", '"\'\n\u00a0@x"'],
    ["\t-x", "'\t-x"],
    ["\u200b+x", "'\\u200b+x"],
    ["\r=x", "'\\u000d=x"],
    ["\uff1dx", "'\uff1dx"],
    ["a = b", "a = b"],
    ["ls \u001b[2J\u202ex", "ls \\u001b[2J\\u202ex"],
    ["x\u{e0041}\u0000\u0085", "x\\udb40\\udc41\\u0000\\u0085"],
    ["日本語 é", "日本語 é"],
  ])("csv: %j is written as %j", ([text, cell]) => {
    expect(csvRow([text, 1])).toBe(`${cell},1\r\n`);
  });

  test("into a new file, never over another", async () => {
    const world = some();
    const file = join(world.state, "out.csv");
    const args = ["export", "--format", "csv", "--output", file];
    expect(await log(args, {}, world)).toMatchObject({ status: 0, out: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8").split("\r\n")).toHaveLength(4);
    expect((await log(args, {}, world)).err).toContain("is there already");
    expect((await log([...args.slice(0, -1), "/nowhere/x"], {}, world)).status).toBe(2);
    expect(existsSync("/nowhere/x")).toBe(false);
  });
});

test("--follow: what was there, what comes, and the end", async () => {
  const world = makeWorld([verdict({ command: "first" }), verdict({ command: "other", session: "other" })]);
  const { io, out } = printed(world);
  const stop = new AbortController();
  const request: ListRequest = {
    filter: { session: "k3v9x2ab" },
    limit: 50,
    output: "text",
    after: "follow",
    older: "known",
  };
  const ended = followLog(request, io, createPrinter(request, io), stop.signal);
  world.write([verdict({ command: "second" }), verdict({ command: "not this", session: "other" })]);
  await expect.poll(out).toContain("second");
  world.write([verdict({ command: "third" })]);
  await expect.poll(out).toContain("third");
  stop.abort();
  expect(await ended).toBe(0);
  expect(out()).not.toMatch(/other|not this/);
  expect(out().match(/first|second|third/g)).toEqual(["first", "second", "third"]);
});

test("--follow waits for the first record", async () => {
  const world = makeWorld();
  const { io, out } = printed(world);
  const stop = new AbortController();
  const request: ListRequest = {
    ...{ filter: {}, limit: 50, output: "json", after: "follow", older: "known" },
  };
  const ended = followLog(request, io, createPrinter(request, io), stop.signal);
  world.write([verdict({ command: "first" })]);
  await expect.poll(out).toContain('"command":"first"');
  stop.abort();
  expect(await ended).toBe(0);
});
