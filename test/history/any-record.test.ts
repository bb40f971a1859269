/** Whatever stands in a record, the others are found, and it is shown as far as it can be read. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/audit/database.ts";
import { runLog } from "../../src/cli/log.ts";
import { runStats } from "../../src/cli/stats.ts";
import { printed } from "../cli/log-io.ts";
import { makeWorld, verdict, type World } from "./made-record.ts";

const WAYS: readonly (readonly string[])[] = [
  [],
  ["--events"],
  ["--events", "--json"],
  ["--events", "--text", "well"],
  ["show", "1"],
  ["show", "2"],
  ["show", "2", "--json"],
  ["export", "--format", "csv", "--events"],
  ["export", "--format", "jsonl", "--events"],
];

function change(file: string, how: (database: Database) => void): void {
  const opened = openDatabase(file, { as: "write", waitMs: 0 });
  if (opened.kind !== "open") throw new Error(opened.kind);
  how(opened.database);
  opened.database.close();
}

/** The last one's hash changes too: so the index is made anew. */
function replaceBodies(file: string, bodies: readonly string[]): void {
  change(file, (database) => {
    const replace = database.prepare("UPDATE record SET body = ? WHERE seq = ?");
    for (const [at, text] of bodies.entries()) replace.run(text, at + 1);
    database.exec("UPDATE record SET hash = randomblob(32)");
  });
}

/** The last record is as it should be. That others were changed is said by `show`, and nothing else is. */
async function lookEverywhere(world: World): Promise<string> {
  const { io, out, err } = printed(world);
  const statuses: number[] = [];
  for (const args of WAYS) statuses.push(await runLog([...args], io));
  for (const by of ["session", "agent", "project", "day"]) statuses.push(await runStats(["--by", by], io));
  statuses.push(await runStats(["--json"], io));
  expect([err(), statuses.filter((status) => status !== 0)]).toEqual([
    expect.stringMatching(/^(?:guard: record 2: this is not what guard wrote[^\n]*\n)?$/),
    [],
  ]);
  return out();
}

const base = verdict({ command: "ls x", request_id: "0198a000-0000-7000-8000-0000deadbeef" });
const body = (changes: object, from: object = base) =>
  JSON.stringify({ seq: 1, timestamp: "2026-11-17T12:00:00.000Z", ...from, ...changes });
const event = (details: string) =>
  `{"seq":1,"timestamp":"2026-11-17T12:00:00.000Z","event":"session-start","session":"a","details":${details}}`;

const HARMED: readonly [string, string][] = [
  ["constructor as a program", body({ command: "constructor y" })],
  ["__proto__ as a program", body({ command: ["__proto__", "y"] })],
  ["a wait of 1e300", body({ asked_ms: 1e300 })],
  ["a latency of 1e300", body({ latency_ms: 1e300 })],
  ["a latency of 1e308, in thousandths", body({ latency_ms: 1e308 })],
  ["an endless latency", body({}).replace("1.25", "1e999")],
  ["half a millisecond of waiting", body({ asked_ms: 0.5 })],
  ["a wait in words", body({ asked_ms: "long", latency_ms: {} })],
  ["a pid of 1e300", body({ pid: 1e300 })],
  ["a verdict that is a number", body({ verdict: 1 })],
  ["an event and a verdict", body({ event: "asked", command: null })],
  ["a command of numbers", body({ command: [1, 2] })],
  ["effects that are no list", body({ effects: 1, rulings: "x", chain: { join: 1 } })],
  ["an id that is a number", body({ request_id: 7 })],
  ["a session that is a list", body({ session: [], agent: 1, project: {}, rule: null, reason: false })],
  ["a layer called toString", body({ layer: "toString", decided_by: "valueOf", effects: ["constructor:x"] })],
  ["rulings of a layer called __proto__", body({ rulings: ["__proto__:ask:x"] })],
  ["no details", event("null")],
  ["details that are a text", event('"x"')],
  ["details that are a list", event("[1]")],
  [
    "details of which no text can be made",
    event('{"x":{"toString":1,"valueOf":1},"__proto__":[{"toString":1}]}'),
  ],
  ["details too deep", event(`{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)],
  [
    "a strange field too deep",
    body({}).replace('"pid"', `"x":${"[".repeat(20_000)}${"]".repeat(20_000)},"pid"`),
  ],
  ["an agent of objects", event('{"agent":[{"toString":1}],"name":1,"project":[]}')],
  ["a list", "[]"],
  ["nothing", "null"],
  ["no JSON", "{"],
  ["half a character", body({ command: "ls \ud800", reason: "\udc00", session: "\ud800" })],
  ["a year that nobody sees", body({ timestamp: "+275760-09-13T00:00:00.000Z" })],
  ["no time", body({ timestamp: "soon" })],
];

describe("one record that is not as it should be", () => {
  test.for(HARMED)("%s", async ([, text]) => {
    const world = makeWorld([base, base, verdict({ command: "echo well" })]);
    replaceBodies(world.file, [text, text]);
    expect(await lookEverywhere(world)).toContain("echo well");
    expect(world.open().seqs({ events: "with" }, "oldest")).toEqual([1, 2, 3]);
  });
});

test.for(["9223372036854775807", "-9223372036854775807", "0"])("a time of %s", async (atMs) => {
  const world = makeWorld([base, base, verdict({ command: "echo well" })]);
  change(world.file, (database) => database.exec(`UPDATE record SET at_ms = ${atMs} WHERE seq < 3`));
  expect(await lookEverywhere(world)).toContain("echo well");
});

describe("any records", () => {
  const names = [
    ...Object.keys(base),
    "event",
    "details",
    "asked_ms",
    "effects",
    "rulings",
    "chain",
    "person",
  ];
  const fields = fc.dictionary(fc.constantFrom(...names, "__proto__", "toString"), fc.jsonValue(), {
    maxKeys: 5,
  });
  const bodies = fc.oneof(
    fields.map((changes) => body(changes)),
    fields.map((changes) => body(changes, { event: "asked", session: "a" })),
    fc.jsonValue().map((value) => event(JSON.stringify(value))),
    fc.json(),
    fc.string(),
  );
  test("are shown, counted and exported", async () => {
    const world = makeWorld([...Array.from({ length: 8 }, () => base), verdict({ command: "echo well" })]);
    await fc.assert(
      fc.asyncProperty(fc.array(bodies, { minLength: 8, maxLength: 8 }), async (some) => {
        replaceBodies(world.file, [...some]);
        expect(await lookEverywhere(world)).toContain("echo well");
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
