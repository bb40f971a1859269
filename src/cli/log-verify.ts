/** `guard log verify`: is the record as guard wrote it? */
import { parseArgs } from "node:util";
import { shortHead } from "../audit/chain.ts";
import type { Finding } from "../history/finding.ts";
import { openHistory } from "../history/open-history.ts";
import { type Verified, verifyHistory } from "../history/verify.ts";
import { parseHead, type ToldHead } from "../history/verify-heads.ts";
import { auditDatabase } from "./audit-place.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
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
  --json        one object: records, first, head, findings

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
  const file = auditDatabase(io);
  const opened = openHistory(file);
  if (opened.kind === "failed") {
    sayProblem(io, opened.reason);
    return 1;
  }
  if (opened.kind === "none") {
    sayProblem(io, `${file} is not there: nothing was recorded yet, or it was removed`);
    return 1;
  }
  const report = await verifyHistory(file, opened.database, told);
  if (values.json) sayJson(io, asJson(report));
  else sayReport(report, told, io);
  return report.findings.length === 0 ? 0 : 1;
}

function asJson({ count, first, head, findings }: Verified) {
  return { records: count, first, head: { seq: head.seq, hash: head.hash.toString("hex") }, findings };
}

/** Of the same harm a few say enough. */
const MOST_SHOWN = 20;

function sayReport(
  { count, first, head, findings }: Verified,
  told: readonly ToldHead[],
  io: SessionIo,
): void {
  if (count === 0 && findings.length === 0) return say(io, "no record yet");
  if (findings.length === 0) {
    const since = first > 1 ? ` (the first is ${first}: retention took the earlier ones away)` : "";
    say(io, `whole: ${count} records${since}, none changed, removed or moved`);
    say(io, `head ${shortHead(head)}${told.length > 0 ? "; the heads that you gave are in it" : ""}`);
    return;
  }
  const only = findings.every(({ kind }) => kind === "unproven");
  const found = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  say(
    io,
    only
      ? `whole, but not proven by what you gave: ${found}`
      : `NOT as guard wrote it: ${found}, ${count} records looked at`,
  );
  for (const finding of findings.slice(0, MOST_SHOWN)) say(io, `  ${wordsOf(finding)}`);
  const more = findings.length - MOST_SHOWN;
  if (more > 0) say(io, `  and ${more} more (--json lists them)`);
  say(io, `head ${shortHead(head)}`);
}

function wordsOf({ kind, text }: Finding): string {
  return `${kind}: ${text}`;
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
