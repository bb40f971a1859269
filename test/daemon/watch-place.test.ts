/** What the daemon looks at each second. Only the clock is not real. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPlace } from "../../src/daemon/watch-place.ts";

let folder: string;
let lost: string[];
let endWatch: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  folder = mkdtempSync("/tmp/place-test-");
  mkdirSync(join(folder, "agent"));
  writeFileSync(join(folder, "hook"), "echo old\n");
  symlinkSync(join(folder, "hook"), join(folder, "agent/hook.bash"));
  lost = [];
  endWatch = watchPlace(folder, (what) => lost.push(what));
});
afterEach(() => {
  endWatch();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** One look, to its end: then the next one waits for the clock, or the loss was told. */
async function look(): Promise<void> {
  vi.advanceTimersByTime(1_000);
  while (vi.getTimerCount() === 0 && lost.length === 0) await new Promise((turn) => setImmediate(turn));
}

test("a part that is replaced by another build of it is no loss", async () => {
  await look();
  writeFileSync(join(folder, "new"), "echo new\n");
  renameSync(join(folder, "new"), join(folder, "hook"));
  await look();
  expect(lost).toEqual([]);
});

test("what was away for a moment is no loss", async () => {
  renameSync(join(folder, "hook"), join(folder, "aside"));
  await look();
  renameSync(join(folder, "aside"), join(folder, "hook"));
  await look();
  expect(lost).toEqual([]);
});

test("a loss that is there at a second look is told once", async () => {
  rmSync(join(folder, "hook"));
  await look();
  expect(lost).toEqual([]);
  await look();
  expect(lost).toEqual([expect.stringContaining(join(folder, "hook"))]);
  expect(vi.getTimerCount()).toBe(0);
});

test("what goes away after the end is none", async () => {
  endWatch();
  rmSync(folder, { recursive: true });
  vi.advanceTimersByTime(1_000);
  for (let turns = 0; turns < 100; turns++) await new Promise((turn) => setImmediate(turn));
  expect(lost).toEqual([]);
});
