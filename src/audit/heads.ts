/** audit/heads.jsonl: where the chain stood when each session ended, and each minute before. A third place that would have to be changed as well. */
import { closeSync, readSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Head } from "./chain.ts";
import { openAuditFile } from "./open-file.ts";

export const HEADS_NAME = "heads.jsonl";

/** It helps to find what is gone; nothing depends on it, so nobody is told that it could not be written. */
export function noteHead(copyFile: string, session: string, { seq, hash }: Head): void {
  const opened = openAuditFile(join(dirname(copyFile), HEADS_NAME));
  if (opened.kind === "failed") return;
  try {
    const timestamp = new Date().toISOString();
    writeSync(opened.fd, `${JSON.stringify({ session, seq, hash: hash.toString("hex"), timestamp })}\n`);
  } catch {
    // A full disk: the session's end is on record or refused, that is what counts.
  } finally {
    closeSync(opened.fd);
  }
}

/** A head each minute takes some 150 bytes: those of the last sessions. */
const TAIL_BYTES = 16 * 1024;

/** The highest number that was told lately; 0 where nothing can be read. */
export function findToldSeq(copyFile: string): number {
  const opened = openAuditFile(join(dirname(copyFile), HEADS_NAME));
  if (opened.kind === "failed") return 0;
  try {
    const bytes = Buffer.alloc(Math.min(TAIL_BYTES, opened.size));
    readSync(opened.fd, bytes, 0, bytes.length, opened.size - bytes.length);
    const told = [...bytes.toString("utf8").matchAll(/"seq":(\d{1,15}),/g)];
    return Math.max(0, ...told.map(([, seq]) => Number(seq)));
  } catch {
    return 0;
  } finally {
    closeSync(opened.fd);
  }
}
