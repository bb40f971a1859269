/** How sessions began, all of them: records of a later time refer to that. Quotes in a text are escaped, so no command reads like an event. */
import type { Database } from "../audit/database.ts";
import { isVerdict, parseStored, type StoredEvent } from "./stored-record.ts";

/** By the session's name. */
export function readStarts(database: Database): ReadonlyMap<string, StoredEvent> {
  const rows = database
    .prepare(`SELECT body FROM record WHERE body LIKE '%"event":"session-start"%' ORDER BY seq`)
    .iterate() as Iterable<{ readonly body: string }>;
  const starts = new Map<string, StoredEvent>();
  for (const { body } of rows) {
    const record = parseStored(body);
    if (record !== undefined && !isVerdict(record) && record.event === "session-start")
      starts.set(record.session, record);
  }
  return starts;
}
