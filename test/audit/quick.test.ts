/** A record is its line, and the database follows: whatever happens in between, what was told is on record, once, in order. */
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { hashRecord, lineOf, readLine } from "../../src/audit/chain.ts";
import { loadLineLock } from "../../src/audit/line-lock.ts";
import { AuditStore, copyOf, type StoreOptions } from "../../src/audit/store.ts";
import { openHistory } from "../../src/history/open-history.ts";
import { readRecords } from "../../src/history/read-records.ts";
import { until } from "../helpers/until.ts";
import { BINDING, sql, verify } from "../history/fixture.ts";
import { DATABASE, makeFolder, openFor, record, SESSION } from "./fixture.ts";

const cannot = loadLineLock() === undefined;
if (cannot) process.stdout.write("skipped: line-lock.node is not built here\n");

function open(file: string, more: Partial<StoreOptions> = {}): AuditStore {
  const opened = AuditStore.open({ file, session: SESSION, waitMs: 0, opening: "first", ...more });
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  return opened.store;
}

const textOf = (name: string) => `{"event":"mode","session":"${name}"}`;

function readRecordsOf(file: string) {
  const opened = openHistory(file);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  const records = [...readRecords(opened.database)];
  opened.database.close();
  return records;
}

/** The names in the order of the database. */
function namesIn(file: string): readonly string[] {
  return readRecordsOf(file).map((one) => String(one.session));
}

/** Without what a reader would take in. */
function countRows(file: string): number {
  const database = new Sqlite(file, { nativeBinding: BINDING, readonly: true });
  const { count } = database.prepare("SELECT count(*) AS count FROM record").get() as { count: number };
  database.close();
  return count;
}

describe.skipIf(cannot)("lines first", () => {
  test("a line is there at once, its row when it is settled", async () => {
    const file = join(makeFolder(), "audit.db");
    const store = open(file);
    store.write([textOf("a")]);
    expect(store.add(textOf("b"))).toMatchObject({ kind: "stored", head: { seq: 2 } });
    expect(store.add(textOf("c"))).toMatchObject({ kind: "stored", head: { seq: 3 } });
    expect(readFileSync(copyOf(file), "utf8").trimEnd().split("\n")).toHaveLength(3);
    expect([countRows(file), store.waiting]).toEqual([1, 2]);
    expect(store.settle()).toMatchObject({ kind: "stored", head: { seq: 3 }, strange: [] });
    expect([countRows(file), store.waiting]).toEqual([3, 0]);
    store.close();
    expect(await verify(file)).toMatchObject({ count: 3, findings: [] });
  });

  test("what a killed session left is read, and nothing is strange", async () => {
    const file = join(makeFolder(), "audit.db");
    const killed = open(file);
    killed.write([textOf("a")]);
    killed.add(textOf("b"));
    expect(countRows(file)).toBe(1);
    expect(namesIn(file)).toEqual(["a", "b"]);
    expect(await verify(file)).toMatchObject({ count: 2, findings: [] });
    killed.close();
  });

  test("the next session goes on from what a killed one left", async () => {
    const file = join(makeFolder(), "audit.db");
    const killed = open(file);
    killed.write([textOf("a")]);
    killed.add(textOf("b"));
    const next = open(file, { session: "next0000" });
    expect(next.write([textOf("c")])).toMatchObject({ kind: "stored", head: { seq: 3 }, strange: [] });
    next.close();
    killed.close();
    expect(namesIn(file)).toEqual(["a", "b", "c"]);
    expect(await verify(file)).toMatchObject({ findings: [] });
  });

  test("a line that is taken out before it has its row gets it from memory, and it is found", async () => {
    const file = join(makeFolder(), "audit.db");
    const store = open(file);
    store.write([textOf("a")]);
    const size = readFileSync(copyOf(file)).length;
    store.add(textOf("b"));
    truncateSync(copyOf(file), size);
    expect(store.add(textOf("c"))).toBeUndefined();
    expect(store.write([textOf("c")])).toMatchObject({
      kind: "stored",
      strange: [expect.stringContaining("has lost lines")],
    });
    store.close();
    expect(namesIn(file).slice(0, 2)).toEqual(["a", "b"]);
    expect((await verify(file)).findings).toMatchObject([{ kind: "noted" }, { kind: "copy", seq: 2 }]);
  });

  test("the beginning of a line whose writer was killed in it was told to nobody, and goes", async () => {
    const file = join(makeFolder(), "audit.db");
    const killed = open(file);
    killed.write([textOf("a")]);
    killed.add(textOf("b"));
    appendFileSync(copyOf(file), '{"seq":3,"timestamp":"2026-11-18T05:00:00.000Z","event":"mo');
    const next = open(file, { session: "next0000" });
    expect(next.write([textOf("c")])).toMatchObject({ kind: "stored", head: { seq: 3 }, strange: [] });
    next.close();
    killed.close();
    expect(namesIn(file)).toEqual(["a", "b", "c"]);
    expect(await verify(file)).toMatchObject({ findings: [] });
  });

  test("a file is not begun anew in the transaction that takes its last lines in", async () => {
    const file = join(makeFolder(), "audit.db");
    const killed = open(file);
    killed.write([textOf("a")]);
    for (const name of ["b", "c", "d"]) killed.add(textOf(name));
    const next = open(file, { rotateBytes: 300 });
    const rotated = () => readdirSync(dirname(copyOf(file))).filter((name) => /^permissions-\d/.test(name));
    next.write([textOf("e")]);
    expect(rotated()).toEqual([]);
    next.write([textOf("f")]);
    expect(rotated()).toEqual(["permissions-1-5.jsonl"]);
    next.close();
    killed.close();
    expect(namesIn(file)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(await verify(file)).toMatchObject({ findings: [] });
  });

  test("a clock that went back is not for the quick way", () => {
    const file = join(makeFolder(), "audit.db");
    let nowMs = Date.now();
    const store = open(file, { nowMs: () => nowMs });
    store.write([textOf("a")]);
    nowMs -= 5_000;
    expect(store.add(textOf("b"))).toBeUndefined();
    store.close();
  });
});

describe.skipIf(cannot)("any order of two sessions", () => {
  type Step = { readonly who: 0 | 1; readonly does: "add" | "write" | "settle" | "kill" | "take-in" };
  const step: fc.Arbitrary<Step> = fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    does: fc.constantFrom("add", "add", "add", "write", "settle", "kill", "take-in"),
  });

  /** Of a file that is begun anew: with each record or two, with some, never. */
  const sizes = fc.constantFrom(300, 1_500, 1e9);
  const isWell = { kind: "stored", strange: [] };

  class World {
    readonly file = join(makeFolder(), "audit.db");
    readonly told: string[] = [];
    readonly more: Partial<StoreOptions>;
    readonly stores: [AuditStore, AuditStore];

    constructor(rotateBytes: number) {
      this.more = { rotateBytes };
      this.stores = [open(this.file, this.more), open(this.file, this.more)];
    }

    take({ who, does }: Step, name: string): void {
      const store = this.stores[who];
      switch (does) {
        case "add":
        case "write":
          expect((does === "add" && store.add(textOf(name))) || store.write([textOf(name)])).toMatchObject(
            isWell,
          );
          return void this.told.push(name);
        case "settle":
          return expect(store.settle()).toMatchObject(isWell);
        case "take-in":
          return expect(store.takeIn()).toMatchObject(isWell);
        case "kill":
          this.stores[who] = open(this.file, this.more);
          store.close();
      }
    }
  }

  test("each told record is there once, in the order of the telling, and the chain is whole", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), sizes, async (steps, size) => {
      const world = new World(size);
      for (const [index, one] of steps.entries()) world.take(one, `n${index}`);
      fc.pre(world.told.length > 0);
      expect(namesIn(world.file)).toEqual(world.told);
      expect(await verify(world.file)).toMatchObject({ count: world.told.length, findings: [] });
      for (const store of world.stores) store.close();
    });
    await fc.assert(property, { numRuns: 80 });
  });
});

