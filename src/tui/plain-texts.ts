/** What the linear console says: guard's words first in each row, so that no command can pass for them. */
import { makeVisible } from "../core/visible.ts";
import { flagsOf } from "../display/flags.ts";
import { plainCommand } from "../display/plain-command.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { RunText } from "../protocol/card-messages.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { newEffects } from "./card-body.ts";
import { describeTime } from "./durations.ts";
import type { QuestionView } from "./model.ts";
import { riskOf } from "./risk.ts";

export function questionTexts(
  question: QuestionView,
  number: number,
  columns: number,
  nowMs: number,
): string[] {
  const { asked, card } = question;
  const row = (word: string, texts: readonly string[]): string[] =>
    texts.flatMap((text) => wrapVisible(`${word}: `, text, columns));
  const time =
    asked.waiting === 0 ? "the asker gave up waiting" : `${describeTime(asked.expiresAtMs - nowMs)} left`;
  return [
    `question ${number}: ${riskOf(asked).word}, ${time}, session ${makeVisible(asked.session)}`,
    ...row(
      "beware",
      flagsOf(asked.line).map(({ text }) => text),
    ),
    ...plainCommand(asked.line, columns),
    ...row("because", asked.reasons),
    ...row("it can", asked.can ?? []),
    ...row("does", newEffects(asked, card)),
    ...row("instead", asked.instead === undefined ? [] : [asked.instead]),
    ...row("folder", [asked.cwd]),
    ...row("by", asked.by === undefined ? [] : [asked.by]),
    ...row("started by", asked.chain.length < 2 ? [] : [asked.chain.join(" > ")]),
    ...row("rule", asked.rules.length === 0 ? [] : [asked.rules.join(", ")]),
    ...(card?.texts ?? []).flatMap((text) => runTexts(text, columns)),
    howTo(asked, number),
  ];
}

function runTexts({ title, path, text, leftOut, change }: RunText, columns: number): string[] {
  const rows = change
    ? change.rows.flatMap(({ kind, text: row }) => wrapVisible(`${kind}: `, row, columns))
    : text.split("\n").flatMap((row) => wrapVisible("script: ", row, columns));
  return [
    ...wrapVisible("runs: ", `${title}: ${path}${change ? ", changed since it was allowed" : ""}`, columns),
    ...rows,
    ...(leftOut ? [`end of script, ${leftOut.lines} more lines are not shown`] : ["end of script"]),
  ];
}

function howTo({ ruling, rememberable }: Pending, number: number): string {
  const rest = `deny, or deny and a reason; show ${number} reads it again, help lists all words`;
  if (ruling === "confirm") return `answer: confirm to allow it, ${rest}`;
  const longer = { yes: ", session, hour, always", session: ", session", no: "" }[rememberable];
  return `answer: once${longer}, ${rest}`;
}

export const PLAIN_HELP = [
  "once: allow this time",
  "session: allow until the session ends",
  "hour: allow for one hour",
  "always: choose a rule that is saved",
  "deny, or deny and a reason: the reason reaches the agent",
  "deny session: deny now and until the session ends",
  "confirm: allow what must be confirmed; the word CONFIRM is asked for",
  "next: the next question; show 2: question 2; list: all that wait",
  "mode plan, mode default, mode full-auto: switch the session's mode",
  "all session, all always, all deny: answer all that are listed; asks once more",
  "seen, again, stay: answers to cards that tell of tries or of another mode",
  "undo: take the last remembered answer back",
  "quit: leave; questions stay",
];
