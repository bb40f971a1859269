/**
 * Brings the index up to the last record. Several readers may do it at once: each step is a transaction that begins where the last one ended.
 * When the record that was read last is not there any more as it was (repaired, replaced, removed), all is made anew.
 */
import type { Database, Statement } from "../audit/database.ts";
import { type Entry, entryOf } from "./entry-of.ts";
import { emptyIndex } from "./index-schema.ts";
import { NameBook } from "./names.ts";
import { parseStored } from "./stored-record.ts";
import { type BlockRow, TextBlock } from "./text-block.ts";

/** Others wait for such a step, and it is lost when somebody presses Ctrl-C. */
const STEP = 10_000;

interface AuditRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly hash: Buffer;
  readonly body: string;
}

interface State {
  readonly seq: number;
  readonly hash: Buffer;
}

/** `onNew`: how many records are going to be read, if any. Throws what SQLite says. */
export function updateIndex(audit: Database, index: Database, onNew: (count: number) => void): void {
  const state = stateOf(index);
  const bounds = boundsOf(audit);
  const isKnown = state !== undefined && isStillThere(audit, state);
  if (isKnown && state.seq === bounds.last && !hasRemoved(index, bounds.first)) return;
  onNew(bounds.last - Math.max(bounds.first - 1, isKnown ? state.seq : 0));
  while (step(audit, index) === STEP);
}

/** How many records it took. */
function step(audit: Database, index: Database): number {
  index.exec("BEGIN IMMEDIATE");
  try {
    let state = stateOf(index);
    if (state !== undefined && !isStillThere(audit, state)) {
      emptyIndex(index);
      state = undefined;
    }
    removeBefore(index, boundsOf(audit).first);
    const count = read(audit, index, state?.seq ?? 0);
    index.exec("COMMIT");
    return count;
  } catch (error) {
    if (index.inTransaction) index.exec("ROLLBACK");
    throw error;
  }
}

function read(audit: Database, index: Database, after: number): number {
  const rows = audit
    .prepare("SELECT seq, at_ms, hash, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?")
    .iterate(after, STEP) as Iterable<AuditRow>;
  const writer = new EntryWriter(index);
  let last: AuditRow | undefined;
  let count = 0;
  for (const row of rows) {
    addRow(writer, row);
    last = row;
    count++;
  }
  writer.end();
  if (last !== undefined)
    index.prepare("INSERT OR REPLACE INTO state (one, seq, hash) VALUES (1, ?, ?)").run(last.seq, last.hash);
  return count;
}

/** No date is later. */
const LAST_MS = 8.64e15;

/** No single record keeps the others from being found. */
function addRow(writer: EntryWriter, found: AuditRow): void {
  const row = { ...found, at_ms: Math.min(Math.max(0, found.at_ms), LAST_MS) };
  try {
    writer.add(row, entryOf(parseStored(row.body)));
  } catch (error) {
    if (!isOfRecord(error)) throw error;
    writer.add(row, entryOf(undefined));
  }
}

/** A value that the index cannot hold; all else that SQLite says is about the index. */
function isOfRecord(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return !code.startsWith("SQLITE_") || /^SQLITE_(?:CONSTRAINT_DATATYPE|TOOBIG|MISMATCH)$/.test(code);
}

class EntryWriter {
  readonly #names: NameBook;
  readonly #entry: Statement;
  readonly #program: Statement;
  readonly #block: Statement;
  readonly #start: Statement;
  readonly #startOf: Statement;
  #open: TextBlock | undefined;

