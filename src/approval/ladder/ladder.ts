/**
 * What "always" may mean: rules from the exact words to the whole program, narrowest first. Each one has been tried by the real
 * check: with it the line is allowed. What a wider layer or the floor says is never answered by one; what needs CONFIRM, only by
 * the exact words.
 */
import { draftRungs, subcommandsIn } from "./draft-rungs.ts";
import { outputsLeftOpen } from "./open-output.ts";
import {
  type Asked,
  type AskedCommand,
  type Knows,
  type LadderPorts,
  RUNG_KINDS,
  type RungDraft,
} from "./rung.ts";

export interface Rung<Question> extends RungDraft {
  /** Which of these it would have answered: they are asked without it, and allowed with it. */
  readonly answers: (history: readonly Question[]) => Promise<readonly Question[]>;
}

export type Ladder<Question> =
  | {
      readonly kind: "ladder";
      readonly rungs: readonly Rung<Question>[];
      readonly suggested?: Rung<Question>;
    }
  /** Once or for the session only. */
  | NoLadder;

export interface NoLadder {
  readonly kind: "none";
  readonly because: string;
}

/** More commands than a person would read. */
const MAX_PARTS = 8;
const MAX_HISTORY = 100;
/** The last similar questions, all of which the suggestion must have answered. */
const MAX_SIMILAR = 5;
const MIN_SIMILAR = 2;

/** `asked`: what the check of `question` has said. `history`: earlier questions, oldest first. */
export async function createLadder<Question>(
  asked: Asked,
  question: Question,
  history: readonly Question[],
  ports: LadderPorts<Question>,
): Promise<Ladder<Question>> {
  if (asked.ruling !== "ask" && asked.ruling !== "confirm")
    return none("only what is asked about can be allowed for always");
  if (asked.remember === "never") return none("a rule wants to be asked each time");
  if (asked.remember === "session") return none("a rule wants to be asked in each session");
  if (asked.doubts.length > 0) return none("parts of the line cannot be known before it runs");
  const parts = asked.commands.filter(({ ruling }) => ruling === "ask" || ruling === "confirm");
  if (parts.length === 0 || parts.length > MAX_PARTS) return none("the line has too many parts for one rule");
  const rungs: Rung<Question>[] = [];
  for (const draft of joined(parts, ports)) {
    if (asked.ruling === "confirm" && draft.kind !== "exact") continue;
    const tried = await ports.check(draft.matches, question);
    if (tried?.ruling === "allow") rungs.push(rungOf(draft, ports));
  }
  if (rungs.length === 0) return none("no rule that may be offered would answer this question");
  const suggested = await suggest(rungs, parts, history.slice(-MAX_HISTORY), ports);
  return { kind: "ladder", rungs, ...(suggested ? { suggested } : {}) };
}

/** A rung covers every part that was asked, or is not offered. */
function joined(parts: readonly AskedCommand[], ports: Knows): RungDraft[] {
  const drafts = parts.map((part) => draftRungs(part, ports));
  const outputs = outputsLeftOpen(parts);
  return RUNG_KINDS.flatMap((kind) => {
    const own = drafts.flatMap((draft) => draft[kind] ?? []);
    if (own.length !== parts.length) return [];
    const once = new Map(own.map((draft) => [JSON.stringify(draft.matches), draft]));
    const all = [...once.values()];
    return {
      kind,
      matches: all.flatMap(({ matches }) => matches),
      description: all.map(({ description }) => description).join("; and "),
      widens: [...all.flatMap(({ widens }) => widens), ...outputs],
    };
  });
}

function rungOf<Question>(draft: RungDraft, ports: LadderPorts<Question>): Rung<Question> {
  return {
    ...draft,
    async answers(history) {
      const answered: Question[] = [];
      for (const past of history.slice(-MAX_HISTORY)) {
        if ((await ports.check([], past))?.ruling !== "ask") continue;
        if ((await ports.check(draft.matches, past))?.ruling === "allow") answered.push(past);
      }
      return answered;
    },
  };
}

/** The narrowest that would have answered the last similar questions; else the exact line, where it can be written. */
async function suggest<Question>(
  rungs: readonly Rung<Question>[],
  parts: readonly AskedCommand[],
  history: readonly Question[],
  ports: LadderPorts<Question>,
): Promise<Rung<Question> | undefined> {
  const wanted = kindsOf(parts, ports);
  const similar: Question[] = [];
  for (const past of history.toReversed()) {
    if (similar.length === MAX_SIMILAR) break;
    const then = await ports.check([], past);
    const asks = then?.commands.filter(({ ruling }) => ruling === "ask") ?? [];
    if (then?.ruling === "ask" && kindsOf(asks, ports) === wanted) similar.push(past);
  }
  if (similar.length >= MIN_SIMILAR) {
    for (const rung of rungs) {
      if ((await rung.answers(similar)).length === similar.length) return rung;
    }
  }
  return rungs.find(({ kind }) => kind === "exact");
}

/** Program and sub-command of each part. */
function kindsOf(parts: readonly AskedCommand[], ports: Knows): string {
  const kinds = parts.map(({ argv, program = "" }) =>
    [program, ...subcommandsIn(argv, program, ports)].join(" "),
  );
  return [...new Set(kinds)].toSorted((a, b) => (a < b ? -1 : 1)).join("\n");
}

function none(because: string): NoLadder {
  return { kind: "none", because };
}
