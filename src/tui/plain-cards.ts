/** What the linear console says besides questions: rules to choose, lists, cards that nobody waits for. */
import { makeVisible } from "../core/visible.ts";
import { plainCommand } from "../display/plain-command.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Ladder } from "../protocol/card-messages.ts";
import type { Loop, Status, Suggestion } from "../protocol/status-message.ts";
import { questionsOf } from "./front.ts";
import { stillListed } from "./keys-bulk.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import type { LeftOut, Open, State } from "./model.ts";
import { beginningOf } from "./notes.ts";
import { fullAutoTexts, MODE_MEANS } from "./render-alert.ts";
import { shortRisk } from "./risk.ts";

function ladderTexts(ladder: Extract<Ladder, { kind: "ladder" }>, columns: number): string[] {
  return [
    "always: which rule shall be saved?",
    ...(ladder.noExact === undefined ? [] : wrapVisible("beware: ", ladder.noExact, columns)),
    ...ladder.rungs.flatMap((rung, index) => [
      ...wrapVisible(
        `rule ${index + 1}${rung.kind === ladder.suggested ? ", suggested" : ""}: `,
        rung.description,
        columns,
      ),
      ...rung.widens.slice(0, 4).flatMap((text) => wrapVisible("  newly allows: ", text, columns)),
      ...rung.answers.slice(0, 4).flatMap((text) => wrapVisible("  would have answered: ", text, columns)),
      ...rung.rule.split("\n").flatMap((line) => wrapVisible("  in the file: ", line, columns)),
    ]),
    ...ladder.files.flatMap(({ layer, file }) => wrapVisible(`file ${layer}: `, file, columns)),
    `answer: a number and ${ladder.files.map(({ layer }) => layer).join(" or ")}, for instance 1 ${ladder.files[0]?.layer ?? "user"}; back leaves it`,
  ];
}

const LEFT_OUT: Record<LeftOut, string> = {
  confirm: "must be confirmed one by one",
  "once-only": "can only be allowed for one time",
  "session-only": "can only be allowed for the session",
  long: "are too long for a list",
  beware: "have a warning",
};

/** What is open besides the question itself; empty for nothing. */
export function openTexts(state: State, columns: number): string[] {
  const { open } = state;
  if (open.kind === "ladder") return open.ladder?.kind === "ladder" ? ladderTexts(open.ladder, columns) : [];
  if (open.kind === "bulk") return bulkTexts(state, open, columns);
  if (open.kind === "full-auto")
    return [
      `full-auto for session ${makeVisible(open.session)}?`,
      ...fullAutoTexts(state, open.session),
      "type yes to switch; anything else goes back",
    ];
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
