/** Each way to tamper with the record is found, and the record is named. */
import { appendFileSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLine } from "../../src/audit/chain.ts";
import { pruneRecords } from "../../src/audit/prune.ts";
import { rebuildDatabase } from "../../src/audit/rebuild.ts";
import { AuditStore, copyOf } from "../../src/audit/store.ts";
import type { FindingKind } from "../../src/history/finding.ts";
import { record } from "../audit/fixture.ts";
import { createTemplate, START_MS, sql, verify, writeAll } from "./fixture.ts";

const COUNT = 12;
const records = Array.from({ length: COUNT }, (_, index) =>
  record({ pid: index + 1, command: `make step-${index + 1}` }),
);

const makeFolder = createTemplate((folder) => {
  const file = join(folder, "audit.db");
  writeAll(records.slice(0, 6), { file, session: "aaaa1111" });
  writeAll(records.slice(6), { file, session: "bbbb2222" }, START_MS + 60_000);
});

interface Place {
  readonly file: string;
  readonly copy: string;
  readonly heads: string;
}

function place(): Place {
  const file = join(makeFolder(), "audit.db");
  return { file, copy: copyOf(file), heads: join(dirname(copyOf(file)), "heads.jsonl") };
}

function editLines(file: string, edit: (lines: string[]) => string[]): void {
  writeFileSync(file, `${edit(readFileSync(file, "utf8").trimEnd().split("\n")).join("\n")}\n`);
}

test("a record that nobody touched is whole, with its head", async () => {
  const report = await verify(place().file);
  expect(report).toMatchObject({ count: COUNT, first: 1, head: { seq: COUNT }, findings: [] });
});

interface Row {
  readonly name: string;
  readonly harm: (place: Place) => void;
  /** The findings' kinds and numbers, as far as they are about one record. */
  readonly finds: readonly (readonly [FindingKind, number?])[];
}

