/** What a card shows besides its question, looked up when somebody looks at it. */
import type { PendingQuestion } from "../approval/question.ts";
import type { Card } from "../protocol/card-messages.ts";
import type { ControlAnswer } from "./conversation.ts";
import { findReadOnly } from "./find-read-only.ts";
import { onScreen } from "./on-screen.ts";
import type { SessionState } from "./session-state.ts";

export async function answerCard(id: string, state: SessionState): Promise<ControlAnswer> {
  const check = state.asked.get(id);
  const question = state.approvals.find(id);
  if (check === undefined || question === undefined) return GONE;
  const { makeCard } = await import("../card/make-card.ts");
  const { result, input, from } = check;
  const isInside = question.wrapper !== undefined || question.by !== undefined;
  const alone = isInside ? await judgeAlone(question, state) : undefined;
  const card = await makeCard(
    { check: id, line: question.line, cwd: from.cwd, result, what: input.what, ...(alone ? { alone } : {}) },
    state.approvedTexts,
    { nowMs: Date.now, whereOf: (rule) => whereOf(rule, state) },
  );
  const fails = findReadOnly(result, state);
  const parts = placeOnScreen(card.parts, question.line);
  return { ok: true, card: { ...card, parts, effects: [...fails, ...card.effects] } };
}

/** Clients have the line without its tokens (src/daemon/conversation.ts). */
function placeOnScreen(parts: Card["parts"], line: string): Card["parts"] {
  const place = onScreen.placeOnScreen(line);
  return parts.map(({ from, to, ruling }) => ({ from: place(from), to: place(to), ruling }));
}

/** Of a line inside another text, or behind `sh -c`: only where its parts are. */
async function judgeAlone({ line, cwd }: PendingQuestion, { policy, takeTurn }: SessionState) {
  const engine = await policy.current();
  return takeTurn(() => engine.check({ what: { kind: "line", line }, cwd }));
}

export async function answerLadder(id: string, state: SessionState): Promise<ControlAnswer> {
  const check = state.asked.get(id);
  const question = state.approvals.find(id);
  if (check === undefined || question === undefined) return GONE;
  if (question.rememberable !== "yes")
    return { ok: true, ladder: { kind: "none", because: "this answer cannot be for always" } };
  const { ladderInputOf, makeLadder } = await import("./make-ladder.ts");
  const { policy, takeTurn } = state;
  const history = await state.history.before(id);
  const now = new Date(question.askedAtMs);
  return { ok: true, ladder: await makeLadder(ladderInputOf(check), { policy, takeTurn, history, now }) };
}

function whereOf(rule: string, { policy }: SessionState): string | undefined {
  const { org, user, project } = policy.last.layers;
  const source = [...org, ...user, ...project].find(({ id }) => id === rule)?.source;
  return source && `${source.file}:${source.line}`;
}

const GONE: ControlAnswer = { ok: false, code: "NOT_FOUND", message: "this question does not wait any more" };
