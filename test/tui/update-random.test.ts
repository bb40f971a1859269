/** Laws of the console, whatever happens in whatever order. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HOW_OVER } from "../../src/protocol/control-events.ts";
import { CONTROL_REQUEST } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { isAllow, TOO_QUICK_MS } from "../../src/tui/answer.ts";
import { frontQuestion } from "../../src/tui/front.ts";
import type { AskOf } from "../../src/tui/link.ts";
import type { Action, State } from "../../src/tui/model.ts";
import { keyFor, type Play, play, SESSION } from "./play.ts";
import { cardOf, LADDER, pendingOf, statusOf } from "./questions.ts";

type Step =
  | { readonly do: "press"; readonly press: string }
  | { readonly do: "paste"; readonly text: string }
  | { readonly do: "ask"; readonly changes: Partial<Pending>; readonly session: 0 | 1 }
  | { readonly do: "over"; readonly which: number; readonly how: (typeof HOW_OVER)[number] }
  | { readonly do: "reply"; readonly how: "ok" | "failed" | "gone" }
  | { readonly do: "draw"; readonly columns: number; readonly rows: number }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "detach" | "attach" };

const ANSWERS = ["a", "s", "t", "p", "C", "O", "N", "F", "I", "R", "M", "o"];
const PRESSES = [
  ..."astpdrDnbASXmuh?qyCONFIRMoj1234c",
  ...["enter", "escape", "tab", "back-tab", "up", "down", "page-up", "page-down", "backspace", "clear-line"],
];
const SESSIONS = [SESSION, "other222"] as const;

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PRESSES).map((press) => ({ do: "press" as const, press })) },
  { weight: 8, arbitrary: fc.constantFrom(...ANSWERS).map((press) => ({ do: "press" as const, press })) },
  { weight: 6, arbitrary: fc.constant({ do: "draw" as const, columns: 80, rows: 24 }) },
  { weight: 1, arbitrary: fc.string().map((text) => ({ do: "paste" as const, text })) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      session: fc.constantFrom(0 as const, 1 as const),
      changes: fc.record({
        line: fc.oneof(fc.constantFrom("ls > a", "rm x\n".repeat(50)), fc.string({ unit: "binary" })),
        ruling: fc.constantFrom("ask" as const, "confirm" as const),
        rememberable: fc.constantFrom("yes" as const, "no" as const),
        waiting: fc.nat(2),
        askedAtMs: fc.nat(1_000_000),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("over" as const),
      which: fc.nat(5),
      how: fc.constantFrom(...HOW_OVER),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("reply" as const),
      how: fc.constantFrom("ok" as const, "failed" as const, "gone" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("draw" as const),
      columns: fc.integer({ min: 10, max: 130 }),
      rows: fc.integer({ min: 2, max: 40 }),
    }),
  },
  { weight: 3, arbitrary: fc.nat(1_500).map((ms) => ({ do: "wait" as const, ms })) },
  { weight: 1, arbitrary: fc.constantFrom({ do: "detach" as const }, { do: "attach" as const }) },
);

type Request = Extract<Action, { kind: "request" }>;

/** What a daemon would have said to it. */
function replyTo(one: Play, { session, ask }: Request, how: "ok" | "failed" | "gone"): void {
  const ok = { id: 1, ok: true as const };
  const replies: Record<string, object> = {
    card: { card: cardOf("check" in ask ? (ask.check ?? "") : "") },
    ladder: { ladder: LADDER },
    "resolve-all": {
      results: ask.op === "resolve-all" ? ask.checks.map((check) => ({ check, done: "yes" })) : [],
    },
    mode: { mode: "plan" },
    revoke: { line: "x" },
  };
  const answer =
    how === "gone"
      ? { kind: "gone", reason: "over" }
      : how === "failed"
        ? { kind: "reply", reply: { id: 1, ok: false, code: "FAILED", message: "no" } }
        : { kind: "reply", reply: { ...ok, ...replies[ask.op] } };
  one.happen({ kind: "replied", session, exchange: { ask, answer } as never });
}

