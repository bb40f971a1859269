/** audit/heads.jsonl: where the chain stood when each session ended, and each minute before. A third place that would have to be changed as well. */
import { closeSync, writeSync } from "node:fs";
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
