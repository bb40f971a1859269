/** What guard wrote down of one session: the audit file from where it ended before. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import * as z from "zod/mini";

/** Where the file ended. */
export interface AuditMark {
  readonly inode: number;
  readonly size: number;
}

/** The fields that the doctor reads; the others are none of its business. */
const RECORD = z.object({
  session: z.string(),
  event: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
  request_id: z.optional(z.string()),
  tool_name: z.optional(z.string()),
  kind: z.optional(z.string()),
  layer: z.optional(z.enum(["hook", "shim", "gate", "root"])),
  command: z.optional(z.union([z.string(), z.array(z.string())])),
  shell: z.optional(z.string()),
  pid: z.optional(z.number()),
  verdict: z.optional(z.enum(["allow", "deny"])),
  reason: z.optional(z.string()),
  decided_by: z.optional(z.string()),
});
export type SeenRecord = z.infer<typeof RECORD>;

export function markAudit(file: string): AuditMark {
  const stats = statSync(file, { throwIfNoEntry: false });
  return { inode: stats?.ino ?? 0, size: stats?.size ?? 0 };
}

/** Of a file that was moved away meanwhile, all of the new one is read. */
export function readRecords(file: string, since: AuditMark, session: string): SeenRecord[] {
  return readSince(file, since)
    .split("\n")
    .filter((line) => line.includes(session))
    .flatMap((line) => parseRecord(line) ?? [])
    .filter((record) => record.session === session);
}

function readSince(file: string, { inode, size }: AuditMark): string {
  let fd: number | undefined;
  try {
    fd = openSync(file, "r");
    const stats = fstatSync(fd);
    if (stats.ino !== inode || stats.size < size) return readFileSync(fd, "utf8");
    const bytes = Buffer.alloc(stats.size - size);
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, size));
  } catch {
    return "";
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function parseRecord(line: string): SeenRecord | undefined {
  try {
    const parsed = RECORD.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
