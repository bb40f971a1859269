/**
 * One session's approvals: what is asked, what a person said, what of it is remembered.
 * Pure: clock and timers come from outside. Nothing here turns a deny into anything else.
 */
import { createGrants, type Grant, type Grants } from "./grants.ts";
import type { Approver, PendingOptions } from "./pending-table.ts";
import type { Decision, PendingQuestion, Question } from "./question.ts";
import { type Asked, createQuestions, type Scope } from "./questions.ts";

export interface ApprovalOptions extends PendingOptions {
  /** How long `timed` holds. */
  readonly timedMs?: number;
}

export type Outcome =
  | {
      readonly kind: "resolved";
      readonly question: PendingQuestion;
      /** What became of the decision: an `always` is a `session` until its rule is saved. */
      readonly scope: Scope | "deny";
      /** What to tell the person besides. */
      readonly note?: string;
    }
  | { readonly kind: "not-found" }
  | { readonly kind: "needs-confirm"; readonly question: PendingQuestion };

export interface Approvals {
  /** Look at `grants` first: this one asks. */
  readonly ask: (question: Question) => Asked;
  readonly resolve: (id: string, decision: Decision) => Outcome;
  readonly pending: () => PendingQuestion[];
  readonly find: (id: string) => PendingQuestion | undefined;
  readonly setFocus: (approver: Approver, id: string | undefined) => void;
  readonly end: (reason: string) => void;
  readonly grants: Grants;
}

const TIMED_MS = 60 * 60_000;

export function createApprovals(options: ApprovalOptions): Approvals {
  const { nowMs, timedMs = TIMED_MS } = options;
  const questions = createQuestions(options);
  const grants = createGrants(nowMs);

  function resolve(id: string, decision: Decision): Outcome {
    const outcome = questions.resolve(id, decision);
    if (outcome.kind !== "resolved") return outcome;
    const { question, scope } = outcome;
    // Before any asker goes on: their promises run after this turn.
    if (scope === "session" || scope === "timed") remember(question, "allow", scope, decision.reason);
    if (decision.kind === "deny-session") remember(question, "deny", "session", decision.reason);
    const note = noteOn(question, decision, scope);
    return { ...outcome, ...(note === undefined ? {} : { note }) };
  }

  function remember(
    question: PendingQuestion,
    says: Grant["says"],
    scope: "session" | "timed",
    reason?: string,
  ): void {
    const { id, key, line, cwd, ruling } = question;
    const grantedAtMs = nowMs();
    const ends = scope === "timed" ? { atMs: grantedAtMs + timedMs } : "with the session";
    grants.add({
      ...{ id, key, line, cwd, says, answers: ruling, grantedAtMs, ends },
      ...(reason ? { reason } : {}),
    });
  }

  function end(reason: string): void {
    questions.denyAll(reason);
    grants.clear();
  }

  return {
    ask: questions.ask,
    resolve,
    pending: questions.list,
    find: questions.find,
    setFocus: questions.setFocus,
    end,
    grants,
  };
}

function noteOn(
  { rememberable, waiting }: PendingQuestion,
  { kind }: Decision,
  scope: Scope | "deny",
): string | undefined {
  if (scope === "deny") return undefined;
  if (kind !== "once" && rememberable === "no")
    return "this can only be allowed once: what it runs may be another next time, or a rule wants to be asked";
  if ((kind === "always" || kind === "timed") && rememberable === "session")
    return "a rule says that this answer holds for the session at most; allowed until it ends";
  if (waiting === 0 && scope === "once")
    return "the asker had given up waiting; the same command passes once if it comes again within 10 minutes";
  return undefined;
}
