/** What happened, counted: one pass over the index's rows, nothing is read from audit.db. */
import type { Database } from "../audit/database.ts";
import type { Filter } from "./filter.ts";
import { conditionsOf } from "./find-seqs.ts";
import { namesOf } from "./names.ts";

export type GroupBy = "session" | "agent" | "project" | "day";

export interface Tally {
  readonly checks: number;
  readonly allowed: number;
  readonly denied: number;
  /** A person was asked, and answered or let it time out. */
  readonly asked: number;
  readonly askedMs: { readonly sum: number; readonly median: number };
  /** Of what nobody was asked about. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number };
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface Stats {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly sessions: number;
  readonly total: Tally;
  /** Who denied, and who allowed. */
  readonly deniedBy: readonly Count[];
  readonly allowedBy: readonly Count[];
  readonly askedPatterns: readonly Count[];
  readonly deniedRules: readonly Count[];
  readonly people: readonly (Count & { readonly askedMs: number })[];
  /** The largest first; days in their order. */
  readonly groups: readonly (Tally & { readonly name: string })[];
}

/** As the columns below. */
type Row = readonly [
  atMs: number,
  verdict: 0 | 1,
  session: number,
  decider: number | null,
  rule: number | null,
  person: number | null,
  group: number | null,
  pattern: number | null,
  latencyUs: number | null,
  askedMs: number | null,
];

export function countStats(
  index: Database,
  filter: Filter,
  by: GroupBy,
  dayOf: (ms: number) => string,
): Stats | undefined {
  const conditions = conditionsOf(index, { ...filter, events: "without" });
  if (conditions === undefined) return undefined;
  const group = by === "day" ? "null" : by;
  const read = index
    .prepare(
      `SELECT at_ms, verdict, session, decider, rule, person, ${group}, pattern, latency_us, asked_ms FROM entry e WHERE ${conditions.where} ORDER BY seq`,
    )
    .raw();
  const counter = new Counter(by, createDays(dayOf), askerOf(index));
  const { first, last } = conditions;
  for (let from = first; from <= last; from += PAGE)
    for (const row of read.all(from, Math.min(last, from + PAGE - 1)) as Row[]) counter.add(row);
  return counter.end(namesById(index));
}

/** Numbers at once: one row after the other would take twice as long (measured). */
const PAGE = 8_192;

class Counter {
  readonly #by: GroupBy;
  readonly #dayOf: (ms: number) => string;
  readonly #asker: number | undefined;
  readonly #total = new Collected();
  readonly #groups = new Map<number | string | null, Collected>();
  readonly #sessions = new Set<number>();
  readonly #deniedBy = new Tallies();
  readonly #allowedBy = new Tallies();
  readonly #askedPatterns = new Tallies();
  readonly #deniedRules = new Tallies();
  readonly #people = new Tallies();
  readonly #peopleMs = new Tallies();
  #firstMs = Number.MAX_SAFE_INTEGER;
  #lastMs = 0;

  constructor(by: GroupBy, dayOf: (ms: number) => string, asker: number | undefined) {
    this.#by = by;
    this.#dayOf = dayOf;
    this.#asker = asker;
  }

  add(row: Row): void {
    const [atMs, verdict, session, decider, rule, person, group, pattern] = row;
    // The asker went: neither an answer nor a silence, and how long it took says nothing of guard.
    const gaveUp = row[9] !== null && decider === this.#asker;
    const [latencyUs, askedMs] = gaveUp ? [null, null] : [row[8], row[9]];
    this.#firstMs = Math.min(this.#firstMs, atMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    this.#sessions.add(session);
    this.#total.add(verdict, latencyUs, askedMs);
    this.#groupOf(this.#by === "day" ? this.#dayOf(atMs) : group).add(verdict, latencyUs, askedMs);
    (verdict === 1 ? this.#allowedBy : this.#deniedBy).add(decider);
    if (verdict === 0) this.#deniedRules.add(rule);
    if (askedMs === null) return;
    this.#askedPatterns.add(pattern);
    this.#people.add(person);
    this.#peopleMs.add(person, askedMs);
  }

  end(nameOf: (id: number | null) => string): Stats | undefined {
    if (this.#lastMs === 0) return undefined;
    const groups = [...this.#groups].map(([id, one]) => ({
      name: typeof id === "string" ? id : nameOf(id),
      ...one.end(),
    }));
    return {
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      sessions: this.#sessions.size,
      total: this.#total.end(),
      deniedBy: this.#deniedBy.end(nameOf),
      allowedBy: this.#allowedBy.end(nameOf),
      askedPatterns: this.#askedPatterns.end(nameOf),
      deniedRules: this.#deniedRules.end(nameOf),
      people: this.#people
        .end((id) => String(id))
        .map(({ name, count }) => {
          const id = name === "null" ? null : Number(name);
          return { name: nameOf(id), count, askedMs: this.#peopleMs.of(id) };
        }),
      groups: this.#by === "day" ? groups : groups.sort((a, b) => b.checks - a.checks),
    };
  }

  #groupOf(key: number | string | null): Collected {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const made = new Collected();
    this.#groups.set(key, made);
    return made;
  }
}

class Collected {
  #allowed = 0;
  #denied = 0;
  readonly #latenciesUs: number[] = [];
  readonly #askedMs: number[] = [];

  add(verdict: 0 | 1, latencyUs: number | null, askedMs: number | null): void {
    if (verdict === 1) this.#allowed++;
    else this.#denied++;
    if (askedMs !== null) this.#askedMs.push(askedMs);
    else if (latencyUs !== null) this.#latenciesUs.push(latencyUs);
  }

  end(): Tally {
    const latencies = Float64Array.from(this.#latenciesUs).sort();
    const asked = Float64Array.from(this.#askedMs).sort();
    const ms = (share: number) => at(latencies, share) / 1_000;
    return {
      checks: this.#allowed + this.#denied,
      allowed: this.#allowed,
      denied: this.#denied,
      asked: asked.length,
      askedMs: { sum: asked.reduce((sum, one) => sum + one, 0), median: at(asked, 0.5) },
      latencyMs: { p50: ms(0.5), p95: ms(0.95), p99: ms(0.99) },
    };
  }
}

/** The smallest that is not less than this share of all. */
function at(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

class Tallies {
  readonly #counts = new Map<number | null, number>();

  add(id: number | null, count = 1): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + count);
  }

  of(id: number | null): number {
    return this.#counts.get(id) ?? 0;
  }

  end(nameOf: (id: number | null) => string): Count[] {
    return [...this.#counts]
      .map(([id, count]) => ({ name: nameOf(id), count }))
      .sort((a, b) => b.count - a.count);
  }
}

function askerOf(index: Database): number | undefined {
  return namesOf(index, "decider").find(({ text }) => text === "asker")?.id;
}

/** Older records do not say it. */
const UNKNOWN = "unknown";

function namesById(index: Database): (id: number | null) => string {
  const find = index.prepare("SELECT text FROM name WHERE id = ?").pluck();
  return (id) => (id === null ? undefined : (find.get(id) as string | undefined)) || UNKNOWN;
}

/** Most records are of the same hour as the one before. */
function createDays(dayOf: (ms: number) => string): (ms: number) => string {
  const known = new Map<number, string>();
  return (ms) => {
    // Time zones differ by quarters of an hour.
    const quarter = Math.floor(ms / 900_000);
    let day = known.get(quarter);
    if (day === undefined) {
      day = dayOf(ms);
      known.set(quarter, day);
    }
    return day;
  };
}
