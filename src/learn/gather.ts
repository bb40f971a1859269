/** Goes through the record once, oldest first, and keeps each different check. A million records are never in memory at once. */
import type { Database } from "../audit/database.ts";
import type { Ruling } from "../core/ruling.ts";
import { type Range, readRecords } from "../history/read-records.ts";
import { readRefusals } from "../history/read-refusals.ts";
import { readStarts } from "../history/session-starts.ts";
import { isVerdict, type StoredVerdict } from "../history/stored-record.ts";
import { findProject } from "../policy/find.ts";
import { readCheck } from "./recorded-check.ts";
import { type Gathered, isRefusal, type LeftOut, type Outcomes, outcomeOf, type Seen } from "./seen.ts";
import { NOTHING_TAKEN_BACK, readTakenBack, type TakenBack } from "./taken-back.ts";

export interface GatherOptions {
  readonly range: Range;
  /** Only sessions whose names begin so. */
  readonly session?: string;
  /** Also what people refused before the range, at any time. */
  readonly refusals?: "all";
  /** Which yes-answers stand: without those that were taken back at any time. */
  readonly answers?: "that stand";
  readonly most?: number;
}

interface Counted extends Omit<Seen, "count" | "firstMs" | "lastMs" | "refused" | "standing"> {
  standing: number;
  count: number;
  firstMs: number;
  lastMs: number;
  refused: Seen["refused"];
  readonly outcomes: Record<keyof Outcomes, number>;
  readonly rulings: Map<Ruling, number>;
}

/** About 1 KB each. */
const MOST_KEPT = 200_000;

export function gather(database: Database, options: GatherOptions): Gathered {
  const { range, session = "", refusals, answers, most = MOST_KEPT } = options;
  const takenBack = answers === "that stand" ? readTakenBack(database) : NOTHING_TAKEN_BACK;
  const placeOf = createPlaces(database);
  const seen = new Map<string, Counted>();
  const sessions = new Set<string>();
  const unusable = new Map<LeftOut, number>();
  let records = 0;
  const find = (record: StoredVerdict): Counted | undefined => {
    const check = readCheck(record);
    if (typeof check === "string") return leaveOut(unusable, check);
    const place = placeOf(record, check.cwd);
    const { ruling: _, line: __, ...kept } = check;
    const key = JSON.stringify([kept, place]);
    const known = seen.get(key);
    if (known !== undefined || seen.size >= most) return known ?? leaveOut(unusable, TOO_MANY);
    const counted = { ...check, ...place, ...newCounts() };
    seen.set(key, counted);
    return counted;
  };
  // Sessions and counts are those of the range: an old refusal is only a mark.
  if (refusals === "all")
    for (const record of readRefusals(database, range.sinceMs ?? 0)) mark(find(record), record);
  unusable.clear();
  for (const record of readRecords(database, range)) {
    if (!isVerdict(record) || !String(record.session).startsWith(session)) continue;
    records++;
    sessions.add(record.session);
    const counted = find(record);
    mark(counted, record);
    count(counted, record, takenBack);
  }
  const removed = takenBack.rules;
  return { seen: [...seen.values()], records, sessions: sessions.size, unusable, removed };
}

const TOO_MANY: LeftOut = "more different commands than are kept: a later --since helps";

function leaveOut(unusable: Map<LeftOut, number>, why: LeftOut): undefined {
  unusable.set(why, (unusable.get(why) ?? 0) + 1);
}

function newCounts(): Pick<
  Counted,
  "count" | "firstMs" | "lastMs" | "outcomes" | "refused" | "rulings" | "standing"
> {
  return {
    count: 0,
    standing: 0,
    firstMs: 0,
    lastMs: 0,
    outcomes: { yes: 0, no: 0, silent: 0, part: 0, ran: 0, stopped: 0 },
    refused: "no",
    rulings: new Map(),
  };
}

function mark(counted: Counted | undefined, record: StoredVerdict): void {
  if (counted && isRefusal(record)) counted.refused = "yes";
}

function count(counted: Counted | undefined, record: StoredVerdict, takenBack: TakenBack): void {
  if (counted === undefined) return;
  const atMs = Date.parse(record.timestamp) || 0;
  counted.count++;
  counted.firstMs ||= atMs;
  counted.lastMs = atMs;
  const outcome = outcomeOf(record);
  counted.outcomes[outcome]++;
  if (outcome === "yes" && !takenBack.has(record, counted.line)) counted.standing++;
  counted.rulings.set(record.ruling, (counted.rulings.get(record.ruling) ?? 0) + 1);
}

/** The project and the tier of a record's session: as the record says, else as the session began, else by its folder. */
function createPlaces(database: Database) {
  const starts = readStarts(database);
  const roots = new Map<string, string>();
  const rootOf = (folder: string): string => {
    const root = roots.get(folder) ?? findProject(folder).root;
    roots.set(folder, root);
    return root;
  };
  return (record: StoredVerdict, cwd: string): Pick<Seen, "project" | "gate"> => {
    const details = starts.get(record.session)?.details;
    const told = "project" in record ? record.project : undefined;
    const began = details?.["cwd"];
    const project = typeof told === "string" ? told : rootOf(typeof began === "string" ? began : cwd);
    const tier = details?.["tier"];
    const gate = typeof tier === "string" ? tier.startsWith("gate") : record.layer === "gate";
    return { project, gate: gate ? "on" : "off" };
  };
}
