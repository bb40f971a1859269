/** Several processes on one record, disks that are full, folders that cannot be written: for real. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { openRecorder } from "../../src/audit/store-recorder.ts";
import { openHistory } from "../../src/history/open-history.ts";
import { type Verified, verifyHistory } from "../../src/history/verify.ts";
import { DATABASE, FILE, makeFolder, openFor, readLines, readRecords, record, SESSION } from "./fixture.ts";

const MODULE = resolve(import.meta.dirname, "../../dist/audit/store-recorder.js");

/** Appends records of many sizes, as fast as it can, and prints how many were recorded. */
const WRITER = `
const [module, file, name, count, bytes] = process.argv.slice(2);
const { openRecorder } = await import(module);
const { recorder } = await openRecorder({ file, session: name });
const outcomes = await Promise.all(Array.from({ length: Number(count) }, async (_, index) => {
  await new Promise((resolve) => setTimeout(resolve, index % 50));
  const command = name.repeat(1 + (index * 7919) % Number(bytes));
  return recorder.append({ session: name, pid: index, command, verdict: "allow" });
}));
await recorder.close();
process.stdout.write(String(outcomes.filter((outcome) => outcome === "recorded").length));
`;

function writerIn(folder: string): string {
  const writer = join(folder, "writer.mjs");
  writeFileSync(writer, WRITER);
  return writer;
}

async function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}

async function verified(folder: string): Promise<Verified> {
  const file = join(folder, DATABASE);
  const opened = openHistory(file);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  const report = await verifyHistory(file, opened.database, []);
  opened.database.close();
  return report;
}

/** Whoever verifies while sessions write finds nothing. */
async function lookWhileWritten(folder: string): Promise<void> {
  for (let looks = 0; looks < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    if (openHistory(join(folder, DATABASE)).kind !== "open") continue;
    looks++;
    expect((await verified(folder)).findings).toEqual([]);
  }
}

test("three processes write one chain, with all their records and every line whole", async () => {
  const folder = makeFolder();
  const writer = writerIn(folder);
  const names = ["a", "b", "c"];
  const looking = lookWhileWritten(folder);
  const outputs = await Promise.all(
    names.map((name) =>
      outputOf(spawn(process.execPath, [writer, MODULE, join(folder, DATABASE), name, "500", "20000"])),
    ),
  );
  expect(outputs).toEqual(["500", "500", "500"]);
  await looking;
  expect(await verified(folder)).toMatchObject({ count: 1_500, findings: [] });
  const records = readRecords(join(folder, FILE));
  for (const name of names) {
    const own = records.filter(({ session }) => session === name);
    expect(new Set(own.map(({ pid }) => pid)).size).toBe(500);
    expect(own.every(({ command }) => typeof command === "string" && /^(.)\1*$/.test(command))).toBe(true);
  }
});

test("a file that may not grow: what is recorded is whole, in both places, and the next writer goes on", async () => {
  const folder = makeFolder();
  const args = [writerIn(folder), MODULE, join(folder, DATABASE), "a", "200", "900"];
  // Node ignores SIGXFSZ, so the limit shows as a short write and then as EFBIG.
  const ran = spawnSync("bash", ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath, ...args], {
    encoding: "utf8",
  });
  const recorded = Number(ran.stdout);
  expect(recorded).toBeGreaterThan(0);
  expect(recorded).toBeLessThan(200);
  expect(readLines(join(folder, FILE))).toHaveLength(recorded);

  const { append } = await openFor(folder);
  expect(await append(record())).toBe("recorded");
  expect(await verified(folder)).toMatchObject({ count: recorded + 1, findings: [] });
});

/** Undefined: the test was skipped, and why is printed. */
function mountSmall(context: TestContext, size: string): string | undefined {
  const folder = makeFolder();
  const args = ["-t", "tmpfs", "-o", `size=${size},mode=700`, "tmpfs", folder];
  const mounted = spawnSync("mount", args, { encoding: "utf8" });
  if (mounted.status !== 0) {
    process.stdout.write(`skipped: a small disk cannot be mounted here (${mounted.stderr.trim()})\n`);
    context.skip();
    return undefined;
  }
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

test.for([
  { name: "lines and rows together", lookEveryMs: 0, disk: "512k", filler: 200 },
  { name: "lines first", lookEveryMs: 60_000, disk: "2m", filler: 1_700 },
])(
  "a full disk fails with words, leaves nothing half, and with room again it goes on: $name",
  async ({ lookEveryMs, disk, filler: kilobytes }, context) => {
    const folder = mountSmall(context, disk);
    if (folder === undefined) return;
    const { append, settle } = await openFor(folder, { lookEveryMs });
    const filler = join(folder, "filler");
    writeFileSync(filler, Buffer.alloc(kilobytes * 1024));
    const command = "x".repeat(5_000);
    let whole = 0;
    let outcome = await append(record({ command }));
    for (; outcome === "recorded" && whole < 100; outcome = await append(record({ command }))) whole++;
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(/full/) });
    expect(readLines(join(folder, FILE))).toHaveLength(whole);

    rmSync(filler);
    expect(await append(record({ pid: 7 }))).toBe("recorded");
    expect(readRecords(join(folder, FILE)).at(-1)).toEqual(record({ pid: 7 }));
    await settle();
    expect(await verified(folder)).toMatchObject({ count: whole + 1, findings: [] });
  },
);

test.for([
  { made: "made", says: /cannot be written \(EROFS\); check the rights/ },
  { made: "not made yet", says: /cannot be made; is the disk read-only/ },
])(
  "a disk that is read-only is refused at the start, with what to do: folders $made",
  async ({ made, says }, context) => {
    const folder = mountSmall(context, "512k");
    if (folder === undefined) return;
    if (made === "made") mkdirSync(join(folder, "state/guard/audit"), { recursive: true, mode: 0o700 });
    spawnSync("mount", ["-o", "remount,ro", folder]);
    expect(await openRecorder({ file: join(folder, DATABASE), session: SESSION })).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(says),
    });
  },
);

const DAMAGES: { name: string; harm: (file: string) => void }[] = [
  { name: "text instead of a database", harm: (file) => writeFileSync(file, "not a database ".repeat(500)) },
  {
    name: "a page of zeros in its middle",
    harm(file) {
      const bytes = readFileSync(file);
      bytes.fill(0, 4096, 8192);
      writeFileSync(file, bytes);
    },
  },
];

test.for(DAMAGES)(
  "a damaged database is refused at the start, and says how to mend it: $name",
  async ({ harm }) => {
    const folder = makeFolder();
    const first = await openFor(folder);
    await first.append(record());
    await first.close();
    harm(join(folder, DATABASE));
    expect(await openRecorder({ file: join(folder, DATABASE), session: SESSION })).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/is damaged .*; guard log repair/),
    });
  },
);

test("a database of a later version is refused", async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, "state/guard"), { recursive: true });
  const first = await openFor(folder);
  await first.append(record());
  await first.close();
  const { default: Sqlite } = await import("better-sqlite3");
  const nativeBinding = resolve(import.meta.dirname, "../../dist/native/better_sqlite3.node");
  const database = new Sqlite(join(folder, DATABASE), { nativeBinding });
  database.pragma("user_version = 99");
  database.close();
  expect(await openRecorder({ file: join(folder, DATABASE), session: SESSION })).toMatchObject({
    kind: "failed",
    reason: expect.stringMatching(/another version of guard \(99/),
  });
});
