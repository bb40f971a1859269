/** Which project files a person has read and trusts: by content, so that a changed file is untrusted again. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sha256 } from "../core/sha256.ts";

/** Anything odd about the record means: not trusted. */
export function isTrusted(trustDir: string, file: string, contentHash: string): boolean {
  try {
    const record = trustRecordOf(trustDir, file);
    if (!isOurs(trustDir, "folder") || !isOurs(record, "file")) return false;
    const known: unknown = JSON.parse(readFileSync(record, "utf8"));
    return isRecord(known) && known.file === resolve(file) && known.sha256 === contentHash;
  } catch {
    return false;
  }
}

/** Throws when the record cannot be written; whoever asks for trust must know. */
export function trust(trustDir: string, file: string, contentHash: string, now: Date): void {
  mkdirSync(trustDir, { recursive: true, mode: 0o700 });
  chmodSync(trustDir, 0o700);
  const record = trustRecordOf(trustDir, file);
  const draft = `${record}.${process.pid}.new`;
  const text = `${JSON.stringify({ file: resolve(file), sha256: contentHash, at: now.toISOString() })}\n`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  renameSync(draft, record);
}

/** Throws when the record is there and stays. */
export function untrust(trustDir: string, file: string): "removed" | "was-not-trusted" {
  try {
    rmSync(trustRecordOf(trustDir, file));
    return "removed";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "was-not-trusted";
    throw error;
  }
}

/** Where the trust in a file is kept. */
export function trustRecordOf(trustDir: string, file: string): string {
  return join(trustDir, `${sha256(resolve(file)).slice(0, 32)}.json`);
}

/** A record that others could have written proves nothing. */
function isOurs(path: string, kind: "file" | "folder"): boolean {
  const stats = lstatSync(path);
  const rightKind = kind === "file" ? stats.isFile() : stats.isDirectory();
  return rightKind && stats.uid === (process.getuid?.() ?? stats.uid) && (stats.mode & 0o022) === 0;
}

function isRecord(value: unknown): value is { readonly file: unknown; readonly sha256: unknown } {
  return typeof value === "object" && value !== null && "file" in value && "sha256" in value;
}
