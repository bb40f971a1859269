/** The audit file is read from where it ended, and only lines of the session are looked at. */
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markAudit, readRecords } from "../../src/doctor/session-records.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "records-"));
  file = join(folder, "permissions.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (session: string, reason: string) =>
  `${JSON.stringify({ session, verdict: "deny", layer: "gate", reason })}\n`;
const reasons = (since: ReturnType<typeof markAudit>) =>
  readRecords(file, since, "aaaaaaaa").map(({ reason }) => reason);

test("what was there before is not read", () => {
  writeFileSync(file, line("aaaaaaaa", "old"));
  const since = markAudit(file);
  appendFileSync(file, line("aaaaaaaa", "new") + line("bbbbbbbb", "of another session"));
  expect(reasons(since)).toEqual(["new"]);
});

test("a file that was moved away is read as a whole", () => {
  writeFileSync(file, line("aaaaaaaa", "old"));
  const since = markAudit(file);
  renameSync(file, `${file}.1`);
  writeFileSync(file, line("aaaaaaaa", "in the new file"));
  expect(reasons(since)).toEqual(["in the new file"]);
});

test("a file that was not there yet", () => {
  const since = markAudit(file);
  writeFileSync(file, line("aaaaaaaa", "first"));
  expect(reasons(since)).toEqual(["first"]);
});

test("half a line, and a line of something else, are left out", () => {
  const since = markAudit(file);
  writeFileSync(
    file,
    `${line("aaaaaaaa", "whole")}{"session":"aaaaaaaa"\n["aaaaaaaa"]\n{"session":"aaaaaaaa","layer":7}\n`,
  );
  expect(reasons(since)).toEqual(["whole"]);
});

test("no file: no records", () => expect(reasons(markAudit(file))).toEqual([]));
