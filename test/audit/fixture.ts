/** Records, a folder for their file, and the recorder as a program of its own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { VerdictRecord } from "../../src/audit/record.ts";
import type { Recorder } from "../../src/audit/recorder.ts";
import { openRecorder, type RecorderOptions } from "../../src/audit/store-recorder.ts";

export function record(changes: Partial<VerdictRecord> = {}): VerdictRecord {
  return {
    request_id: "01890000-0000-7000-8000-000000000000",
    agent: "claude",
    project: "/home/me/project",
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

/** The names in the test's folder, with folders that are not there yet above them. */
export const DATABASE = "state/guard/audit.db";
export const FILE = "state/guard/audit/permissions.jsonl";

export const SESSION = "abcd1234";

export async function openFor(folder: string, options: Partial<RecorderOptions> = {}): Promise<Recorder> {
  const opened = await openRecorder({
    ...{ file: join(folder, DATABASE), session: SESSION, lookEveryMs: 0 },
    ...options,
  });
  if (opened.kind === "failed") throw new Error(opened.reason);
  onTestFinished(() => opened.recorder.close());
  return opened.recorder;
}

/** As they were handed over: without number, time and hash. Every line must be JSON, and the last one whole. */
export function readRecords(file: string): VerdictRecord[] {
  return readLines(file).map(({ seq: _, timestamp: __, hash: ___, ...record }) => record as VerdictRecord);
}

export function readLines(
  file: string,
): (VerdictRecord & { seq: number; timestamp: string; hash: string })[] {
  const text = readFileSync(file, "utf8");
  if (text !== "" && !text.endsWith("\n")) throw new Error("the file ends in the middle of a line");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
