/**
 * The recorded checks, judged twice today: with the policy files as they are, and with one file in the place of a layer. The difference is
 * what that file does; what guard, files and folders have changed since the record is the same in both, and is counted apart.
 */
import type { Ruling } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import type { TriedFile } from "../policy/find.ts";
import { findUnallowed, type Unallowed } from "./asked-part.ts";
import { createPairs, type EnginePair, type Refused } from "./engine-pairs.ts";
import { createEngines, type EnginePorts } from "./engines.ts";
import { isAnswered } from "./evidence.ts";
import { inputOf } from "./input-of.ts";
import type { Gathered, Seen } from "./seen.ts";
import { isSeenIn, partsOf } from "./seen-in-line.ts";
import type { SettingChange } from "./setting-changes.ts";

/** `allow-if-silent`: it is asked, and runs when nobody answers in time. `unknown`: nobody can tell. */
export type Answer = Ruling | "allow-if-silent" | "unknown";
/**
 * `otherwise`: asked before and after, but CONFIRM on one side only, or what silence means. `untold`: its words are not whole in the record,
 * and the file could newly allow what it ran.
 */
export type ChangeKind = "allowed" | "untold" | "denied" | "asked" | "otherwise";

export interface Change {
  readonly kind: ChangeKind;
  readonly seen: Seen;
  readonly before: Answer;
  readonly after: Answer;
  /** The rule that decides after, and why. */
  readonly rule: string;
  readonly because: string;
  /** What of it is not allowed before; undefined where that cannot be known. */
  readonly asked: Unallowed | undefined;
}

export interface Replay {
  readonly kind: "replayed";
  /** Most often first within each kind. */
  readonly changes: readonly Change[];
  /** Records of what ran as a part of lines that are among the changes: these speak for it. */
  readonly parts: number;
  /** Records, not different checks. */
  readonly judged: number;
  readonly different: number;
  /** With the files as they are it would not be ruled any more as it was recorded. */
  readonly drifted: number;
  readonly cut: number;
  readonly redacted: number;
  readonly gone: ReadonlyMap<string, number>;
  /** What the file says besides, which is not judged; each once. */
  readonly settings: readonly SettingChange[];
  /** About files that count or would count, each once. */
  readonly warnings: readonly string[];
}

export type Replayed = Replay | Refused;

export interface ReplayPorts extends EnginePorts {
  /** How many of the different checks are done. */
  readonly onProgress?: (done: number) => void;
  /** A project whose settings are compared though nothing of it may be recorded. */
  readonly here: string;
}

export async function replay(
  { seen }: Pick<Gathered, "seen">,
  tried: TriedFile,
  ports: ReplayPorts,
): Promise<Replayed> {
  const pairs = createPairs(createEngines(ports), tried);
  const changes: Change[] = [];
  const gone = new Map<string, number>();
  const warnings = new Set<string>();
  const settings = new Map<string, SettingChange>();
  const takeSettings = (pair: EnginePair): void => {
    for (const change of pair.settings) settings.set(JSON.stringify(change), change);
  };
  const here = await pairs({ project: ports.here, gate: "off" });
  if (here.kind === "refused") return here;
  if (here.kind === "pair") takeSettings(here);
  const totals = { judged: 0, different: 0, drifted: 0, cut: 0, redacted: 0 };
  for (const [done, one] of seen.entries()) {
    ports.onProgress?.(done);
    const pair = await pairs(one);
    if (pair.kind === "refused") return pair;
    if (pair.kind === "gone") {
      gone.set(one.project, (gone.get(one.project) ?? 0) + one.count);
      continue;
    }
    takeSettings(pair);
    for (const warning of pair.warnings) warnings.add(warning);
    const { before, change } = toldOf(one, await judgeTwice(one, pair), pair);
    totals.judged += one.count;
    totals.different++;
    totals.drifted += one.count - (one.rulings.get(before.ruling) ?? 0);
    if (one.text !== "whole") totals[one.text] += one.count;
    if (change) changes.push(change);
  }
  return {
    kind: "replayed",
    ...withoutParts(changes.toSorted((a, b) => b.seen.count - a.seen.count || b.seen.lastMs - a.seen.lastMs)),
    ...totals,
    gone,
    settings: [...settings.values()],
    warnings: [...warnings],
  };
}

/** Only beside a line that people allowed and that is newly allowed itself: nothing is left out that no row tells of. */
function withoutParts(changes: readonly Change[]): Pick<Replay, "changes" | "parts"> {
  const allowed = changes.filter(({ kind, after }) => kind === "allowed" && after === "allow");
  const inLines = partsOf(allowed.flatMap(({ asked }) => (asked && isAnswered(asked) ? [asked] : [])));
  const parts = new Set(allowed.filter(({ asked }) => asked !== undefined && isSeenIn(inLines, asked)));
  return {
    changes: changes.filter((change) => !parts.has(change)),
    parts: [...parts].reduce((sum, { seen }) => sum + seen.count, 0),
  };
}

interface Judged {
  readonly before: CheckResult;
  readonly change?: Change;
}

/** What is not whole was judged as it stands, which is not what ran: only what the file cannot allow at all is told by that. */
function toldOf(seen: Seen, judged: Judged, { couldAllow }: EnginePair): Judged {
  const { before, change } = judged;
  if (seen.text === "whole" || change?.kind === "allowed") return judged;
  const ranByItself = before.ruling === "allow" && seen.rulings.get("allow") === seen.count;
  if (ranByItself || !couldAllow(seen.programs)) return judged;
  const because = `its command is ${seen.text} in the record, and the file could allow ${seen.programs?.join(" or ") ?? "what it ran"} with some words`;
  const asked = findUnallowed(seen, before);
  const untold = { kind: "untold", seen, before: answerOf(before), after: "unknown", asked } as const;
  return { before, change: { ...untold, rule: "", because } };
}

async function judgeTwice(
  seen: Seen,
  { before: engineBefore, after: engineAfter }: EnginePair,
): Promise<Judged> {
  const input = inputOf(seen);
  const judge = async () => ({
    before: await engineBefore.check(input),
    after: await engineAfter.check(input),
  });
  const first = await judge();
  if (answerOf(first.before) === answerOf(first.after)) return first;
  // A busy machine may have cut one of them short, which is told as a doubt: such a difference must come out twice.
  const isSure = first.before.doubts.length + first.after.doubts.length === 0;
  const again = isSure ? first : await judge();
  const [before, after] = [answerOf(again.before), answerOf(again.after)];
  if (before === after) return again;
  const [rule = ""] = again.after.rules;
  const change = {
    kind: kindOf(before, after),
    seen,
    before,
    after,
    rule,
    because: again.after.reasons.join("; "),
    asked: findUnallowed(seen, again.before),
  };
  return { before: again.before, change };
}

function answerOf({ ruling, onSilence }: CheckResult): Answer {
  return onSilence === "allow" && ruling !== "allow" && ruling !== "deny" ? "allow-if-silent" : ruling;
}

/** What may run with nobody's word for it counts as allowed. */
function kindOf(before: Answer, after: Answer): ChangeKind {
  if (after === "allow" || after === "allow-if-silent") return before === "allow" ? "asked" : "allowed";
  if (after === "deny") return "denied";
  return before === "allow" || before === "deny" ? "asked" : "otherwise";
}
