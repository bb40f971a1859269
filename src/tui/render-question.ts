/** A question's card. */
import { cardBody } from "./card-body.ts";
import { describeTime } from "./durations.ts";
import { keyOf, questionsOf } from "./front.ts";
import type { Look } from "./look.ts";
import type { QuestionView, State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { inputRows } from "./render-input.ts";
import { keyRows, questionKeys } from "./render-keys.ts";
import { riskOf, shortRisk } from "./risk.ts";
import { joinEnds, type Row, rowColumns, type Span, span } from "./row.ts";

export function questionPane(state: State, question: QuestionView, size: PaneSize, look: Look): Pane {
  const { columns, rows, keys } = size;
  const waiting = questionsOf(state).length;
  const undo = state.lastGiven?.grants.length ? "yes" : "no";
  const foot =
    inputRows(state, question, columns, look) ??
    keyRows(questionKeys(question, waiting, undo), columns, keys, look);
  const { rows: body, commandEnd } = cardBody(question, columns, rows - foot.length, look, state.nowMs);
  return {
    title: titleRow(state, question, columns, look),
    body,
    tone: toneOf(question),
    commandEnd,
    entries: [],
    foot,
  };
}

export function toneOf({ asked: { ruling } }: QuestionView): Pane["tone"] {
  return ruling === "confirm" ? "danger" : "plain";
}

/** `words`: what is chosen now, in the place of the risk; its colour stays. */
export function titleRow(
  state: State,
  question: QuestionView,
  columns: number,
  look: Look,
  words?: string,
): Row {
  const { asked } = question;
  const clock = clockSpan(question, state.nowMs);
  const { word, style } = riskOf(asked);
  const all = questionsOf(state);
  const at = state.front ? all.findIndex((item) => keyOf(item) === keyOf(state.front ?? item)) + 1 : 1;
  const place = all.length > 1 ? ` ${look.signs.dot} ${at} of ${all.length}` : "";
  const row = (text: string): Row => [span(`${look.signs.active} `, style), span(text, style), span(place)];
  const whole = row(words ?? word);
  const fits = rowColumns([...whole, clock]) < columns;
  return joinEnds(fits ? whole : row(words ?? shortRisk(asked).word), [clock], columns, look);
}

/** The last half minute is told by more than a colour. */
const SOON_MS = 30_000;

function clockSpan(question: QuestionView, nowMs: number): Span {
  const { waiting, clock, expiresAtMs } = question.asked;
  if (question.sent !== undefined) return span("sending the answer", "dim");
  if (waiting === 0) return span("the asker gave up", "warning");
  const left = expiresAtMs - nowMs;
  if (clock === "waits") return span("its time does not run yet", "dim");
  return left < SOON_MS
    ? span(`ONLY ${describeTime(left)} left, then it is denied`, "danger")
    : span(`${describeTime(left)} left`, "bold");
}
