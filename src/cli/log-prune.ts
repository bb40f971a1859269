/** `guard log prune`: old records are taken away, and a record says so. */
import { parseArgs } from "node:util";
import { pruneRecords } from "../audit/prune.ts";
import { auditDatabase } from "./audit-place.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard log prune: takes old records away; the chain stays checkable

  guard log prune --keep DAYS

A record says which ones were taken, with the hash that the next one follows, so
guard log verify still finds whatever else is missing. Rotated files of
audit/permissions.jsonl whose records are all gone are removed too.
audit_keep_days in your policy file, or your organisation's, does the same at
each session's start.

  guard log prune --keep 90

exit status: 0 done, 1 not, 2 usage or internal error
`;

const DAY_MS = 24 * 60 * 60 * 1000;

export async function runLogPrune(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "log prune", firstSentence(error));
  }
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  if (!/^\d{1,5}$/.test(values.keep ?? ""))
    return sayUsage(io, "log prune", "--keep DAYS is needed, a number");
  if (isInsideSession(io)) return sayNotInside(io, "log");
  const beforeMs = io.nowMs() - Number(values.keep) * DAY_MS;
  const pruned = pruneRecords({ file: auditDatabase(io), session: "prune", beforeMs });
  if (pruned.kind === "failed") {
    sayProblem(io, pruned.reason);
    return 1;
  }
  const words = pruned.records === 0 ? "no record is older" : `${pruned.records} records taken away`;
  say(io, `${words}; what is newer than ${new Date(beforeMs).toISOString().slice(0, 16)}Z stays`);
  return 0;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { keep: { type: "string" }, help: { type: "boolean", short: "h" } },
  }).values;
}