const rows: readonly Row[] = [
  {
    name: "a text that was edited in the database",
    harm: ({ file }) =>
      sql(file, "UPDATE record SET body = replace(body, 'make step-5', 'make step-X') WHERE seq = 5"),
    finds: [["changed", 5]],
  },
  {
    name: "a verdict that was turned round in the last record",
    harm: ({ file }) =>
      sql(file, `UPDATE record SET body = replace(body, '"allow"', '"deny"') WHERE seq = ${COUNT}`),
    finds: [["changed", COUNT]],
  },
  {
    name: "a record that was taken out of the middle",
    harm: ({ file }) => sql(file, "DELETE FROM record WHERE seq = 5"),
    finds: [["missing", 5]],
  },
  {
    name: "a record that was taken out of both places",
    harm({ file, copy }) {
      sql(file, "DELETE FROM record WHERE seq = 5");
      editLines(copy, (lines) => lines.filter((_, index) => index !== 4));
    },
    finds: [
      ["missing", 5],
      ["copy", 5],
    ],
  },
  {
    name: "two texts that changed places",
    harm: ({ file }) =>
      sql(
        file,
        `CREATE TEMP TABLE old AS SELECT seq, body FROM record;
         UPDATE record SET body = (SELECT body FROM old WHERE old.seq = 11 - record.seq) WHERE seq IN (4, 7)`,
      ),
    finds: [
      ["reordered", 4],
      ["reordered", 7],
    ],
  },
  {
    name: "two whole rows that changed places",
    harm: ({ file }) =>
      sql(
        file,
        `UPDATE record SET seq = -1 WHERE seq = 4; UPDATE record SET seq = 4 WHERE seq = 7;
         UPDATE record SET seq = 7 WHERE seq = -1`,
      ),
    finds: [
      ["reordered", 4],
      ["changed", 5],
      ["clock", 5],
      ["reordered", 7],
      ["clock", 7],
      ["changed", 8],
      ["replaced", 4],
      ["replaced", 7],
    ],
  },
  {
    name: "a time that was changed in its column",
    harm: ({ file }) => sql(file, "UPDATE record SET at_ms = at_ms - 500 WHERE seq = 5"),
    finds: [["changed", 5]],
  },
  {
    name: "the first records, taken away without a word",
    harm: ({ file }) => sql(file, "DELETE FROM record WHERE seq <= 3"),
    finds: [["missing", 1]],
  },
  {
    name: "the last records, taken out of the database",
    harm: ({ file }) => sql(file, `DELETE FROM record WHERE seq > ${COUNT - 2}`),
    finds: [
      ["truncated", COUNT - 1],
      ["truncated", COUNT],
      ["truncated", COUNT],
    ],
  },
  {
    name: "the last records, taken out of both places: the session's end has told its head",
    harm({ file, copy }) {
      sql(file, `DELETE FROM record WHERE seq > ${COUNT - 2}`);
      editLines(copy, (lines) => lines.slice(0, -2));
    },
    finds: [["truncated", COUNT]],
  },
  {
    name: "the copy's end, cut off",
    harm: ({ copy }) => editLines(copy, (lines) => lines.slice(0, -2)),
    finds: [["copy", COUNT - 1]],
  },
  {
    name: "the copy's end, cut off in the middle of a line",
    harm: ({ copy }) => truncateSync(copy, readFileSync(copy).length - 20),
    finds: [["copy"], ["copy", COUNT]],
  },
  {
    name: "a line of the copy that was edited",
    harm: ({ copy }) =>
      editLines(copy, (lines) => lines.map((line) => line.replace("make step-5", "make step-Y"))),
    finds: [["changed", 5]],
  },
  {
    name: "two lines of the copy that changed places",
    harm: ({ copy }) => editLines(copy, ([a = "", b = "", ...rest]) => [b, a, ...rest]),
    finds: [
      ["copy", 1],
      ["reordered", 1],
      ["copy", 2],
    ],
  },
  {
    name: "the first line of the copy, edited, with its hash kept",
    harm: ({ copy }) =>
      editLines(copy, ([a = "", ...rest]) => [a.replace("make step-1", "make step-Z"), ...rest]),
    finds: [["replaced", 1]],
  },
  {
    name: "the first lines of the copy, removed",
    harm: ({ copy }) => editLines(copy, (lines) => lines.slice(3)),
    finds: [["copy", 1]],
  },
  {
    name: "no database, and a stranger's line behind the copy's last, to have a new chain begun",
    harm({ file, copy }) {
      appendFileSync(copy, "x\n");
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      writeAll([record()], { file, session: "cccc3333" }, START_MS + 120_000);
    },
    finds: [["noted", COUNT + 1], ["noted", COUNT + 2], ["missing", 1], ["copy"]],
  },
  {
    name: "a line that somebody added to the copy",
    harm: ({ copy }) => appendFileSync(copy, '{"verdict":"allow"}\n'),
    finds: [["copy"]],
  },
  {
    name: "a database of another history in its place",
    harm({ file }) {
      const other = join(makeFolder(), "other/audit.db");
      writeAll([...records].reverse(), { file: other });
      for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      copyFileSync(other, file);
    },
    finds: [
      ...records.map((_, index) => ["replaced", index + 1] as const),
      ["replaced", 6],
      ["replaced", COUNT],
    ],
  },
  {
    name: "no database at all, and a session that goes on",
    harm({ file }) {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      writeAll([record()], { file, session: "cccc3333" }, START_MS + 120_000);
    },
    finds: [
      ["noted", COUNT + 1],
      ["missing", 1],
    ],
  },
  {
    name: "a clock that was set back",
    harm: ({ file }) => writeAll([record(), record()], { file, session: "cccc3333" }, START_MS - 3_600_000),
    finds: [["clock", COUNT + 1]],
  },
];

describe("heads.jsonl", () => {
  test.for<[string, (heads: string) => void]>([
    ["removed", (heads) => rmSync(heads)],
    ["emptied", (heads) => truncateSync(heads)],
    ["filled with something else", (heads) => writeFileSync(heads, "hello\n".repeat(100))],
    ["cut to its first line", (heads) => editLines(heads, (lines) => lines.slice(0, 1))],
  ])("%s is found, for a session's end is on record", async ([, harm]) => {
    const { file, heads } = place();
    const end = { event: "session-end", session: "bbbb2222", details: { why: "test" } } as const;
    writeAll([end], { file, session: "bbbb2222" }, START_MS + 120_000);
    expect((await verify(file)).findings).toEqual([]);
    harm(heads);
    expect((await verify(file)).findings).toMatchObject([
      { kind: "missing", text: expect.stringContaining(`record ${COUNT + 1}`) },
    ]);
  });
});

