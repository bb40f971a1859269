/** A question as a person's clients see it: its key stays here. */
import type { PendingQuestion } from "../approval/question.ts";
import type { Pending } from "../protocol/question-messages.ts";

export function toPending(question: PendingQuestion): Pending {
  const { id, line, cwd, risk, session, askedAtMs, expiresAtMs, clock, ruling, layer, pid } = question;
  const { waiting, rememberable } = question;
  return {
    ...{ id, line, cwd, risk, session, askedAtMs, expiresAtMs, clock, ruling, layer, pid, waiting },
    rememberable,
    reasons: [...question.reasons],
    rules: [...question.rules],
    chain: [...question.chain],
    ...(question.by === undefined ? {} : { by: question.by }),
    ...(question.wrapper === undefined ? {} : { wrapper: question.wrapper }),
    ...(question.shell === undefined ? {} : { shell: question.shell }),
    ...(question.can === undefined ? {} : { can: [...question.can] }),
    ...(question.instead === undefined ? {} : { instead: question.instead }),
  };
}
