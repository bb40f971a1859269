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

const problem = () =>
  snapshots.findProblem(`. "${file}"`, { commands: [] } as unknown as CheckResult, { pid: 1, startTicks: 0 });

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