describe.skipIf(cannot)("the recorder", () => {
  function hold(file: string): Sqlite.Database {
    const holder = new Sqlite(file, { nativeBinding: BINDING });
    holder.exec("BEGIN IMMEDIATE");
    onTestFinished(() => void holder.close());
    return holder;
  }

  test("does not wait for a session that has the database; the rows come when it is free", async () => {
    const folder = makeFolder();
    const file = join(folder, DATABASE);
    const { append } = await openFor(folder, { lookEveryMs: 60_000 });
    await append(record({ pid: 1 }));
    const holder = hold(file);
    expect(await append(record({ pid: 2 }))).toBe("recorded");
    expect(countRows(file)).toBe(1);
    holder.exec("ROLLBACK");
    await until("its row", async () => (countRows(file) === 2 ? true : undefined));
  });

  test("says no as soon as the database cannot follow, and goes on when it can, with all that was told", async () => {
    const folder = makeFolder();
    const file = join(folder, DATABASE);
    const { append, settle } = await openFor(folder, { lookEveryMs: 60_000 });
    await append(record({ pid: 1 }));
    sql(file, "ALTER TABLE record RENAME TO away");
    expect(await append(record({ pid: 2 }))).toBe("recorded");
    await settle();
    expect(await append(record({ pid: 3 }))).toMatchObject({ kind: "failed" });
    sql(file, "ALTER TABLE away RENAME TO record");
    expect(await append(record({ pid: 4 }))).toBe("recorded");
    await settle();
    const { count, findings } = await verify(file);
    expect([count, findings]).toEqual([3, []]);
  });

  test("knows what it told, whoever has the database meanwhile and makes other lines and rows of it", async () => {
    const folder = makeFolder();
    const file = join(folder, DATABASE);
    const { append, settle } = await openFor(folder, { lookEveryMs: 60_000 });
    await append(record({ command: "echo begin" }));
    await settle();
    const holder = hold(file);
    await append(record({ command: "cat /etc/evil" }));
    const settling = settle();
    // A turn of the loop later it is another thread's.
    await new Promise(setImmediate);
    const [first = "", second = ""] = readFileSync(copyOf(file), "utf8").split("\n");
    const line = readLine(second);
    const before = readLine(first);
    if (line === undefined || before === undefined) throw new Error("no lines");
    const body = line.body.replace("cat /etc/evil", "hostname");
    writeFileSync(copyOf(file), `${first}\n${lineOf(body, hashRecord(before.hash, body))}`);
    holder.exec("COMMIT");
    await settling;
    const commands = [...readRecordsOf(file)].map((one) => ("command" in one ? one.command : one.event));
    expect(commands).toEqual(["echo begin", "hostname", "notice", "cat /etc/evil"]);
    expect((await verify(file)).findings).toMatchObject([{ kind: "noted", seq: 3 }]);
  });

  test("leaves nothing without its row when it ends", async () => {
    const folder = makeFolder();
    const { append, leave } = await openFor(folder, { lookEveryMs: 60_000 });
    for (let pid = 1; pid < 20; pid++) await append(record({ pid }));
    await leave();
    expect(countRows(join(folder, DATABASE))).toBe(19);
  });
});
