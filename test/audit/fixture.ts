/** Records, a folder for their file, and the recorder as a program of its own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { onTestFinished } from "vitest";
import { openJsonlRecorder } from "../../src/audit/jsonl-recorder.ts";
import type { VerdictRecord } from "../../src/audit/record.ts";
import type { Recorder } from "../../src/audit/recorder.ts";

export function record(changes: Partial<VerdictRecord> = {}): VerdictRecord {
  return {
    request_id: "01890000-0000-7000-8000-000000000000",
    timestamp: "2026-01-01T00:00:00.000Z",
    session: "abcd1234",
    tool_name: "shell",
    kind: "line",
    layer: "hook",
    command: "npm test",
    cwd: "/work",
    shell: "bash",
    pid: 42,
    mode: "default",
    ruling: "ask",
    verdict: "allow",
    approved: true,
    reason: "a person allowed it",
    rule: "mode.default",
    decided_by: "person",
    timeout: false,
    latency_ms: 12,
    risk: "needs-review",
    ...changes,
  };
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The name in the test's folder, with folders that are not there yet above it. */
export const FILE = "state/guard/audit/permissions.jsonl";

export async function openFor(file: string): Promise<Recorder> {
  const opened = await openJsonlRecorder(file, { lookEveryMs: 0 });
  if (opened.kind === "failed") throw new Error(opened.reason);
  onTestFinished(() => opened.recorder.close());
  return opened.recorder;
}

/** Every line must be JSON, and the last one whole. */
export function readRecords(file: string): VerdictRecord[] {
  const text = readFileSync(file, "utf8");
  if (text !== "" && !text.endsWith("\n")) throw new Error("the file ends in the middle of a line");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as VerdictRecord);
}

/** Node 20 does not run TypeScript: a module that a child process can import. */
export async function bundleRecorder(folder: string): Promise<string> {
  const file = join(folder, "recorder.mjs");
  const input = join(import.meta.dirname, "../../src/audit/jsonl-recorder.ts");
  await build({ input, platform: "node", output: { file, format: "esm" }, logLevel: "silent" });
  return file;
}