describe("found", () => {
  test.for(rows)("$name", async ({ harm, finds }) => {
    const where = place();
    harm(where);
    const { findings } = await verify(where.file);
    expect(findings.map(({ kind, seq }) => (seq === undefined ? [kind] : [kind, seq]))).toEqual(finds);
  });

  test("all three places, made anew from the start: a head that was written down tells it", async () => {
    const { file } = place();
    const before = await verify(file);
    const head = `${before.head.seq}:${before.head.hash.toString("hex").slice(0, 16)}`;
    const folder = makeFolder();
    const other = join(folder, "fresh/audit.db");
    writeAll([...records].reverse(), { file: other });
    expect((await verify(other)).findings).toEqual([]);
    expect((await verify(other, head)).findings).toMatchObject([{ kind: "replaced", seq: COUNT }]);
    expect((await verify(file, head)).findings).toEqual([]);
  });

  test("records that vanish while a session runs come back from the copy, and it is said", async () => {
    const { file } = place();
    const opened = AuditStore.open({ file, session: "cccc3333", waitMs: 0, opening: "first" });
    if (opened.kind !== "open") throw new Error("not open");
    opened.store.write(['{"event":"mode","session":"cccc3333"}']);
    sql(file, `DELETE FROM record WHERE seq > ${COUNT - 1}`);
    expect(opened.store.write(['{"event":"mode","session":"cccc3333"}'])).toMatchObject({
      kind: "stored",
      strange: [
        expect.stringContaining(`record ${COUNT + 1} is gone`),
        expect.stringContaining(`records ${COUNT} to ${COUNT + 1}: they are back`),
      ],
    });
    opened.store.close();
    expect(await verify(file)).toMatchObject({
      count: COUNT + 4,
      findings: [
        { kind: "noted", seq: COUNT + 2 },
        { kind: "noted", seq: COUNT + 3 },
      ],
    });
  });

  test("records that vanish while no session runs come back from the copy with the next, and it is said", async () => {
    const { file } = place();
    sql(file, "DELETE FROM record WHERE seq > 8");
    writeAll([record()], { file, session: "cccc3333" }, START_MS + 120_000);
    const { count, findings } = await verify(file);
    expect([count, findings]).toMatchObject([COUNT + 2, [{ kind: "noted", seq: COUNT + 1 }]]);
  });

  test("records that vanish from both places while a session runs: it goes on from what it knows", async () => {
    const { file, copy } = place();
    const opened = AuditStore.open({ file, session: "cccc3333", waitMs: 0, opening: "first" });
    if (opened.kind !== "open") throw new Error("not open");
    opened.store.write(['{"event":"mode","session":"cccc3333"}']);
    sql(file, `DELETE FROM record WHERE seq > ${COUNT - 1}`);
    editLines(copy, (lines) => lines.slice(0, COUNT - 1));
    expect(opened.store.write(['{"event":"mode","session":"cccc3333"}'])).toMatchObject({ kind: "stored" });
    opened.store.close();
    const { findings } = await verify(file);
    expect(findings).toContainEqual(expect.objectContaining({ kind: "missing", seq: COUNT }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: "noted" }));
  });
});

describe("two sessions at once", () => {
  function openTwo(file: string, rotateBytes: number): readonly AuditStore[] {
    return ["aaaa1111", "bbbb2222"].map((session) => {
      const opened = AuditStore.open({ file, session, waitMs: 1_000, opening: "first", rotateBytes });
      if (opened.kind !== "open") throw new Error("not open");
      return opened.store;
    });
  }

  test("each goes on in the file that the other one has begun", async () => {
    const file = join(makeFolder(), "two/audit.db");
    const stores = openTwo(file, 2_000);
    for (let round = 0; round < 60; round++)
      for (const store of stores)
        expect(
          store.write([`{"event":"mode","session":"${round}","details":{"x":"${"y".repeat(round * 5)}"}}`]),
        ).toMatchObject({
          kind: "stored",
          strange: [],
        });
    for (const store of stores) store.close();
    expect(await verify(file)).toMatchObject({ count: 120, findings: [] });
  });

  test("both take old records away, and it is checkable", async () => {
    const { file } = place();
    const [one, other] = openTwo(file, 1e9);
    const before = START_MS + 60_000;
    expect(one?.prune(before, 4)).toMatchObject({ taken: { last: 4, count: 4 } });
    expect(other?.prune(before, 4)).toMatchObject({ taken: { last: 6, count: 2 } });
    expect(one?.prune(before, 4)).toBeUndefined();
    one?.close();
    other?.close();
    expect(await verify(file)).toMatchObject({ first: 7, findings: [] });
  });
});

