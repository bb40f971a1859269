/**
 * The questions that wait for a person. Each asker gets exactly one answer, whatever happens: a person's, the clock's, or the end's.
 * Must never answer allow unless a person said so for this very key, and never keep anything of a question that is over.
 */
import { createEarlyAnswers, type EarlyAnswers } from "./early-answers.ts";
import { type Approver, type PendingOptions, PendingTable, showEntry, timeOf } from "./pending-table.ts";
import {
  type Answer,
  type Decision,
  isDenial,
  type PendingQuestion,
  type Question,
  type RuledAnswer,
} from "./question.ts";

export interface Asked {
  /** `joined`: an identical one was waiting already. `early`: answered before it was asked. */
  readonly state: "new" | "joined" | "early" | "refused";
  readonly answer: Promise<Answer>;
  /** The asker is gone; the question stays for a while. */
  readonly withdraw: () => void;
  /** The asker is gone and will not come again: what nobody else waits for is over. */
  readonly drop: () => void;
  /** What was asked is decided without a person: for everybody who waits for it. */
  readonly settle: (answer: RuledAnswer) => void;
}

export type Scope = "once" | "session" | "timed";

export type Resolved =
  | { readonly kind: "resolved"; readonly question: PendingQuestion; readonly scope: Scope | "deny" }
  | { readonly kind: "not-found" }
  | { readonly kind: "needs-confirm"; readonly question: PendingQuestion };

export interface Questions {
  readonly ask: (question: Question) => Asked;
  /** Unknown, answered or expired: `not-found`, and nothing happens. */
  readonly resolve: (id: string, decision: Decision) => Resolved;
  /** What an approver has in front of them: only its time runs. Undefined: nothing, or the approver has gone. */
  readonly setFocus: (approver: Approver, id: string | undefined) => void;
  readonly find: (id: string) => PendingQuestion | undefined;
  /** Oldest first. */
  readonly list: () => PendingQuestion[];
  /** The session ends: nobody waits on, nobody is asked any more. */
  readonly denyAll: (reason: string) => void;
}

/** How long a question stays when its askers have gone, and an answer to it after that. */
export const GAVE_UP_MS = 10 * 60_000;

export function createQuestions(options: PendingOptions): Questions {
  const { nowMs } = options;
  const table = new PendingTable(options);
  const early = createEarlyAnswers(nowMs);
  let ended: string | undefined;

  function denyAll(reason: string): void {
    ended = reason;
    early.clear();
    for (const entry of table.list()) table.close(entry, { kind: "refused", reason });
  }

  return {
    ask: (question) =>
      ended === undefined
        ? (findEarly(early, question) ?? ask(table, nowMs, question))
        : answered("refused", { kind: "refused", reason: ended }),
    resolve: (id, decision) => resolve(table, early, nowMs, id, decision),
    setFocus: (approver, id) => table.setFocus(approver, id),
    find(id) {
      const entry = table.find(id);
      return entry && showEntry(entry);
    },
    list: () => table.list().map(showEntry),
    denyAll,
  };
}

function findEarly(early: EarlyAnswers, { key, ruling }: Question): Asked | undefined {
  const kept = early.take(key, ruling);
  if (!kept) return undefined;
  return answered("early", { kind: "allowed", question: kept.question, scope: "once", ...wordsOf(kept) });
}

function answered(state: "early" | "refused", answer: Answer): Asked {
  const nothing = () => undefined;
  return { state, answer: Promise.resolve(answer), withdraw: nothing, drop: nothing, settle: nothing };
}

function ask(table: PendingTable, nowMs: () => number, question: Question): Asked {
  const problem = table.findNoRoom(question);
  if (problem !== undefined) return answered("refused", { kind: "refused", reason: problem });
  const known = table.findIdentical(question);
  const entry = known ?? table.open(question);
  // Somebody waits again: from here on with the new asker's clock.
  if (known?.waiters.size() === 0) known.time.restart(timeOf(question));
  const { answer, leave } = table.addWaiter(entry, () => entry.time.endAt(nowMs() + GAVE_UP_MS));
  return {
    state: known ? "joined" : "new",
    answer,
    withdraw: leave,
    drop() {
      leave();
      if (entry.waiters.size() === 0) table.expire(entry);
    },
    settle: (ruled) => table.close(entry, ruled),
  };
}

function resolve(
  table: PendingTable,
  early: EarlyAnswers,
  nowMs: () => number,
  id: string,
  decision: Decision,
): Resolved {
  const entry = table.find(id);
  if (!entry) return { kind: "not-found" };
  // The clock of the wall may be ahead of the timer: after the machine slept, for one.
  if (entry.time.endsAtMs() <= nowMs()) {
    table.expire(entry);
    return { kind: "not-found" };
  }
  const question = showEntry(entry);
  if (needsConfirm(question, decision)) return { kind: "needs-confirm", question };
  const scope = scopeOf(question, decision);
  const words = wordsOf(decision);
  // A longer scope is a grant, and answers the next check itself.
  if (question.waiting === 0 && scope === "once") {
    const { key, ruling } = question;
    early.keep(key, { question: id, answers: ruling, endsAtMs: nowMs() + GAVE_UP_MS, ...words });
  }
  table.close(entry, answerOf(id, scope, words));
  return { kind: "resolved", question, scope };
}

/** Why, and who says it. */
type Words = Pick<Decision, "reason" | "person">;

function wordsOf({ reason, person }: Words): Words {
  return { ...(reason === undefined ? {} : { reason }), ...(person === undefined ? {} : { person }) };
}

function answerOf(question: string, scope: Scope | "deny", words: Words): Answer {
  return scope === "deny"
    ? { kind: "denied", question, ...words }
    : { kind: "allowed", question, scope, ...words };
}

function needsConfirm({ ruling }: Question, { kind, confirm }: Decision): boolean {
  return ruling === "confirm" && !isDenial(kind) && confirm !== "typed";
}

/** `always` is kept for the session until the rule is in its file. */
function scopeOf({ rememberable }: Question, { kind }: Decision): Scope | "deny" {
  if (isDenial(kind)) return "deny";
  if (rememberable === "no") return "once";
  if (rememberable === "session" && kind === "timed") return "session";
  return kind === "always" ? "session" : kind;
}
