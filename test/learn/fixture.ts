/** A home with a project and a real audit.db, and the commands that read it called as a person would. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { encodeRecord } from "../../src/audit/encode-record.ts";
import type { AuditRecord, EventRecord, VerdictRecord } from "../../src/audit/record.ts";
import { AuditStore } from "../../src/audit/store.ts";
import type { SessionIo } from "../../src/cli/session-io.ts";

export interface Home {
  readonly root: string;
  readonly project: string;
  readonly userFile: string;
  readonly projectFile: string;
  /** What was printed since the last call. */
  readonly out: () => string;
  readonly err: () => string;
  readonly io: SessionIo;
  /** Written at this time; records of one call have the same. */
  record(at: string, ...records: readonly Row[]): void;
  /** The same for events. */
  note(at: string, ...events: readonly Noted[]): void;
  write(name: string, text: string): string;
}

export type Noted = Omit<EventRecord, "session"> & { readonly session?: string };
export type Row = Partial<VerdictRecord> & { readonly command: string | readonly string[] };

export const YES: Partial<VerdictRecord> = { decided_by: "person", verdict: "allow", ruling: "ask" };
export const NO: Partial<VerdictRecord> = { decided_by: "person", verdict: "deny", ruling: "ask" };
export const RAN: Partial<VerdictRecord> = { decided_by: "mode", verdict: "allow", ruling: "allow" };

export const NOW_MS = Date.parse("2026-11-17T12:00:00Z");

export function makeHome(changes: NodeJS.ProcessEnv = {}): Home {
  const root = mkdtempSync(join(tmpdir(), "learn-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  const printed = { out: [] as string[], err: [] as string[] };
  const take = (name: "out" | "err") => (): string => printed[name].splice(0).join("");
  const env = { HOME: root, XDG_STATE_HOME: join(root, "state"), XDG_CONFIG_HOME: join(root, "config") };
  return {
    root,
    project,
    userFile: join(root, "config/guard/policy.yaml"),
    projectFile: join(project, ".guard/policy.yaml"),
    out: take("out"),
    err: take("err"),
    io: {
      stdout: (text) => void printed.out.push(text),
      stderr: (text) => void printed.err.push(text),
      env: { ...env, PATH: process.env["PATH"], ...changes },
      cwd: () => project,
      listPlaces: () => [],
      columns: 80,
      colour: "plain",
      nowMs: () => NOW_MS,
    },
    record: (at, ...records) => store(join(root, "state/guard/audit.db"), at, records.map(whole(project))),
    note: (at, ...events) =>
      store(
        join(root, "state/guard/audit.db"),
        at,
        events.map((one) => ({ session: "abcd1234", ...one })),
      ),
    write(name, text) {
      const file = join(root, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    },
  };
}

function whole(project: string): (row: Row) => AuditRecord {
  return (row) => ({
    request_id: "01890000-0000-7000-8000-000000000000",
    session: "abcd1234",
    project,
    agent: "claude",
    tool_name: "shell",
    kind: typeof row.command === "string" ? "line" : "argv",
    layer: "hook",
    cwd: project,
    shell: "bash",
    pid: 42,
    mode: "default",
    ruling: "ask",
    verdict: "allow",
    approved: row.verdict !== "deny",
    reason: "a person said so",
    rule: "person",
    decided_by: "person",
    timeout: false,
    latency_ms: 1,
    risk: "needs-review",
    ...row,
  });
}

function store(file: string, at: string, records: readonly AuditRecord[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const nowMs = () => Date.parse(at);
  const opened = AuditStore.open({ file, session: "abcd1234", waitMs: 1_000, opening: "first", nowMs });
  if (opened.kind !== "open") throw new Error(opened.kind);
  const stored = opened.store.write(records.map(encodeRecord));
  opened.store.close();
  if (stored.kind !== "stored") throw new Error(stored.kind);
}

/** The same row again and again. */
export function repeat(count: number, row: Row): Row[] {
  return Array.from({ length: count }, () => row);
}