describe("retention", () => {
  test("old records are taken away in steps, and what is left is whole", async () => {
    const { file } = place();
    const beforeMs = START_MS + 60_000;
    const pruned = pruneRecords({ file, session: "prune", beforeMs, recordsAtOnce: 4 });
    expect(pruned).toEqual({ kind: "pruned", records: 6, last: 6 });
    expect(await verify(file)).toMatchObject({ first: 7, count: COUNT - 6 + 2, findings: [] });
  });

  test("a session whose last record was taken away by retention finds nothing strange", async () => {
    const { file } = place();
    const nowMs = () => START_MS + 100_000;
    const opened = AuditStore.open({ file, session: "cccc3333", waitMs: 0, opening: "first", nowMs });
    if (opened.kind !== "open") throw new Error("not open");
    opened.store.write(['{"event":"mode","session":"cccc3333"}']);
    writeAll([record()], { file }, START_MS + 200_000);
    pruneRecords({ file, session: "prune", beforeMs: START_MS + 150_000 });
    expect(opened.store.write(['{"event":"mode","session":"cccc3333"}'])).toMatchObject({ strange: [] });
    opened.store.close();
    expect((await verify(file)).findings).toMatchObject([{ kind: "clock" }]);
  });

  test("a head of a record that is gone proves nothing, unless something still holds its hash", async () => {
    const { file, copy } = place();
    const { hash } = readLine(readFileSync(copy, "utf8").split("\n")[2] ?? "") ?? {};
    const head = `3:${hash?.toString("hex").slice(0, 16)}`;
    pruneRecords({ file, session: "prune", beforeMs: START_MS + 60_000 });
    expect((await verify(file, head)).findings).toEqual([]);
    expect((await verify(file, "3:0123456789abcdef")).findings).toMatchObject([{ kind: "replaced", seq: 3 }]);
    editLines(copy, (lines) => lines.slice(6));
    expect((await verify(file, head)).findings).toContainEqual(
      expect.objectContaining({ kind: "unproven", seq: 3 }),
    );
  });

  test("more taken away than retention says is found", async () => {
    const { file } = place();
    pruneRecords({ file, session: "prune", beforeMs: START_MS + 60_000 });
    sql(file, "DELETE FROM record WHERE seq = 7");
    expect((await verify(file)).findings).toMatchObject([{ kind: "missing", seq: 1 }]);
  });

  test("rotated files of records that are gone go too", async () => {
    const folder = join(makeFolder(), "rotated");
    const file = join(folder, "audit.db");
    writeAll(records, { file, rotateBytes: 1_000 });
    pruneRecords({ file, session: "prune", beforeMs: START_MS + 10_000 });
    expect(await verify(file)).toMatchObject({ first: 10, findings: [] });
  });

  test("there is always a last record for the chain to go on from", async () => {
    const { file } = place();
    pruneRecords({ file, session: "prune", beforeMs: Date.now() + 1e9 });
    expect(await verify(file)).toMatchObject({ findings: [] });
  });
});

describe("repair", () => {
  test("a damaged database is made anew from the lines, whole, and kept aside", async () => {
    const { file } = place();
    writeFileSync(file, "not a database ".repeat(500));
    const rebuilt = rebuildDatabase(file, "repair");
    expect(rebuilt).toMatchObject({
      kind: "rebuilt",
      records: COUNT,
      aside: expect.stringContaining("-damaged-"),
    });
    expect(await verify(file)).toMatchObject({ count: COUNT + 1, findings: [] });
  });

  test("what retention took stays away", async () => {
    const { file } = place();
    pruneRecords({ file, session: "prune", beforeMs: START_MS + 60_000 });
    writeFileSync(file, "");
    expect(rebuildDatabase(file, "repair")).toMatchObject({ kind: "rebuilt", records: COUNT - 6 + 1 });
    expect(await verify(file)).toMatchObject({ first: 7, findings: [] });
  });

  test("rotated files are read too", async () => {
    const file = join(makeFolder(), "rotated/audit.db");
    writeAll(records, { file, rotateBytes: 1_000 });
    rmSync(file);
    expect(rebuildDatabase(file, "repair")).toMatchObject({ kind: "rebuilt", records: COUNT });
    expect(await verify(file)).toMatchObject({ count: COUNT + 1, findings: [] });
  });
});
