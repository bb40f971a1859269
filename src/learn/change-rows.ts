/** What a replay found, as people read it: the same command in the same folder is one row, whichever shell or tier it came from. */
import type { Change, ChangeKind, Replay } from "./replay.ts";
import { type Outcomes, questionsOf } from "./seen.ts";

export interface ChangeRow extends Omit<Change, "seen" | "asked"> {
  readonly line: string;
  readonly cwd: string;
  readonly project: string;
  readonly mode: string;
  readonly text: Change["seen"]["text"];
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly outcomes: Outcomes;
}

/** In the order of the changes. */
export function changeRows(changes: readonly Change[]): ChangeRow[] {
  const rows = new Map<string, ChangeRow>();
  for (const { seen, asked: _, ...change } of changes) {
    const { line, cwd, project, mode, text, count, firstMs, lastMs, outcomes } = seen;
    const row = { ...change, line, cwd, project, mode, text, count, firstMs, lastMs, outcomes };
    const key = JSON.stringify([line, cwd, mode, text, change.before, change.after, change.rule]);
    const known = rows.get(key);
    rows.set(key, known === undefined ? row : joined(known, row));
  }
  return [...rows.values()].toSorted((a, b) => b.count - a.count || b.lastMs - a.lastMs);
}

function joined(one: ChangeRow, other: ChangeRow): ChangeRow {
  return {
    ...one,
    count: one.count + other.count,
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
    outcomes: addOutcomes(one.outcomes, other.outcomes),
  };
}

export function addOutcomes(one: Outcomes, other: Outcomes): Outcomes {
  return {
    yes: one.yes + other.yes,
    no: one.no + other.no,
    silent: one.silent + other.silent,
    part: one.part + other.part,
    ran: one.ran + other.ran,
    stopped: one.stopped + other.stopped,
  };
}

export interface Summary {
  readonly kinds: Readonly<Record<ChangeKind, { readonly commands: number; readonly times: number }>>;
  /** What people answered to the questions that would not come any more, because it is allowed. */
  readonly saved: Outcomes;
  readonly questionsSaved: number;
  /** Questions that would be answered by a deny. */
  readonly questionsDenied: number;
  readonly same: number;
}

const NONE: Outcomes = { yes: 0, no: 0, silent: 0, part: 0, ran: 0, stopped: 0 };

export function summarise(
  rows: readonly ChangeRow[],
  { judged, parts }: Pick<Replay, "judged" | "parts">,
): Summary {
  const of = (kind: ChangeKind) => rows.filter((row) => row.kind === kind);
  const count = (kind: ChangeKind) => ({
    commands: of(kind).length,
    times: of(kind).reduce((sum, row) => sum + row.count, 0),
  });
  const outcomes = (some: readonly ChangeRow[]) => some.map((row) => row.outcomes).reduce(addOutcomes, NONE);
  const saved = outcomes(of("allowed").filter(({ after }) => after === "allow"));
  return {
    kinds: {
      allowed: count("allowed"),
      untold: count("untold"),
      asked: count("asked"),
      denied: count("denied"),
      otherwise: count("otherwise"),
    },
    saved,
    questionsSaved: questionsOf(saved),
    questionsDenied: questionsOf(outcomes(of("denied"))),
    same: judged - parts - rows.reduce((sum, row) => sum + row.count, 0),
  };
}
