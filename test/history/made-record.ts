/** A real audit.db with records that a test names, and the history of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { encodeRecord } from "../../src/audit/encode-record.ts";
import type { AuditRecord, VerdictRecord } from "../../src/audit/record.ts";
import { AuditStore } from "../../src/audit/store.ts";
import { History } from "../../src/history/history.ts";
import type { StoredVerdict } from "../../src/history/stored-record.ts";

export const START_MS = Date.parse("2026-11-17T12:00:00Z");

let made = 0;

export function verdict(changes: Partial<StoredVerdict> = {}): VerdictRecord {
  made++;
  return {
    request_id: `0198a000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`,
    session: "k3v9x2ab",
    agent: "claude",
    project: "/home/me/shop",
    tool_name: "shell",
    kind: "line",
    layer: "gate",
    command: "ls -la",
    cwd: "/home/me/shop",
    shell: "bash",
    pid: 42,
    mode: "default",
    ruling: "allow",
    verdict: "allow",
    approved: true,
    reason: "it only lists",
    rule: "mode.default",
    decided_by: "mode",
    timeout: false,
    latency_ms: 1.25,
    risk: "safe",
    ...changes,
  } as VerdictRecord;
}

export interface World {
  /** XDG_STATE_HOME */
  readonly state: string;
  readonly file: string;
  readonly indexFile: string;
  /** One batch, at one moment. */
  readonly write: (records: readonly AuditRecord[], atMs?: number) => void;
  readonly open: (options?: { readonly onNotKept?: (reason: string) => void }) => History;
}

/** `after`: when what is open is closed and what was made is removed; else when the test ends. */
export function makeWorld(
  records: readonly AuditRecord[] = [],
  after: (end: () => void) => void = onTestFinished,
): World {
  const state = mkdtempSync(join(tmpdir(), "history-"));
  after(() => rmSync(state, { recursive: true, force: true }));
  const file = join(state, "guard/audit.db");
  const write: World["write"] = (some, atMs = START_MS) => {
    const opened = AuditStore.open({
      file,
      session: "k3v9x2ab",
      waitMs: 1_000,
      opening: "first",
      nowMs: () => atMs,
    });
    if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
    const stored = opened.store.write(some.map(encodeRecord));
    opened.store.close();
    if (stored.kind !== "stored") throw new Error(JSON.stringify(stored));
  };
  const open: World["open"] = ({ onNotKept = fail } = {}) => {
    const opened = History.open({ file, onNew: () => undefined, onNotKept });
    if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
    after(() => opened.history.close());
    return opened.history;
  };
  if (records.length > 0) write(records);
  return { state, file, indexFile: join(state, "guard/audit/index.db"), write, open };
}

function fail(reason: string): never {
  throw new Error(reason);
}
