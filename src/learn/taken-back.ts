/**
 * Answers that do not stand any more. An answer for always counts as such from the beginning: while its rule is there, nothing is asked; and where
 * it is gone, somebody took it back, by guard or by hand.
 */
import type { Database } from "../audit/database.ts";
import { isVerdict, parseStored, type StoredEvent, type StoredVerdict } from "../history/stored-record.ts";
import { type RemovedRules, removedBy } from "./removed-rules.ts";

export interface TakenBack {
  /** Oldest first. */
  readonly rules: readonly RemovedRules[];
  /** `line`: as it is shown. */
  has(record: StoredVerdict, line: string): boolean;
}

export const NOTHING_TAKEN_BACK: TakenBack = { rules: [], has: () => false };

export function readTakenBack(database: Database): TakenBack {
  const checks = new Set<string>();
  /** Up to which record; lines of a session, or of all of them. */
  const lines = new Map<string, number>();
  const rules: RemovedRules[] = [];
  for (const event of eventsOf(database)) {
    const removed = removedBy(event);
    if (removed !== undefined) rules.push(removed);
    const found = whatOf(event);
    if (found === undefined) continue;
    if (event.request_id !== undefined) checks.add(event.request_id);
    if (found.line !== undefined) lines.set(keyOf(found.where, found.line), event.seq);
  }
  const isBefore = (seq: number, key: string): boolean => seq < (lines.get(key) ?? 0);
  return {
    rules,
    has: ({ request_id, session, seq }, line) =>
      checks.has(request_id) || isBefore(seq, keyOf(session, line)) || isBefore(seq, keyOf(ANYWHERE, line)),
  };
}

const ANYWHERE = "";

function keyOf(where: string, line: string): string {
  return JSON.stringify([where, line]);
}

interface Found {
  readonly where: string;
  readonly line?: string;
}

/** Identical questions are one: others than the check that is named may have got the same answer, so its line counts in that session too. */
function whatOf({ event, session, details = {} }: StoredEvent): Found | undefined {
  const { decision, says, action, line } = details;
  const told = typeof line === "string" ? { line } : {};
  if (event === "answered") return decision === "always" ? { where: session } : undefined;
  if (event === "revoked") return says === "deny" ? undefined : { where: session, ...told };
  return action === "answer forgotten" ? { where: ANYWHERE, ...told } : undefined;
}

function* eventsOf(database: Database): Generator<StoredEvent> {
  const rows = database
    .prepare(
      `SELECT body FROM record WHERE body LIKE '%"event":"revoked"%' OR body LIKE '%"event":"policy-changed"%'
       OR (body LIKE '%"event":"answered"%' AND body LIKE '%"decision":"always"%') ORDER BY seq`,
    )
    .iterate() as Iterable<{ readonly body: string }>;
  for (const { body } of rows) {
    const record = parseStored(body);
    if (record !== undefined && !isVerdict(record)) yield record;
  }
}