function take(one: Play, step: Step, open: Request[]): void {
  switch (step.do) {
    case "press":
      return one.happen({ kind: "key", key: keyFor(step.press) });
    case "paste":
      return one.happen({ kind: "key", key: { kind: "paste", text: step.text } });
    case "ask":
      return one.tell({ event: "question", question: pendingOf(step.changes) }, SESSIONS[step.session]);
    case "over": {
      const all = one.state.sessions.flatMap(({ name, questions }) =>
        questions.map(({ asked }) => [name, asked.id] as const),
      );
      const found = all[step.which % Math.max(1, all.length)];
      if (found) one.tell({ event: "over", check: found[1], how: step.how }, found[0]);
      return;
    }
    case "reply": {
      const request = open.shift();
      if (request) replyTo(one, request, step.how);
      return;
    }
    case "draw":
      return void one.draw({ columns: step.columns, rows: step.rows });
    case "wait":
      one.nowMs += step.ms;
      return;
    case "detach":
      return one.happen({ kind: "detached", session: "other222", why: "over" });
    case "attach":
      return one.happen({
        kind: "attached",
        session: "other222",
        status: statusOf(),
        pending: [],
        recent: [],
      });
  }
}

/** `before`: what the person had in front of them when the key was pressed. */
function checkRequest({ session, ask }: Request, before: State, nowMs: number): void {
  expect(CONTROL_REQUEST.safeParse({ ...ask, v: 1, id: 1 }).success).toBe(true);
  if (ask.op === "resolve") {
    expect(before.front?.id).toBe(ask.check);
    expect(before.drawn?.front).toBe(`question ${session} ${ask.check}`);
    expect(frontQuestion(before)?.sent).toBeUndefined();
    if (isAllow(ask.decision)) checkAllow(ask, before, nowMs);
  }
  if (ask.op !== "resolve-all" || before.open.kind !== "bulk") return;
  const seen = before.open.entries.filter((entry) => entry.seen === "yes").map(({ check }) => check);
  expect(ask.checks.filter((check) => !seen.includes(check))).toEqual([]);
}

function checkAllow({ confirm }: AskOf<"resolve">, before: State, nowMs: number): void {
  const { front } = before;
  expect(front?.seen).toBe("all");
  expect(frontQuestion(before)?.asked.ruling === "confirm").toBe(confirm === true);
  const sinceMs = front?.by === "itself" ? front.sinceMs : 0;
  expect(nowMs - (sinceMs ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(TOO_QUICK_MS);
}

test("never throws; each answer is for what was on the screen, long enough, and seen to its end", () => {
  let allowed = 0;
  const run = (steps: readonly Step[]): void => {
    const one = play([]);
    const open: Request[] = [];
    for (const step of steps) {
      const before = one.state;
      const from = one.actions.length;
      take(one, step, open);
      const requests = one.actions.slice(from).filter((action) => action.kind === "request");
      for (const request of requests) checkRequest(request, before, one.nowMs);
      open.push(...requests);
      allowed += requests.filter(({ ask }) => ask.op === "resolve" && isAllow(ask.decision)).length;
      // What is in front is there.
      if (one.state.front?.kind === "question") expect(frontQuestion(one.state)).toBeDefined();
    }
  };
  void fc.assert(fc.property(fc.array(STEP, { maxLength: 120, size: "max" }), run), { numRuns: 300 });
  expect(allowed).toBeGreaterThan(0);
});

test("typed text never reaches another question", () => {
  void fc.assert(
    fc.property(fc.array(fc.constantFrom(...PRESSES), { maxLength: 60 }), (presses) => {
      const [first, second] = [
        pendingOf({ line: "ls > a", askedAtMs: 1 }),
        pendingOf({ line: "ls > b", askedAtMs: 2 }),
      ];
      const one = play([first, second]);
      one.look();
      one.type("rsecret");
      one.tell({ event: "over", check: first.id, how: "timed-out" });
      one.nowMs += 10_000;
      const reachesEscape = presses.includes("escape");
      one.press(...presses);
      const sent = one.asks().filter((ask) => ask.op === "resolve");
      if (!reachesEscape) expect(sent).toEqual([]);
      for (const ask of sent) expect(JSON.stringify(ask)).not.toContain("secret");
    }),
  );
});