  constructor(index: Database) {
    this.#names = new NameBook(index);
    this.#entry =
      index.prepare(`INSERT INTO entry (seq, at_ms, verdict, event, session, decider, rule, person, agent, project, pattern, request,
      latency_us, asked_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#program = index.prepare("INSERT OR IGNORE INTO entry_program (program, seq) VALUES (?, ?)");
    this.#block = index.prepare(`INSERT OR REPLACE INTO texts (first, last, min_ms, max_ms, places, bytes)
      VALUES (@first, @last, @min_ms, @max_ms, @places, @bytes)`);
    this.#start = index.prepare("INSERT OR REPLACE INTO session (name, agent, project) VALUES (?, ?, ?)");
    this.#startOf = index.prepare("SELECT agent, project FROM session WHERE name = ?");
    const row = index.prepare("SELECT * FROM texts ORDER BY first DESC LIMIT 1").get() as
      | BlockRow
      | undefined;
    this.#open = row === undefined ? undefined : TextBlock.from(row);
  }

  add({ seq, at_ms }: AuditRow, entry: Entry): void {
    const names = this.#names;
    const session = names.use("session", entry.session) ?? 0;
    if (entry.starts !== undefined) this.#noteStart(session, entry.starts);
    const started = this.#startedAs(session, entry);
    const agent = names.use("agent", entry.agent) ?? started?.agent ?? null;
    const project = names.use("project", entry.project) ?? started?.project ?? null;
    this.#entry.run(
      seq,
      at_ms,
      entry.verdict,
      names.use("event", entry.event),
      session,
      names.use("decider", entry.decider),
      names.use("rule", entry.rule),
      names.use("person", entry.person),
      agent,
      project,
      names.use("pattern", entry.pattern),
      entry.request,
      entry.latencyUs,
      entry.askedMs,
    );
    for (const program of entry.programs) this.#program.run(names.use("program", program), seq);
    this.#addTexts(seq, at_ms, entry);
  }

  end(): void {
    this.#closeBlock();
    this.#names.writeUses();
  }

  #addTexts(seq: number, atMs: number, { texts }: Entry): void {
    if (this.#open?.hasRoomFor(seq) === false) this.#closeBlock();
    this.#open ??= new TextBlock(seq);
    this.#open.add(seq, atMs, texts);
  }

  #closeBlock(): void {
    if (this.#open !== undefined) this.#block.run(this.#open.toRow());
    this.#open = undefined;
  }

  #noteStart(session: number, { agent, project }: NonNullable<Entry["starts"]>): void {
    this.#start.run(session, this.#names.use("agent", agent), this.#names.use("project", project));
  }

  /** Only records of older versions need it. */
  #startedAs(
    session: number,
    { agent, project }: Entry,
  ): Partial<Record<"agent" | "project", number>> | undefined {
    if (agent !== undefined && project !== undefined) return undefined;
    return this.#startOf.get(session) as Partial<Record<"agent" | "project", number>> | undefined;
  }
}

function stateOf(index: Database): State | undefined {
  return index.prepare("SELECT seq, hash FROM state").get() as State | undefined;
}

function isStillThere(audit: Database, { seq, hash }: State): boolean {
  const row = audit.prepare("SELECT hash FROM record WHERE seq = ?").get(seq) as { hash: Buffer } | undefined;
  return row?.hash.equals(hash) ?? false;
}

/** Two queries: for one with both SQLite would read the whole table. */
export function boundsOf(audit: Database): { readonly first: number; readonly last: number } {
  const first = audit.prepare("SELECT min(seq) FROM record").pluck().get() as number | null;
  const last = audit.prepare("SELECT max(seq) FROM record").pluck().get() as number | null;
  return { first: first ?? 1, last: last ?? 0 };
}

function hasRemoved(index: Database, first: number): boolean {
  const mine = index.prepare("SELECT min(seq) FROM entry").pluck().get() as number | null;
  return mine !== null && mine < first;
}

/** Retention has taken them away. */
function removeBefore(index: Database, first: number): void {
  if (!hasRemoved(index, first)) return;
  index.prepare("DELETE FROM entry WHERE seq < ?").run(first);
  index.prepare("DELETE FROM entry_program WHERE seq < ?").run(first);
  index.prepare("DELETE FROM texts WHERE last < ?").run(first);
}
