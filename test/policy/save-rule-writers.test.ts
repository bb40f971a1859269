/** Several processes save at once, and some die with the lock in their hands: nothing is lost. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { lockFile } from "../../src/policy/file-lock.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { thisOwner } from "../../src/policy/lock-owner.ts";
import { listRules, type SaveTarget } from "../../src/policy/save-rule.ts";
import { layersOf } from "./fixture.ts";
import { projectTarget, savedIds, userTarget } from "./save-rule-fixture.ts";

/** Built: node runs no TypeScript. */
const DIST = join(import.meta.dirname, "../../dist/policy");

function runNode(script: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** 50 answers; `keep` of them stay, the others are taken back at once. */
const WRITER = `
  const { saveRules, removeRules } = await import(${JSON.stringify(join(DIST, "save-rule.js"))});
  const [places, name, keep] = [JSON.parse(process.argv[1]), process.argv[2], Number(process.argv[3])];
  const target = { layer: process.argv[4], input: { places } };
  for (let at = 0; at < 50; at++) {
    const saved = await saveRules(target, [name + at + " **"], new Date());
    if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
    if (at < keep) continue;
    const removed = await removeRules(target, saved.ids[0]);
    if (removed.kind !== "removed") throw new Error(JSON.stringify(removed));
  }`;

async function writeAtOnce(target: SaveTarget, keep: Record<string, number>): Promise<void> {
  const places = JSON.stringify(target.input.places);
  const writers = Object.entries(keep).map(([name, count]) =>
    runNode(WRITER, places, name, String(count), target.layer),
  );
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, "exit"))[0] as number));
  expect(codes).toEqual(writers.map(() => 0));
}

async function savedNames(target: SaveTarget): Promise<unknown[]> {
  const listed = await listRules(target);
  return listed.kind === "listed" ? listed.rules.map(({ match }) => match).toSorted() : [];
}

function names(keep: Record<string, number>): string[] {
  return Object.entries(keep)
    .flatMap(([name, count]) => Array.from({ length: count }, (_, at) => `${name}${at} **`))
    .toSorted();
}

test("two processes with 50 answers each", { timeout: 60_000 }, async () => {
  const comment = "# mine, and it stays\n";
  const { machine, target } = userTarget(`${comment}version: 1\n`);
  const keep = { aaa: 24, bbb: 24 };
  await writeAtOnce(target, keep);
  expect(await savedNames(target)).toEqual(names(keep));
  expect(readFileSync(machine.userFile, "utf8").startsWith(comment)).toBe(true);
  expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
});

test("two processes that make the project's file: it is trusted with all answers", {
  timeout: 60_000,
}, async () => {
  const { machine, target } = projectTarget();
  const keep = { aaa: 20, bbb: 20 };
  await writeAtOnce(target, keep);
  expect(await savedNames(target)).toEqual(names(keep));
  const { projectFile, project } = layersOf(await loadPolicy(target.input));
  expect(projectFile.kind).toBe("trusted");
  expect(project).toHaveLength(40);
  expect(readdirSync(dirname(machine.projectFile))).toEqual(["policy.yaml"]);
  expect(readdirSync(machine.places.trustDir)).toHaveLength(1);
});

const HOLDER = `
  const { lockFile } = await import(${JSON.stringify(join(DIST, "file-lock.js"))});
  await lockFile(process.argv[1]);
  process.stdout.write("locked");
  setInterval(() => {}, 1000);`;

async function dieWithLock(file: string): Promise<void> {
  const holder = runNode(HOLDER, file);
  if (holder.stdout) await once(holder.stdout, "data");
  holder.kill("SIGKILL");
  await once(holder, "exit");
}

test("a dead owner's lock is taken over, by one of those who wait", { timeout: 60_000 }, async () => {
  const { machine, target } = userTarget("version: 1\n");
  await dieWithLock(machine.userFile);
  expect(existsSync(`${machine.userFile}.lock`)).toBe(true);
  const keep = { aaa: 12, bbb: 12, ccc: 12 };
  await writeAtOnce(target, keep);
  expect(await savedNames(target)).toEqual(names(keep));
  expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
});

test("so is one whose heir died on the way", async () => {
  const { machine, target } = userTarget("version: 1\n");
  await dieWithLock(machine.userFile);
  const { nonce } = JSON.parse(readFileSync(`${machine.userFile}.lock`, "utf8")) as { nonce: string };
  await dieWithLock(`${machine.userFile}.lock.${nonce}`.replace(/\.lock$/, ""));
  renameLock(`${machine.userFile}.lock.${nonce}`);
  await savedIds(target, "make **");
  expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
});

/** lockFile() adds its ending; the lock on a lock has none. */
function renameLock(path: string): void {
  const { renameSync } = process.getBuiltinModule("node:fs");
  renameSync(`${path}.lock`, path);
}

test("a living owner is waited for, and named; one that cannot be seen counts as living", async () => {
  const { machine } = userTarget("version: 1\n");
  const held = await lockFile(machine.userFile);
  expect(await lockFile(machine.userFile, 30)).toMatchObject({
    kind: "failed",
    reason: expect.stringContaining(`process ${process.pid} has ${machine.userFile}.lock`) as unknown,
  });
  if (held.kind === "locked") held.release();
  const elsewhere = { ...thisOwner(), pid: 4_000_000, namespace: "pid:[1]" };
  writeFileSync(`${machine.userFile}.lock`, JSON.stringify(elsewhere));
  expect(await lockFile(machine.userFile, 30)).toMatchObject({ kind: "failed" });
  writeFileSync(`${machine.userFile}.lock`, "somebody else's");
  expect(await lockFile(machine.userFile, 30)).toMatchObject({ kind: "failed" });
});
