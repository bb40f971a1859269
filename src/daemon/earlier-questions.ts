/** What people answered in earlier sessions of this project, from the end of the audit file. Broken lines are somebody else's. */
import { DIALECTS, type Dialect } from "../core/command.ts";
import { type Checked, shownLine } from "../decide/checked.ts";
import { closeFile, openFile, readPart, statOpenFile } from "../disk/files.ts";
import type { AskedLine } from "./asked-lines.ts";

const TAIL_BYTES = 256 * 1024;
const O_NONBLOCK = 0o4000;

/** Oldest first. Rejects when the file cannot be read. */
export async function readEarlier(
  auditFile: string,
  session: string,
  project: string,
): Promise<readonly AskedLine[]> {
  const rows = (await readTail(auditFile)).split("\n");
  return rows.flatMap((row) => {
    // Most records are of what nobody was asked about: those are not even parsed.
    const asked = row.includes('"ruling":"ask"') ? parseAsked(row) : undefined;
    return asked && asked.session !== session && isAtOrBelow(asked.line.cwd, project) ? [asked.line] : [];
  });
}

/** From the first whole line on. */
async function readTail(path: string): Promise<string> {
  const file = await openFile(path, O_NONBLOCK);
  try {
    const { size } = await statOpenFile(file);
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const { bytesRead } = await readPart(file, buffer, 0, buffer.length, start);
    const text = buffer.toString("utf8", 0, bytesRead);
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await closeFile(file);
  }
}

function parseAsked(row: string): { readonly session: string; readonly line: AskedLine } | undefined {
  const record = parseRecord(row);
  if (record === undefined || record["ruling"] !== "ask") return undefined;
  if (record["decided_by"] !== "person" && record["decided_by"] !== "grant") return undefined;
  // Of a long command only a part is written down.
  if (record["command_bytes"] !== undefined) return undefined;
  const { session, cwd, timestamp, verdict, shell } = record;
  const what = whatOf(record);
  const atMs = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  if (what === undefined || Number.isNaN(atMs)) return undefined;
  if (typeof session !== "string" || typeof cwd !== "string") return undefined;
  const dialect = DIALECTS.find((known) => known === shell);
  const answer = verdict === "allow" ? "allowed" : "denied";
  return { session, line: { line: shownLine(what), what, cwd, ...shellOf(dialect), atMs, answer } };
}

function shellOf(dialect: Dialect | undefined): { readonly dialect?: Dialect } {
  return dialect === undefined ? {} : { dialect };
}

function parseRecord(row: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(row);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function whatOf({
  kind,
  command,
}: Readonly<Record<string, unknown>>): Extract<Checked, { kind: "line" | "argv" }> | undefined {
  if (kind === "line" && typeof command === "string") return { kind, line: command };
  if (kind !== "argv" || !Array.isArray(command)) return undefined;
  const argv: readonly unknown[] = command;
  return argv.every((word) => typeof word === "string") ? { kind, argv } : undefined;
}

function isAtOrBelow(cwd: string, folder: string): boolean {
  return cwd === folder || cwd.startsWith(`${folder === "/" ? "" : folder}/`);
}
