/** `guard log repair`: a damaged database is made anew from the lines beside it. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { readLine } from "../audit/chain.ts";
import { listCopies, readLines } from "../audit/copy-files.ts";
import { openDatabase } from "../audit/database.ts";
import { rebuildDatabase } from "../audit/rebuild.ts";
import { copyOf } from "../audit/store.ts";
import { auditDatabase } from "./audit-place.ts";
import { findSessions } from "./find-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard log repair: a damaged audit.db is made anew from the lines beside it

  guard log repair

Reads audit/permissions*.jsonl, which hold the same records. The damaged file is
kept beside the new one, and a record says what was done. A database that can
be read is left alone. No session may run meanwhile.

exit status: 0 it is as it should be, 1 not, 2 usage or internal error
`;

export async function runLogRepair(args: readonly string[], io: SessionIo): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: "boolean", short: "h" } } });
    if (values.help) {
      io.stdout(HELP);
      return 0;
    }
  } catch (error) {
    return sayUsage(io, "log repair", firstSentence(error));
  }
  if (isInsideSession(io)) return sayNotInside(io, "log");
  if ((await findSessions(io)).length > 0) {
    sayProblem(io, "a session is running, and writes to it: end that first (guard sessions)");
    return 1;
  }
  const file = auditDatabase(io);
  const state = findState(file);
  if (state.kind === "unusable") {
    sayProblem(io, state.reason);
    return 1;
  }
  if (state.kind === "sound") {
    say(
      io,
      `${file} can be read and holds all that the lines do: nothing to repair; guard log verify looks closer`,
    );
    return 0;
  }
  if (lastLine(file) === 0) {
    sayProblem(io, `there are no lines to make it from (${copyOf(file)})`);
    return 1;
  }
  const rebuilt = rebuildDatabase(file, "repair");
  if (rebuilt.kind === "failed") {
    sayProblem(io, `it could not be made anew: ${rebuilt.reason}`);
    return 1;
  }
  const aside = rebuilt.aside === undefined ? "" : `; the damaged one is ${rebuilt.aside}`;
  say(io, `${file} holds ${rebuilt.records} records again${aside}`);
  say(io, "guard log verify tells whether all of them are as guard wrote them");
  return 0;
}

type State =
  | { readonly kind: "sound" | "damaged" }
  /** Nothing is wrong with the file itself: nothing is touched. */
  | { readonly kind: "unusable"; readonly reason: string };

function findState(file: string): State {
  if (!existsSync(file)) return { kind: "damaged" };
  const opened = openDatabase(file, { as: "read", waitMs: WAIT_MS });
  if (opened.kind === "damaged") return opened;
  if (opened.kind === "busy")
    return { kind: "unusable", reason: `${file} is held by another process; try again` };
  if (opened.kind === "failed") return { kind: "unusable", reason: opened.reason };
  try {
    const isSound = opened.database.pragma("quick_check(1)", { simple: true }) === "ok";
    const { last } = opened.database.prepare("SELECT max(seq) AS last FROM record").get() as {
      last: number | null;
    };
    return { kind: isSound && Number(last) >= lastLine(file) ? "sound" : "damaged" };
  } catch {
    return { kind: "damaged" };
  } finally {
    opened.database.close();
  }
}

const WAIT_MS = 2_000;

/** The number of the last record that the lines hold; 0: there is none. */
function lastLine(file: string): number {
  let last = 0;
  for (const part of listCopies(dirname(copyOf(file))))
    for (const { text } of readLines(part)) last = Math.max(last, readLine(text)?.seq ?? 0);
  return last;
}
