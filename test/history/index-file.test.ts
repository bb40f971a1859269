/** The index is derived: whatever happens to it, what is found is what audit.db holds. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/audit/database.ts";
import { copyOf } from "../../src/audit/store.ts";
import { countStats } from "../../src/history/stats.ts";
import { makeWorld, verdict, type World } from "./made-record.ts";

const seqsOf = (world: World, options = {}) => world.open(options).seqs({}, "oldest");

function change(file: string, sql: string): void {
  const opened = openDatabase(file, { as: "write", waitMs: 0 });
  if (opened.kind !== "open") throw new Error(opened.kind);
  opened.database.exec(sql);
  opened.database.close();
}

describe("it is made anew when", () => {
  test.for<[string, (world: World) => void, number[]]>([
    ["it was removed", ({ indexFile }) => rmSync(indexFile), [1, 2]],
    ["it is no database", ({ indexFile }) => writeFileSync(indexFile, "hello".repeat(1_000)), [1, 2]],
    ["it is empty", ({ indexFile }) => truncateSync(indexFile, 0), [1, 2]],
    ["half of it is gone", ({ indexFile }) => truncateSync(indexFile, statSync(indexFile).size / 2), [1, 2]],
    [
      "a column has another name",
      ({ indexFile }) => change(indexFile, "ALTER TABLE entry RENAME COLUMN verdict TO vardict"),
      [1, 2],
    ],
    ["a table is gone", ({ indexFile }) => change(indexFile, "DROP TABLE texts"), [1, 2]],
    ["the table of its state is gone", ({ indexFile }) => change(indexFile, "DROP TABLE state"), [1, 2]],
    [
      "a row is there already",
      ({ indexFile, write }) => {
        change(indexFile, "INSERT INTO entry (seq, at_ms, session) VALUES (3, 0, 0)");
        write([verdict()]);
      },
      [1, 2, 3],
    ],
    ["it is of another version", ({ indexFile }) => change(indexFile, "PRAGMA user_version = 99"), [1, 2]],
    [
      "the record was replaced",
      ({ file }) => change(file, "UPDATE record SET hash = zeroblob(32) WHERE seq = 2"),
      [1, 2],
    ],
    [
      "the last records are gone, with their lines",
      ({ file }) => {
        change(file, "DELETE FROM record WHERE seq = 2");
        const [first] = readFileSync(copyOf(file), "utf8").split("\n");
        writeFileSync(copyOf(file), `${first}\n`);
      },
      [1],
    ],
    [
      "the last records were put back, with other ones behind",
      ({ file, write }) => {
        change(file, "DELETE FROM record WHERE seq = 2");
        write([verdict()]);
      },
      [1, 2, 3],
    ],
    ["the first records were removed", ({ file }) => change(file, "DELETE FROM record WHERE seq = 1"), [2]],
  ])("%s", ([, harm, seqs]) => {
    const world = makeWorld([verdict(), verdict({ command: "rm x" })]);
    world.open().close();
    harm(world);
    expect(seqsOf(world)).toEqual(seqs);
    expect(statSync(world.indexFile).mode & 0o777).toBe(0o600);
  });
});

describe("it is made for this once where", () => {
  test.for<[string, (world: World) => void]>([
    ["a folder lies in its place", ({ indexFile }) => mkdirSync(indexFile)],
    ["a link lies in its place", ({ indexFile, state }) => symlinkSync(join(state, "elsewhere"), indexFile)],
  ])("%s", ([, harm]) => {
    const world = makeWorld([verdict(), verdict()]);
    harm(world);
    const reasons: string[] = [];
    expect(seqsOf(world, { onNotKept: (reason: string) => reasons.push(reason) })).toEqual([1, 2]);
    expect(reasons).toHaveLength(1);
    expect(existsSync(join(world.state, "elsewhere"))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)("the folder is read-only", () => {
    const world = makeWorld([verdict()]);
    chmodSync(join(world.state, "guard/audit"), 0o500);
    expect(seqsOf(world, { onNotKept: () => undefined })).toEqual([1]);
    chmodSync(join(world.state, "guard/audit"), 0o700);
  });
});

test("two readers at once, and records that come meanwhile", () => {
  const world = makeWorld([verdict()]);
  const [first, second] = [world.open(), world.open()];
  const before = first.version();
  world.write([verdict(), { event: "notice", session: "k3v9x2ab" }]);
  expect(first.version()).not.toBe(before);
  for (const history of [first, second]) {
    expect(history.refresh()).toBeUndefined();
    expect(history.seqs({}, "oldest")).toEqual([1, 2]);
    expect(history.lastSeq()).toBe(3);
  }
});

test("removed while it is open, it is opened anew", () => {
  const world = makeWorld([verdict()]);
  const history = world.open();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${world.indexFile}${end}`, { force: true });
  world.write([verdict()]);
  expect(history.refresh()).toBeUndefined();
  expect(history.seqs({}, "oldest")).toEqual([1, 2]);
  expect(existsSync(world.indexFile)).toBe(true);
});

test("a body that is no record is counted, and can be looked at", () => {
  const world = makeWorld([verdict(), verdict()]);
  change(world.file, `UPDATE record SET body = '{"seq":1,"nonsense":true}' WHERE seq = 1`);
  const history = world.open();
  expect(history.seqs({ events: "with" }, "oldest")).toEqual([1, 2]);
  expect(history.read(1)).toMatchObject({ record: undefined, body: '{"seq":1,"nonsense":true}' });
});

test.for(["ALTER TABLE entry RENAME COLUMN verdict TO vardict", "DROP TABLE texts", "DROP TABLE name"])(
  "damaged while it is open, it is made anew: %s",
  (harm) => {
    const world = makeWorld([verdict(), verdict({ command: "rm x" })]);
    const history = world.open();
    change(world.indexFile, harm);
    expect(history.seqs({ program: "rm" }, "oldest")).toEqual([2]);
    expect(history.seqs({ text: "rm" }, "oldest")).toEqual([2]);
  },
);

test("wherever its bytes are changed, it is read or made anew", () => {
  const world = makeWorld([verdict(), verdict({ command: "rm x" })]);
  world.open().close();
  const whole = readFileSync(world.indexFile);
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 150)) {
    const harmed = Buffer.from(whole);
    for (let byte = at; byte < Math.min(whole.length, at + 24); byte++)
      harmed[byte] = (harmed[byte] ?? 0) ^ 0x15;
    for (const end of ["-wal", "-shm"]) rmSync(`${world.indexFile}${end}`, { force: true });
    writeFileSync(world.indexFile, harmed);
    const history = world.open();
    expect(() => [
      history.seqs({ events: "with" }, "oldest"),
      history.seqs({ text: "rm" }, "newest"),
    ]).not.toThrow();
    expect(() => history.query((index) => countStats(index, {}, "agent", String))).not.toThrow();
    history.close();
  }
});

test("nothing of it is readable for others", () => {
  const world = makeWorld([verdict()]);
  world.open();
  const listed = execFileSync("/bin/ls", ["-l", join(world.state, "guard/audit")], { encoding: "utf8" });
  for (const row of listed.trim().split("\n").slice(1)) expect(row).toMatch(/^-rw-------/);
});
