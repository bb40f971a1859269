/** One answer to several questions: just those that the person has seen listed, and never what needs CONFIRM. */
import type { ControlRequest } from "../protocol/control-messages.ts";
import type { ControlAnswer } from "./conversation.ts";
import { resolveQuestion } from "./resolve-question.ts";
import type { SessionState } from "./session-state.ts";

interface Result {
  readonly check: string;
  readonly done: "yes" | "no";
  readonly note?: string;
  readonly grant?: string;
}

/** A list shows lines, not rules: no more than its words is saved, and in the user's own file. */
const AS_LISTED = { layer: "user", rung: "exact" } as const;

/** One after the other: each is recorded for itself, and two saved rules must not meet in a file. */
export async function resolveAll(
  { checks, decision, reason }: Extract<ControlRequest, { op: "resolve-all" }>,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const results: Result[] = [];
  for (const check of new Set(checks)) {
    const answer = await resolveQuestion(
      {
        check,
        decision,
        ...(reason === undefined ? {} : { reason }),
        ...(decision === "always" ? { save: AS_LISTED } : {}),
      },
      state,
      person,
    );
    results.push(toResult(check, answer));
  }
  return { ok: true, results };
}

function toResult(check: string, answer: ControlAnswer): Result {
  if (!answer.ok) return { check, done: "no", note: answer.message };
  const { note, grant } = answer;
  return {
    ...{ check, done: "yes" },
    ...(typeof note === "string" ? { note } : {}),
    ...(typeof grant === "string" ? { grant } : {}),
  };
}
