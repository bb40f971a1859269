/** The record of this user, opened for reading; what a person should know of it is said. */
import { dirname, join } from "node:path";
import { History } from "../history/history.ts";
import { isFromSqlite, readFailure } from "../history/open-history.ts";
import { placesFor } from "../policy/find.ts";
import { isInsideSession, type SessionIo, sayNotInside, sayProblem } from "./session-io.ts";

/** From so many on it takes a while. */
const MANY = 20_000;

export function auditFileOf({ env }: SessionIo): string {
  return join(dirname(placesFor("/", env).trustDir), "audit.db");
}

export type OpenedLog =
  | { readonly kind: "open"; readonly history: History }
  | { readonly kind: "none"; readonly file: string }
  /** It was said; this is the exit status. */
  | { readonly kind: "failed"; readonly status: 1 | 2 };

export function openLog(io: SessionIo, command: string): OpenedLog {
  if (isInsideSession(io)) return { kind: "failed", status: sayNotInside(io, command) };
  const file = auditFileOf(io);
  const opened = History.open({
    file,
    onNew: (count) => {
      if (count > MANY && process.stderr.isTTY)
        io.stderr(`guard: reading ${count.toLocaleString("en")} new records\n`);
    },
    onNotKept: (reason) => sayProblem(io, `the index is made for this once: ${reason}`),
  });
  if (opened.kind === "none") return { kind: "none", file };
  if (opened.kind === "open") return opened;
  sayProblem(io, opened.reason);
  return { kind: "failed", status: 2 };
}

export function sayNothingYet(io: SessionIo, file: string): 1 {
  sayProblem(io, `nothing is recorded yet in ${file}; guard run -- AGENT begins it`);
  return 1;
}

/** A database may turn out to be damaged anywhere in it, long after it was opened: that is said like all that is wrong with it. */
export async function whileReading(io: SessionIo, read: () => number | Promise<number>): Promise<number> {
  try {
    return await read();
  } catch (error) {
    if (!isFromSqlite(error)) throw error;
    sayProblem(io, readFailure(auditFileOf(io), error).reason);
    return 2;
  }
}
