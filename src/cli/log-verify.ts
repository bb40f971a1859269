/** `guard log verify`: is the record as guard wrote it? */
import { parseArgs } from "node:util";
import { NO_HEAD } from "../audit/chain.ts";
import { closeQuietly } from "../audit/database.ts";
import type { Finding } from "../history/finding.ts";
import { indexOf, removeIndex } from "../history/index-file.ts";
import { isFromSqlite, type OpenFailure, openHistory, readFailure } from "../history/open-history.ts";
import { type Verified, verifyHistory } from "../history/verify.ts";
import { parseHead, type ToldHead } from "../history/verify-heads.ts";
import { auditDatabase } from "./audit-place.ts";
import { sayReport, wordsOf } from "./say-verified.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayJson,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard log verify: is the record as guard wrote it?

  guard log verify [--head HEAD]… [--json]

Each record's hash covers its text and the hash before it; the same records
stand in audit/permissions.jsonl; and each session's end is kept in
audit/heads.jsonl. What was changed, removed, moved, cut off or replaced is
named, and so is a clock that was set back.

  --head HEAD   a head that you kept: the end line of guard run and
                guard console show it, as 1042:9f3a6c0b1d2e4f58. Who could
                write all three places could make a new record from the start;
                a head that he cannot reach tells that too.
  --json        one object: records, first, head, findings, notes (what was
                done openly: a database that guard log repair made anew)

  guard log verify
  guard log verify --head 1042:9f3a6c0b1d2e4f58

exit status: 0 whole, 1 something was found, or there is no record,
2 usage or internal error
`;

export async function runLogVerify(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "log verify", firstSentence(error));
  }
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  const told: ToldHead[] = [];
  for (const text of values.head ?? []) {
    const head = parseHead(text);
    if (head === undefined)
      return sayUsage(io, "log verify", `${text} is no head such as 1042:9f3a6c0b1d2e4f58`);
    told.push(head);
  }
  if (isInsideSession(io)) return sayNotInside(io, "log");
  return sayChecked(await check(auditDatabase(io), told), told, values.json ? "json" : "text", io);
}

type Checked =
  | { readonly kind: "none"; readonly file: string }
  | OpenFailure
  | { readonly kind: "verified"; readonly report: Verified };

async function check(file: string, told: readonly ToldHead[]): Promise<Checked> {
  const opened = openHistory(file);
  if (opened.kind === "none") return { kind: "none", file };
  if (opened.kind === "failed") return opened;
  forgetIndex(file);
  try {
    return { kind: "verified", report: await verifyHistory(file, opened.database, told) };
  } catch (error) {
    if (!isFromSqlite(error)) throw error;
    return readFailure(file, error);
  } finally {
    closeQuietly(opened.database);
  }
}

/** What guard log finds next is found by what was verified: the index is no proof, and who edits it hides records from a reader. */
function forgetIndex(file: string): void {
  try {
    removeIndex(indexOf(file));
  } catch {
    // On a disk that is read-only; readers make theirs elsewhere, or say that they cannot.
  }
}

function sayChecked(
  checked: Checked,
  told: readonly ToldHead[],
  output: "json" | "text",
  io: SessionIo,
): 0 | 1 {
  switch (checked.kind) {
    case "none":
      sayProblem(io, `nothing was recorded yet: ${checked.file} is not there, nor are lines beside it`);
      return 1;
    case "failed":
      if (output === "json" && checked.why !== "unusable") sayJson(io, asJson(nothingBut(checked)));
      else sayProblem(io, checked.why === "unusable" ? checked.reason : wordsOf(findingOf(checked)));
      return 1;
    case "verified":
      if (output === "json") sayJson(io, asJson(checked.report));
      else sayReport(checked.report, told, io);
      return checked.report.findings.length === 0 ? 0 : 1;
  }
}

function findingOf({ why, reason }: OpenFailure): Finding {
  return { kind: why === "gone" ? "missing" : "damaged", text: reason };
}

function nothingBut(failure: OpenFailure): Verified {
  return { count: 0, first: 0, head: NO_HEAD, findings: [findingOf(failure)], notes: [] };
}

function asJson({ count, first, head, findings, notes }: Verified) {
  const { seq, hash } = head;
  return { records: count, first, head: { seq, hash: hash.toString("hex") }, findings, notes };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      head: { type: "string", multiple: true },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
