/** All at once: what is on the list, was whole on the screen and may be answered in a list. Asks once more. */
import { flagsOf } from "../display/flags.ts";
import { questionsOf } from "./front.ts";
import { goBack, scrolled, stay } from "./keys-anywhere.ts";
import type {
  Action,
  BulkDecision,
  BulkEntry,
  LeftOut,
  Open,
  QuestionView,
  State,
  Updated,
} from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

/** As the protocol has it. */
export const MOST_AT_ONCE = 500;
/** What is longer needs a card of its own. */
const LONGEST_LISTED = 240;
const MOST_LINES = 3;

export function openBulk(state: State, decision: BulkDecision): State {
  const entries: BulkEntry[] = [];
  const leftOut: Partial<Record<LeftOut, number>> = {};
  for (const { session, id, question } of questionsOf(state)) {
    if (!question || question.sent !== undefined) continue;
    const why = decision === "deny" ? undefined : whyNotListed(question, decision);
    if (why === undefined) entries.push({ session, check: id, seen: "no" });
    else leftOut[why] = (leftOut[why] ?? 0) + 1;
  }
  return { ...state, open: { kind: "bulk", decision, entries, leftOut }, scroll: 0 };
}

function whyNotListed(
  { asked: { ruling, rememberable, line, cwd } }: QuestionView,
  decision: "session" | "always",
): LeftOut | undefined {
  if (ruling === "confirm") return "confirm";
  if (rememberable === "no") return "once-only";
  if (rememberable === "session" && decision === "always") return "session-only";
  if (line.length > LONGEST_LISTED || line.split("\n").length > MOST_LINES) return "long";
  return flagsOf(line).length + flagsOf(cwd, "words").length > 0 ? "beware" : undefined;
}

export function pressInBulk(
  state: State,
  open: Extract<Open, { kind: "bulk" }>,
  press: string | undefined,
): Updated {
  switch (press) {
    case "y":
      return send(state, open);
    case "n":
    case "q":
    case "escape":
      return goBack(state);
    default:
      return stay(scrolled(state, press));
  }
}

/** Those that are still there. Others may have come since: they were not on the list. */
export function stillListed(state: State, { entries }: Extract<Open, { kind: "bulk" }>): BulkEntry[] {
  const there = new Set(questionsOf(state).map(({ id }) => id));
  return entries.filter(({ check }) => there.has(check));
}

function send(state: State, open: Extract<Open, { kind: "bulk" }>): Updated {
  const seen = stillListed(state, open).filter((entry) => entry.seen === "yes");
  const [back] = [goBack(state).state];
  if (seen.length === 0)
    return stay(withNote(back, noteOf("warning", "nothing was answered: nothing is on the list")));
  const sessions = [...new Set(seen.map(({ session }) => session))];
  const actions = sessions.flatMap((session) =>
    chunks(seen.filter((entry) => entry.session === session).map(({ check }) => check)).map(
      (checks): Action => ({
        kind: "request",
        session,
        ask: { op: "resolve-all", checks, decision: open.decision },
      }),
    ),
  );
  if (open.decision === "deny") return { state: back, actions };
  // What can be taken back from now on is this list.
  return { state: { ...back, lastGiven: { to: "list", grants: [], taken: 0 } }, actions };
}

function chunks(checks: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(checks.length / MOST_AT_ONCE) }, (_, index) =>
    checks.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}
