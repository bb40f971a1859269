/** Several processes on one file, and disks that are full: for real. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleRecorder, FILE, makeFolder, openFor, readRecords, record } from "./fixture.ts";

/** Appends records of many sizes, as fast as it can, and prints how many were recorded. */
const WRITER = `
const [module, file, name, count, bytes] = process.argv.slice(2);
const { openJsonlRecorder } = await import(module);
const { recorder } = await openJsonlRecorder(file);
const outcomes = await Promise.all(Array.from({ length: Number(count) }, async (_, index) => {
  await new Promise((resolve) => setTimeout(resolve, index % 50));
  const command = name.repeat(1 + (index * 7919) % Number(bytes));
  return recorder.append({ session: name, pid: index, command });
}));
await recorder.close();
process.stdout.write(String(outcomes.filter((outcome) => outcome === "recorded").length));
`;

async function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}

test("three processes on one file keep every line whole", async () => {
  const folder = makeFolder();
  const module = await bundleRecorder(folder);
  const writer = join(folder, "writer.mjs");
  writeFileSync(writer, WRITER);
  const file = join(folder, FILE);
  const names = ["a", "b", "c"];
  const outputs = await Promise.all(
    names.map((name) => outputOf(spawn(process.execPath, [writer, module, file, name, "1500", "20000"]))),
  );
  expect(outputs).toEqual(["1500", "1500", "1500"]);
  const records = readRecords(file);
  for (const name of names) {
    const own = records.filter(({ session }) => session === name);
    expect(new Set(own.map(({ pid }) => pid)).size).toBe(1_500);
    expect(own.every(({ command }) => typeof command === "string" && /^(.)\1*$/.test(command))).toBe(true);
  }
});

test("a write that is cut short: what is whole counts, and the next one begins a new line", async () => {
  const folder = makeFolder();
  const module = await bundleRecorder(folder);
  const writer = join(folder, "writer.mjs");
  writeFileSync(writer, WRITER);
  const file = join(folder, FILE);
  // Node ignores SIGXFSZ, so the limit shows as a short write and then as EFBIG.
  const limited = 'ulimit -f 16; exec "$0" "$@"';
  const ran = spawnSync("bash", ["-c", limited, process.execPath, writer, module, file, "a", "200", "900"], {
    encoding: "utf8",
  });
  const recorded = Number(ran.stdout);
  const lines = readFileSync(file, "utf8").split("\n");
  expect(recorded).toBeGreaterThan(0);
  expect(recorded).toBeLessThan(200);
  expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toHaveLength(recorded);
  expect(lines.at(-1)).not.toBe("");

  const { append } = await openFor(file);
  expect(await append(record())).toBe("recorded");
  const after = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(after.at(-2) ?? "")).toEqual(record());
  expect(after.at(-3)).toBe(lines.at(-1));
});

test("a full disk fails, with room again it goes on, in whole lines", async (context) => {
  const folder = makeFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], {
    encoding: "utf8",
  });
  if (mounted.status !== 0) {
    process.stdout.write(`skipped: a small disk cannot be mounted here (${mounted.stderr.trim()})\n`);
    return context.skip();
  }
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  const file = join(folder, "audit/permissions.jsonl");
  const { append } = await openFor(file);
  const filler = join(folder, "filler");
  writeFileSync(filler, Buffer.alloc(32 * 1024));
  const command = "x".repeat(5_000);
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => append(record({ command }))));
  const failed = outcomes.filter((outcome) => outcome !== "recorded");
  expect(failed.length).toBeGreaterThan(30);
  expect(await append(record({ command }))).toMatchObject({
    kind: "failed",
    reason: expect.stringMatching(/full/),
  });
  const cut = readFileSync(file, "utf8").split("\n").at(-1);
  expect(cut).not.toBe("");

  rmSync(filler);
  expect(await append(record({ pid: 7 }))).toBe("recorded");
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.at(-3)).toBe(cut);
  expect(JSON.parse(lines.at(-2) ?? "")).toEqual(record({ pid: 7 }));
  expect(lines.length - 3).toBe(outcomes.length - failed.length);
});
