/**
 * Numbers of the records that fit, newest or oldest first, one after the other. Begins with what is rarest; without anything rare all rows are
 * looked through in their order, which ends as soon as enough are found.
 */
import type { Database } from "../audit/database.ts";
import { type Filter, type NameFilter, nameFilters } from "./filter.ts";
import { mergeSorted } from "./merge-sorted.ts";
import { namesOf } from "./names.ts";
import { findTexts, foldText, recordsWith } from "./text-block.ts";

export type Order = "newest" | "oldest";

interface Conditions {
  readonly names: readonly NameFilter[];
  /** Of whole numbers and columns; never of text from outside. */
  readonly sql: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** From so many of all records on, their own order is quicker than an index. */
const COMMON_SHARE = 1 / 12;

export function* findSeqs(index: Database, filter: Filter, order: Order): Generator<number> {
  const names = nameFilters(index, filter);
  const bounds = findBounds(index, filter);
  if (names === undefined || bounds === undefined) return;
  const conditions = { names, sql: plainConditions(index, filter), ...bounds };
  if (filter.text === undefined || filter.text === "") yield* findByColumns(index, conditions, order);
  else yield* findByText(index, foldText(filter.text), conditions, order);
}

/** For who reads all rows that fit; `?` of `where` are the two bounds. Undefined: no record can fit. `text` is not looked at. */
export function conditionsOf(
  index: Database,
  filter: Filter,
): { readonly where: string; readonly first: number; readonly last: number } | undefined {
  const names = nameFilters(index, filter);
  const bounds = findBounds(index, filter);
  if (names === undefined || bounds === undefined) return undefined;
  const where = ["seq BETWEEN ? AND ?", ...plainConditions(index, filter), ...names.map(conditionOf)].join(
    " AND ",
  );
  return { where, ...bounds };
}

/** Records are in the order of their writing; blocks know from when to when: the clock may have been set back. */
function findBounds(index: Database, filter: Filter): { first: number; last: number } | undefined {
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER, afterSeq = 0 } = filter;
  const row = index
    .prepare("SELECT min(first) AS first, max(last) AS last FROM texts WHERE max_ms >= ? AND min_ms <= ?")
    .get(Math.floor(sinceMs), Math.ceil(untilMs)) as { first: number | null; last: number | null };
  if (row.first === null || row.last === null) return undefined;
  return { first: Math.max(row.first, afterSeq + 1), last: row.last };
}

function plainConditions(
  index: Database,
  { verdict, events, sinceMs, untilMs, notDecider }: Filter,
): string[] {
  return [
    ...(verdict === undefined ? [] : [`verdict = ${verdict === "allow" ? 1 : 0}`]),
    ...(verdict === undefined && events !== "with" ? ["verdict IS NOT NULL"] : []),
    ...(sinceMs === undefined ? [] : [`at_ms >= ${Math.floor(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [`at_ms <= ${Math.ceil(untilMs)}`]),
    ...(notDecider === undefined ? [] : [notDecidedBy(index, notDecider)]),
  ];
}

function notDecidedBy(index: Database, deciders: readonly string[]): string {
  const ids = namesOf(index, "decider").filter(({ text }) => deciders.includes(text));
  return `(e.decider IS NULL OR +e.decider NOT IN (${ids.map(({ id }) => id).join(",")}))`;
}

function findByColumns(index: Database, conditions: Conditions, order: Order): Iterable<number> {
  const direction = order === "newest" ? "DESC" : "ASC";
  const { first, last } = conditions;
  const walks = selects(index, conditions).map((sql) => {
    const rows = index.prepare(`${sql} ORDER BY seq ${direction}`).pluck().iterate(first, last);
    return rows as IterableIterator<number>;
  });
  const [only, ...more] = walks;
  return only !== undefined && more.length === 0 ? only : mergeSorted(walks, order);
}

/** One for each value that an index is walked by: only then its order is that of the records, and a walk may end early. Nothing is in two of them. */
function selects(index: Database, { names, sql }: Conditions): string[] {
  const rare = rarest(index, names);
  const others = names.filter((one) => one !== rare).map(conditionOf);
  const where = ["seq BETWEEN ? AND ?", ...sql, ...others].join(" AND ");
  if (rare === undefined) return [`SELECT seq FROM entry e WHERE ${where}`];
  if (rare.column === "program")
    return rare.ids.map((id) => {
      const bounded = where.replace("seq BETWEEN", "p.seq BETWEEN");
      return `SELECT p.seq AS seq FROM entry_program p CROSS JOIN entry e ON e.seq = p.seq WHERE p.program = ${id} AND ${bounded}`;
    });
  const { column, ids } = rare;
  const from = `SELECT seq FROM entry e INDEXED BY entry_${column} WHERE ${where} AND ${column}`;
  return ids.length <= MOST_WALKS ? ids.map((id) => `${from} = ${id}`) : [`${from} IN (${ids.join(",")})`];
}

/** More are sorted by SQLite. */
const MOST_WALKS = 64;

/** `+`: not by its index. */
function conditionOf({ column, ids }: NameFilter): string {
  return column === "program"
    ? `EXISTS (SELECT 1 FROM entry_program p WHERE p.program ${oneOf(ids)} AND p.seq = e.seq)`
    : `+e.${column} ${oneOf(ids)}`;
}

function oneOf(ids: readonly number[]): string {
  return ids.length === 1 ? `= ${ids[0]}` : `IN (${ids.join(",")})`;
}

function rarest(index: Database, names: readonly NameFilter[]): NameFilter | undefined {
  const [rare] = names.toSorted((a, b) => a.uses - b.uses);
  if (rare === undefined) return undefined;
  const last = index.prepare("SELECT max(seq) FROM entry").pluck().get() as number | null;
  return rare.uses < (last ?? 0) * COMMON_SHARE ? rare : undefined;
}

interface Block {
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** Block by block; the other conditions are asked first where there are any, for then most blocks need not be read. */
function* findByText(index: Database, text: string, conditions: Conditions, order: Order): Generator<number> {
  const direction = order === "newest" ? "DESC" : "ASC";
  const wanted = Buffer.from(text, "utf8");
  const { first, last, names } = conditions;
  const others = selects(index, conditions).map((sql) => index.prepare(sql).pluck());
  const fittingIn = (from: number, to: number) => others.flatMap((one) => one.all(from, to) as number[]);
  const bytesOf = index.prepare("SELECT bytes FROM texts WHERE first = ?").pluck();
  const placesOf = index.prepare("SELECT places FROM texts WHERE first = ?").pluck();
  const blocks = index
    .prepare(`SELECT first, last FROM texts WHERE last >= ? AND first <= ? ORDER BY first ${direction}`)
    .all(first, last) as Block[];
  for (const block of blocks) {
    const from = Math.max(first, block.first);
    const to = Math.min(last, block.last);
    const early = names.length === 0 ? undefined : fittingIn(from, to);
    if (early?.length === 0) continue;
    const texts = findTexts(bytesOf.get(block.first) as Buffer, wanted);
    if (texts.size === 0) continue;
    const found = recordsWith(texts, block.first, placesOf.get(block.first) as Buffer);
    const fitting = new Set(early ?? fittingIn(from, to));
    const both = found.filter((seq) => fitting.has(seq));
    yield* order === "newest" ? both.reverse() : both;
  }
}
