/**
 * Which rules would have answered what people were asked again and again. Evidence is what people answered, and nothing else: their yes makes
 * a rule worth trying, one no to anything that it would allow ends it. Each is made as the approval card makes it (the ladder), and tried
 * by the engine of today on all that is recorded of the project. Nothing is written here.
 */
import { sha256 } from "../core/sha256.ts";
import type { Unallowed } from "./asked-part.ts";
import { type Candidate, indexParts, type PartIndex } from "./candidate.ts";
import { createEngines, type EnginePorts, type OpenFor } from "./engines.ts";
import { isAgainst, isAnswered, isSource, leavesOutputOpen, yesOf } from "./evidence.ts";
import { makeCandidates } from "./make-candidates.ts";
import { mostSaving, orderSuggestions } from "./order-suggestions.ts";
import { canSaveInProject } from "./project-takes.ts";
import { judgeStanding } from "./removed-rules.ts";
import type { Gathered, Seen } from "./seen.ts";
import { isSeenIn, partsOf } from "./seen-in-line.ts";
import type { Suggestion } from "./suggestion.ts";
import { alsoOf, savesOf } from "./tried-rows.ts";
import { allowedBy, judgeAll } from "./try-rules.ts";
import { findUnclear } from "./unclear-refusals.ts";

export interface SuggestOptions {
  /** Undefined: all projects of the record. */
  readonly project?: string;
  /** Questions that one must save. */
  readonly least: number;
}

export type Suggested =
  | {
      readonly kind: "suggested";
      readonly suggestions: readonly Suggestion[];
      /** So many more would have saved fewer questions than these. */
      readonly left: number;
      /** Questions that people answered with yes, and that answer stands. */
      readonly answered: number;
      /** Of those: what is allowed by now, or ruled otherwise. */
      readonly settled: number;
      /** Rules that would have allowed what a person refused, or what must be confirmed or asked each time. */
      readonly withheld: number;
      /** Questions that no rule is made from: their output went to a file, and a rule would leave open to which. */
      readonly redirected: number;
      /** Refused commands that are cut or redacted in the record: they count against each rule that could be about them. */
      readonly unclear: number;
      readonly gone: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** Different questions of a project that rules are made from, the newest; all of them are counted. */
const MOST_SOURCES = 1_000;

export async function suggest(
  { seen, removed }: Pick<Gathered, "seen" | "removed">,
  { project, least }: SuggestOptions,
  ports: EnginePorts,
): Promise<Suggested> {
  const openFor = createEngines(ports);
  const all = [...new Set(seen.map((one) => one.project))].toSorted((a, b) => (a < b ? -1 : 1));
  const found: Suggestion[] = [];
  const gone: string[] = [];
  const warnings = new Set<string>();
  const totals = { answered: 0, settled: 0, withheld: 0, redirected: 0, unclear: 0 };
  for (const one of all.filter((name) => project === undefined || name === project)) {
    const own = seen.filter((check) => check.project === one && wasAsked(check));
    if (!own.some(({ standing }) => standing > 0)) continue;
    const opened = await openFor({ project: one, gate: "off" });
    if (opened.kind === "refused") return opened;
    if (opened.kind === "gone") {
      gone.push(one);
      continue;
    }
    for (const warning of opened.warnings) warnings.add(warning);
    const part = await suggestFor(one, { own, all: seen, removed, least }, openFor);
    found.push(...part.suggestions);
    for (const name of COUNTS) totals[name] += part[name];
  }
  const rest = { gone, warnings: [...warnings] };
  return { kind: "suggested", ...mostSaving(orderSuggestions(found, least)), ...totals, ...rest };
}

const COUNTS = ["answered", "settled", "withheld", "redirected", "unclear"] as const;

/** What ran for itself each time is nobody's question, and no news in a rule. */
function wasAsked({ count, rulings }: Seen): boolean {
  return count === 0 || rulings.get("allow") !== count;
}

interface Evidence {
  readonly own: readonly Seen[];
  readonly all: readonly Seen[];
  readonly removed: Gathered["removed"];
  readonly least: number;
}

async function suggestFor(project: string, { own, all, removed, least }: Evidence, openFor: OpenFor) {
  const judged = await judgeStanding(own, removed, openFor);
  const unallowed = judged.flatMap(({ unallowed: one }) => one ?? []);
  const usable = judged.filter(isSource).toSorted((a, b) => b.seen.lastMs - a.seen.lastMs);
  const sources = usable.filter((one) => !leavesOutputOpen(one));
  const elsewhere = createElsewhere(project, all, openFor);
  const index = indexParts(unallowed);
  const unclear = findUnclear(all, project);
  const numbers = new Map(unallowed.map((one, at) => [one, at]));
  const suggestions: Suggestion[] = [];
  let withheld = 0;
  for (const candidate of await makeCandidates(sources.slice(0, MOST_SOURCES), openFor)) {
    const pool = candidate.poolIn(index);
    if (yesOf(pool.filter(isAnswered)) < least) continue;
    const allowed = await allowedBy(candidate.matches, pool, openFor);
    if (yesOf(allowed.filter(isAnswered)) < least) continue;
    const other = candidate.reach === "everywhere" ? await elsewhere(candidate) : [];
    if (unclear.mayBeAllowedBy(candidate) || [...allowed, ...other].some(isAgainst)) withheld++;
    else suggestions.push(await describe(candidate, project, { allowed, numbers }, openFor));
  }
  const answered = yesOf(own.map((seen) => ({ seen })));
  const settled = answered - yesOf(unallowed.filter(isAnswered));
  const redirected = yesOf(usable.filter(leavesOutputOpen));
  return { suggestions, answered, settled, withheld, redirected, unclear: unclear.count };
}

async function describe(
  { kind, matches, description, widens, leavesOpen }: Candidate,
  project: string,
  {
    allowed,
    numbers,
  }: { readonly allowed: readonly Unallowed[]; readonly numbers: ReadonlyMap<Unallowed, number> },
  openFor: OpenFor,
): Promise<Suggestion> {
  const answered = allowed.filter(isAnswered);
  const inLines = partsOf(answered);
  return {
    id: sha256(JSON.stringify([project, matches])).slice(0, 8),
    project,
    rung: kind,
    matches,
    description,
    saves: savesOf(answered, numbers),
    also: alsoOf(allowed.filter((one) => !isAnswered(one) && !isSeenIn(inLines, one))),
    widens: [...widens, ...leavesOpen],
    layers: (await canSaveInProject(matches, answered, openFor)) ? ["user", "project"] : ["user"],
  };
}

/** The refusals of other projects, judged there when the first rule reaches so far. */
function createElsewhere(project: string, all: readonly Seen[], openFor: OpenFor) {
  let index: PartIndex | undefined;
  return async (candidate: Candidate): Promise<readonly Unallowed[]> => {
    const refused = (seen: Seen): boolean => seen.refused === "yes" && seen.project !== project;
    index ??= indexParts(
      (await judgeAll(all.filter(refused), openFor)).flatMap(({ unallowed }) => unallowed ?? []),
    );
    return allowedBy(candidate.matches, candidate.poolIn(index), openFor);
  };
}
