/** What happened, counted: one pass over the index's rows, nothing is read from audit.db. */
import type { Database } from "../audit/database.ts";
import type { Decider } from "../audit/record.ts";
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
  /** Of these: nobody answered in time. */
  readonly timedOut: number;
  /** How long the others waited for their answers. */
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
  const counter = new Counter(by, createDays(dayOf), decidersOf(index));
  const { first, last } = conditions;
  for (let from = first; from <= last; from += PAGE)
    for (const row of read.all(from, Math.min(last, from + PAGE - 1)) as Row[]) counter.add(row);
  return counter.end(namesById(index));
}

/** Numbers at once: one row after the other would take twice as long (measured). */
const PAGE = 8_192;

/** By number; undefined where there is none. */
interface Deciders {
  readonly person: number | undefined;
  readonly timeout: number | undefined;
}

/** `ended`: neither an answer nor a silence. Its asker went, its session ended, or another mode ruled. */
type Asked = "no" | "answered" | "timed-out" | "ended";

function howAsked(row: Row, { person, timeout }: Deciders): Asked {
  if (row[9] === null) return "no";
  if (row[3] === person) return "answered";
  return row[3] === timeout ? "timed-out" : "ended";
}

class Counter {
  readonly #by: GroupBy;
  readonly #dayOf: (ms: number) => string;
  readonly #deciders: Deciders;
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

  constructor(by: GroupBy, dayOf: (ms: number) => string, deciders: Deciders) {
    this.#by = by;
    this.#dayOf = dayOf;
    this.#deciders = deciders;
  }

  add(row: Row): void {
    const [atMs, verdict, session, decider, rule, person, group, pattern] = row;
    const asked = howAsked(row, this.#deciders);
    // It ended otherwise: how long that took says nothing of guard.
    const time = asked === "no" ? row[8] : asked === "answered" ? row[9] : null;
    this.#firstMs = Math.min(this.#firstMs, atMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    this.#sessions.add(session);
    this.#total.add(verdict, asked, time);
    this.#groupOf(this.#by === "day" ? this.#dayOf(atMs) : group).add(verdict, asked, time);
    (verdict === 1 ? this.#allowedBy : this.#deniedBy).add(decider);
    if (verdict === 0) this.#deniedRules.add(rule);
    if (asked === "answered" || asked === "timed-out") this.#askedPatterns.add(pattern);
    if (asked !== "answered") return;
    this.#people.add(person);
    this.#peopleMs.add(person, row[9] ?? 0);
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
  #timedOut = 0;

  /** `time`: how long it waited for its answer, in ms; where nobody was asked, the check's own, in µs. */
  add(verdict: 0 | 1, asked: Asked, time: number | null): void {
    if (verdict === 1) this.#allowed++;
    else this.#denied++;
    if (asked === "timed-out") this.#timedOut++;
    if (time !== null) (asked === "no" ? this.#latenciesUs : this.#askedMs).push(time);
  }

  end(): Tally {
    const latencies = Float64Array.from(this.#latenciesUs).sort();
    const asked = Float64Array.from(this.#askedMs).sort();
    const ms = (share: number) => at(latencies, share) / 1_000;
    return {
      checks: this.#allowed + this.#denied,
      allowed: this.#allowed,
      denied: this.#denied,
      asked: asked.length + this.#timedOut,
      timedOut: this.#timedOut,
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

function decidersOf(index: Database): Deciders {
  const names = namesOf(index, "decider");
  const idOf = (name: Decider) => names.find(({ text }) => text === name)?.id;
  return { person: idOf("person"), timeout: idOf("timeout") };
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
