/** One folder for each run of tests, for what made-once.ts makes. Workers are ended by a signal: only here it can be removed. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";

let folder = "";

export function setup(project: TestProject): void {
  folder = mkdtempSync("/tmp/guard-tests-");
  chmodSync(folder, 0o755);
  project.provide("sharedFolder", folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
