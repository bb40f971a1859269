/** The records of audit.db, from the first to the last: each has its number, its text, and the hash that follows from the one before. */
import { type Head, hashRecord, NO_HEAD } from "../audit/chain.ts";
import type { Database } from "../audit/database.ts";
import { type Finding, MOST_FINDINGS, type Note, rangeOf } from "./finding.ts";
import { parseStored, type StoredEvent } from "./stored-record.ts";

export interface ChainRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly hash: Buffer;
  readonly body: string;
}

export interface ChainReport {
  readonly count: number;
  readonly first: number;
  readonly head: Head;
  /** The last one that retention took, where it fits. */
  readonly before?: Head;
  /** The end of a session that ended last. */
  readonly lastEnd?: Pick<ChainRow, "seq" | "at_ms">;
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
}

/** Less is what a clock is trimmed by. */
const CLOCK_SET_BACK_MS = 1_000;

export function readChain(database: Database): Iterable<ChainRow> {
  return database
    .prepare("SELECT seq, at_ms, hash, body FROM record ORDER BY seq")
    .iterate() as Iterable<ChainRow>;
}

export function verifyChain(rows: Iterable<ChainRow>): ChainReport {
  const findings: Finding[] = [];
  const notes: Note[] = [];
  let first: ChainRow | undefined;
  let before: ChainRow | undefined;
  let retention: StoredEvent | undefined;
  let count = 0;
  let lastEnd: ChainRow | undefined;
  for (const row of rows) {
    count++;
    if (findEvent(row, "session-end") !== undefined) lastEnd = row;
    first ??= row;
    const found = [...verifyGap(row, before), ...verifyRow(row, before), ...notedIn(row)];
    if (findings.length < MOST_FINDINGS) findings.push(...found);
    if (notes.length < MOST_FINDINGS) notes.push(...repairIn(row));
    retention = laterOf(retention, findEvent(row, "retention"));
    before = row;
  }
  const start = first !== undefined && first.seq > 1 ? verifyStart(first, retention) : [];
  findings.push(...start);
  const taken = start.length === 0 && retention !== undefined ? takenBy(retention) : undefined;
  const head = before === undefined ? NO_HEAD : { seq: before.seq, hash: before.hash };
  const more = { ...(taken ? { before: taken } : {}), ...(lastEnd ? { lastEnd } : {}) };
  return { count, first: first?.seq ?? 0, head, findings, notes, ...more };
}

/** Two sessions may take records at the same time: what counts is how far they came. */
function laterOf(one: StoredEvent | undefined, other: StoredEvent | undefined): StoredEvent | undefined {
  if (one === undefined || other === undefined) return other ?? one;
  return (takenBy(other)?.seq ?? 0) >= (takenBy(one)?.seq ?? 0) ? other : one;
}

function takenBy({ details }: StoredEvent): Head | undefined {
  const { last, hash } = details ?? {};
  if (typeof last !== "number" || typeof hash !== "string") return undefined;
  return { seq: last, hash: Buffer.from(hash, "hex") };
}

function verifyGap({ seq }: ChainRow, before: ChainRow | undefined): Finding[] {
  if (before === undefined || seq === before.seq + 1) return [];
  const missing = rangeOf(before.seq + 1, seq - 1);
  return [{ kind: "missing", seq: before.seq + 1, text: `${missing} missing` }];
}

/** What its hash is made with; undefined where the record before is not there. */
function priorOf({ seq }: ChainRow, before: ChainRow | undefined): Buffer | undefined {
  if (before === undefined) return seq === 1 ? NO_HEAD.hash : undefined;
  return seq === before.seq + 1 ? before.hash : undefined;
}

function verifyRow(row: ChainRow, before: ChainRow | undefined): Finding[] {
  const found: Finding[] = [];
  const { seq, body, hash } = row;
  const prior = priorOf(row, before);
  const start = /^\{"seq":(\d+),"timestamp":"([^"]{10,40})"/.exec(body);
  const isWhole = prior === undefined || hashRecord(prior, body).equals(hash);
  if (start === null)
    found.push({ kind: "changed", seq, text: `record ${seq} was changed: it is no record` });
  else if (Number(start[1]) !== seq)
    found.push({ kind: "reordered", seq, text: `record ${seq} was moved: its text is record ${start[1]}'s` });
  else if (!isWhole)
    found.push({ kind: "changed", seq, text: `record ${seq} was changed: its hash does not fit its text` });
  else if (Date.parse(start[2] ?? "") !== row.at_ms)
    found.push({ kind: "changed", seq, text: `record ${seq} was changed: its time is not that of its text` });
  const backMs = (before?.at_ms ?? 0) - row.at_ms;
  if (backMs >= CLOCK_SET_BACK_MS)
    found.push({
      kind: "clock",
      seq,
      text: `the clock was set back by ${Math.round(backMs / 1000)} s before record ${seq}`,
    });
  return found;
}

/** A record without those before it: retention must have said so, with the hash of the last one that it took away. */
function verifyStart(first: ChainRow, retention: StoredEvent | undefined): Finding[] {
  const last = first.seq - 1;
  const taken = retention && takenBy(retention);
  if (taken?.seq !== last)
    return [
      { kind: "missing", seq: 1, text: `${rangeOf(1, last)} missing, and no record of retention says so` },
    ];
  if (hashRecord(taken.hash, first.body).equals(first.hash)) return [];
  return [
    {
      kind: "changed",
      seq: first.seq,
      text: `record ${first.seq} was changed: it does not follow what retention took away`,
    },
  ];
}

function findEvent(row: ChainRow, event: StoredEvent["event"]): StoredEvent | undefined {
  if (!row.body.includes(`"event":"${event}"`)) return undefined;
  const record = parseStored(row.body);
  return record !== undefined && "event" in record && record.event === event ? record : undefined;
}

/** An honest act of the owner; but who reads the record should know that the database is not the one that sessions wrote. */
function repairIn(row: ChainRow): Note[] {
  const repair = findEvent(row, "repair");
  if (repair === undefined) return [];
  const { seq } = row;
  const on = repair.timestamp.slice(0, 10);
  const { aside } = repair.details ?? {};
  const kept = aside === undefined ? "" : `; what was there before is kept as ${String(aside)}`;
  return [{ seq, text: `record ${seq}: the database was made anew from the lines on ${on}${kept}` }];
}

/** What a session saw itself while it wrote. */
function notedIn(row: ChainRow): Finding[] {
  if (!row.body.includes('"rule":"guard.audit-changed"')) return [];
  const record = findEvent(row, "notice");
  const { details } = record ?? {};
  if (record === undefined || details?.["rule"] !== "guard.audit-changed") return [];
  return [
    { kind: "noted", seq: row.seq, text: `session ${record.session} noted: ${String(details["reason"])}` },
  ];
}
