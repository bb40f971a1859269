/** What the linear console says: guard's words first in each row, so that no command can pass for them. */
import { makeVisible } from "../core/visible.ts";
import { flagsOf } from "../display/flags.ts";
import { plainCommand } from "../display/plain-command.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Ladder, RunText } from "../protocol/card-messages.ts";
import type { Pending } from "../protocol/question-messages.ts";
import type { Loop, Status, Suggestion } from "../protocol/status-message.ts";
import { describeTime } from "./durations.ts";
import { questionsOf } from "./front.ts";
import { stillListed } from "./keys-bulk.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import type { LeftOut, Open, QuestionView, State } from "./model.ts";
import { beginningOf } from "./notes.ts";
import { MODE_MEANS } from "./render-alert.ts";
import { riskOf, shortRisk } from "./risk.ts";

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
    ...row("does", card?.effects ?? []),
    ...row("instead", asked.instead === undefined ? [] : [asked.instead]),
    ...row("folder", [asked.cwd]),
    ...row("started by", asked.chain.length < 2 ? [] : [asked.chain.join(" > ")]),
    ...row("rule", asked.rules.length === 0 ? [] : [asked.rules.join(", ")]),
    ...(card?.texts ?? []).flatMap((text) => runTexts(text, columns)),
    howTo(asked.ruling, asked.rememberable),
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

function howTo(ruling: "ask" | "confirm", rememberable: Pending["rememberable"]): string {
  if (ruling === "confirm")
    return "answer: confirm to allow it, deny, or deny and a reason; help lists all words";
  const longer = { yes: ", session, hour, always", session: ", session", no: "" }[rememberable];
  return `answer: once${longer}, deny, or deny and a reason; help lists all words`;
}

function ladderTexts(ladder: Extract<Ladder, { kind: "ladder" }>, columns: number): string[] {
  return [
    "always: which rule shall be saved?",
    ...ladder.rungs.flatMap((rung, index) => [
      ...wrapVisible(
        `rule ${index + 1}${rung.kind === ladder.suggested ? ", suggested" : ""}: `,
        rung.rule,
        columns,
      ),
      ...wrapVisible("  matches: ", rung.description, columns),
      ...rung.widens.slice(0, 4).flatMap((text) => wrapVisible("  newly allows: ", text, columns)),
      ...rung.answers.slice(0, 4).flatMap((text) => wrapVisible("  would have answered: ", text, columns)),
    ]),
    ...ladder.files.flatMap(({ layer, file }) => wrapVisible(`file ${layer}: `, file, columns)),
    `answer: a number and ${ladder.files.map(({ layer }) => layer).join(" or ")}, for instance 1 ${ladder.files[0]?.layer ?? "user"}; back leaves it`,
  ];
}

const LEFT_OUT: Record<LeftOut, string> = {
  confirm: "must be confirmed one by one",
  "once-only": "can only be allowed for one time",
  long: "are too long for a list",
  beware: "have a warning",
};

/** What is open besides the question itself; empty for nothing. */
export function openTexts(state: State, columns: number): string[] {
  const { open } = state;
  if (open.kind === "ladder") return open.ladder?.kind === "ladder" ? ladderTexts(open.ladder, columns) : [];
  if (open.kind === "bulk") return bulkTexts(state, open, columns);
  if (open.kind !== "confirm") return [];
  if (open.text === "")
    return [`to allow it type ${CONFIRM_WORD} in capital letters; anything else goes back`];
  return open.text === CONFIRM_WORD ? ["for how long? once, session or always; anything else goes back"] : [];
}

function bulkTexts(state: State, open: Extract<Open, { kind: "bulk" }>, columns: number): string[] {
  const listed = stillListed(state, open);
  const lines = new Map(questionsOf(state).map(({ id, question }) => [id, question?.asked.line ?? ""]));
  const left = Object.entries(open.leftOut).map(
    ([why, count]) => `left out: ${count} that ${LEFT_OUT[why as LeftOut]}`,
  );
  const what =
    open.decision === "deny" ? "deny" : open.decision === "always" ? "allow always" : "allow for the session";
  return [
    `${what}, ${listed.length} in all:`,
    ...listed.flatMap(({ check }) => plainCommand(lines.get(check) ?? "", columns)),
    ...left,
    `type yes to ${what} these ${listed.length}; anything else goes back`,
  ];
}

export function loopTexts({ intent, spelled, tried, spellings }: Loop, columns: number): string[] {
  return [
    ...wrapVisible("the agent tries the same again and again: ", intent, columns),
    `${spelled} spellings, ${tried} tries; you denied it, and guard goes on denying it`,
    ...spellings.flatMap((line) => plainCommand(line, columns)),
    "answer: seen to go on denying, again to be asked next time",
  ];
}

export function suggestionTexts(
  { mode, session }: Status,
  { because, modes }: Suggestion,
  columns: number,
): string[] {
  return [
    ...wrapVisible(`another mode for session ${makeVisible(session)}? `, because, columns),
    `now: ${mode}, ${MODE_MEANS[mode]}`,
    ...modes.map((one) => `mode ${one}: ${MODE_MEANS[one]}`),
    "answer: mode and its name, or stay",
  ];
}

export function listTexts(state: State, numbers: ReadonlyMap<string, number>, columns: number): string[] {
  const items = questionsOf(state);
  return [
    items.length === 0 ? "nothing waits" : `${items.length} wait${items.length === 1 ? "s" : ""}`,
    ...items.flatMap(({ id, session, question }) =>
      question
        ? wrapVisible(
            `${numbers.get(id) ?? 0}, ${shortRisk(question.asked).word}, session ${session}: `,
            beginningOf(question.asked.line),
            columns,
          )
        : [],
    ),
    ...state.sessions.map(
      ({ name, status }) =>
        `session ${name}: mode ${status.mode}, ${status.checks} checked, ${status.denied} denied`,
    ),
  ];
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
