/** The file that an agent reads into each of its shells: the same as at its first use, or nobody believes it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSnapshots, type Snapshots } from "../../src/daemon/agent-snapshots.ts";
import type { CheckResult } from "../../src/decide/result.ts";

let root: string;
let file: string;
let snapshots: Snapshots;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "guard-snapshots-"));
  file = join(root, ".codex/shell_snapshots/one.sh");
  mkdirSync(dirname(file), { recursive: true });
  snapshots = createSnapshots();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const problem = (text = `. "${file}"`) =>
  snapshots.findProblem(text, { commands: [] } as unknown as CheckResult, {
    pid: process.pid,
    startTicks: 0,
  });

test("the same again is no problem", () => {
  writeFileSync(file, "A=1\n");
  expect([problem(), problem()]).toEqual([undefined, undefined]);
});

test.for<readonly [name: string, change: () => unknown]>([
  ["another text", () => writeFileSync(file, "A=2\n")],
  ["too long to be read", () => truncateSync(file, 5 * 1024 * 1024)],
])("%s later is one", ([, change]) => {
  writeFileSync(file, "A=1\n");
  problem();
  change();
  expect(problem()).toContain(file);
});

test("one that cannot be read is a problem from the beginning, and nobody waits for it", () => {
  spawnSync("mkfifo", [file]);
  expect(problem()).toContain("cannot be read");
});

test("a text of a great many slashes is gone through once", () => {
  writeFileSync(file, "A=1\n");
  expect(problem(`echo ${"/".repeat(1_000_000)}; . ${file}`)).toBeUndefined();
});

test("a text that reads it is not believed for having words of claude's own start in it", () => {
  writeFileSync(file, "A=1\n");
  problem();
  writeFileSync(file, "A=2\n");
  expect(problem(`. ${file} && eval 'x\nSNAPSHOT_FILE=/x\ny'`)).toContain(file);
});
