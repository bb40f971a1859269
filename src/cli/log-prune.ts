/** `guard log prune`: old records are taken away, and a record says so. */
import { parseArgs } from "node:util";
import { closeQuietly } from "../audit/database.ts";
import { pruneRecords } from "../audit/prune.ts";
import { countOlder, type Older } from "../history/count-older.ts";
import { openHistory, readFailure } from "../history/open-history.ts";
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

  guard log prune --keep DAYS [--yes]

A record says which ones were taken, with the hash that the next one follows, so
guard log verify still finds whatever else is missing. Lines are never taken out
of audit/permissions.jsonl: a rotated file goes when all of its records have.
audit_keep_days in your policy file, or your organisation's, does the same at
each session's start.

What would take more than half of the records is asked about first, on a
terminal; --yes answers that before, and is needed where nobody can be asked.

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
  const file = auditDatabase(io);
  const wrong = await findHindrance(file, beforeMs, values.yes ? "meant" : "to be asked", io);
  if (wrong !== undefined) {
    sayProblem(io, wrong);
    return 1;
  }
  const pruned = pruneRecords({ file, session: "prune", beforeMs });
  if (pruned.kind === "failed") {
    sayProblem(io, pruned.reason);
    return 1;
  }
  const words = pruned.records === 0 ? "no record is older" : `${pruned.records} records taken away`;
  say(io, `${words}; what is newer than ${new Date(beforeMs).toISOString().slice(0, 16)}Z stays`);
  return 0;
}

/** Why nothing is taken, or undefined: go on. */
async function findHindrance(
  file: string,
  beforeMs: number,
  many: "meant" | "to be asked",
  io: SessionIo,
): Promise<string | undefined> {
  const opened = openHistory(file);
  // Else an empty record would be made.
  if (opened.kind === "none") return `nothing is recorded yet in ${file}`;
  if (opened.kind === "failed") return opened.reason;
  let older: Older;
  try {
    older = countOlder(opened.database, beforeMs);
  } catch (error) {
    return readFailure(file, error).reason;
  } finally {
    closeQuietly(opened.database);
  }
  const { records, all } = older;
  if (records * 2 <= all || many === "meant") return undefined;
  const what = `this takes ${records} of ${all} records out of the database for good (their lines stay until their file goes)`;
  if (io.ask === undefined) return `${what}; --yes says that you mean it`;
  const answer = await io.ask(`guard: ${what}. Type ${records} or yes to go on: `);
  return answer === String(records) || answer === "yes" ? undefined : "nothing was taken away";
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      keep: { type: "string" },
      yes: { type: "boolean", short: "y" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
