/** What of a person's answer is remembered, for whom and for how long. */
import { describe, expect, test } from "vitest";
import { createApprovals } from "../../src/approval/approvals.ts";
import type { Decision, Question } from "../../src/approval/question.ts";
import { createClock, question } from "./fixture.ts";

const HOUR_MS = 3_600_000;

function answer(decision: Decision, changes: Partial<Question> = {}) {
  const clock = createClock();
  const approvals = createApprovals(clock);
  const asked = question(clock, { key: "same", ...changes });
  const waiter = approvals.ask(asked);
  const outcome = approvals.resolve(asked.id, decision);
  return { clock, approvals, asked, waiter, outcome };
}

const REMEMBERED: {
  name: string;
  decision: Decision;
  changes?: Partial<Question>;
  ask: boolean;
  confirm: boolean;
}[] = [
  { name: "once is not remembered", decision: { kind: "once" }, ask: false, confirm: false },
  { name: "deny is not remembered", decision: { kind: "deny" }, ask: false, confirm: false },
  { name: "session answers an ask", decision: { kind: "session" }, ask: true, confirm: false },
  { name: "timed answers an ask", decision: { kind: "timed" }, ask: true, confirm: false },
  { name: "always is kept for the session", decision: { kind: "always" }, ask: true, confirm: false },
  {
    name: "CONFIRM typed for an ask does not answer a confirm",
    decision: { kind: "session", confirm: "typed" },
    ask: true,
    confirm: false,
  },
  {
    name: "a confirmed confirm answers both",
    decision: { kind: "session", confirm: "typed" },
    changes: { ruling: "confirm" },
    ask: true,
    confirm: true,
  },
  {
    name: "a confirm without the confirmation is no answer",
    decision: { kind: "session" },
    changes: { ruling: "confirm" },
    ask: false,
    confirm: false,
  },
  {
    name: "what a rule never lets be remembered is not",
    decision: { kind: "session" },
    changes: { rememberable: "no" },
    ask: false,
    confirm: false,
  },
];

describe("grants", () => {
  test.each(REMEMBERED)("$name", ({ decision, changes, ask, confirm }) => {
    const { approvals } = answer(decision, changes);
    expect(approvals.grants.find("same", "ask") !== undefined).toBe(ask);
    expect(approvals.grants.find("same", "confirm") !== undefined).toBe(confirm);
    expect(approvals.grants.find("other", "ask")).toBeUndefined();
  });

  test("a deny for the session counts before every allow, for both rulings", () => {
    const { approvals, clock } = answer({ kind: "session", confirm: "typed" }, { ruling: "confirm" });
    const again = question(clock, { key: "same" });
    approvals.ask(again);
    approvals.resolve(again.id, { kind: "deny-session", reason: "not today" });
    for (const ruling of ["ask", "confirm"] as const)
      expect(approvals.grants.find("same", ruling)).toMatchObject({ says: "deny", reason: "not today" });
  });

  test("a confirm question can be denied for the session without the confirmation", () => {
    const { approvals } = answer({ kind: "deny-session" }, { ruling: "confirm" });
    expect(approvals.grants.find("same", "confirm")).toMatchObject({ says: "deny" });
  });

  test("a grant tells what was shown, and which check was answered", () => {
    const { approvals, asked, clock } = answer({ kind: "timed", reason: "release day" });
    expect(approvals.grants.list()).toEqual([
      {
        id: asked.id,
        key: "same",
        line: asked.line,
        cwd: asked.cwd,
        says: "allow",
        answers: "ask",
        grantedAtMs: clock.nowMs(),
        ends: { atMs: clock.nowMs() + HOUR_MS },
        reason: "release day",
      },
    ]);
  });

  test("timed ends after its hour, session does not", () => {
    const timed = answer({ kind: "timed" });
    timed.clock.pass(HOUR_MS - 1);
    expect(timed.approvals.grants.find("same", "ask")).toBeDefined();
    timed.clock.pass(1);
    expect(timed.approvals.grants.find("same", "ask")).toBeUndefined();
    expect(timed.approvals.grants.list()).toEqual([]);
    const session = answer({ kind: "session" });
    session.clock.pass(100 * HOUR_MS);
    expect(session.approvals.grants.find("same", "ask")).toBeDefined();
  });

  test("a grant can be taken back, once", () => {
    const { approvals, asked } = answer({ kind: "session" });
    expect(approvals.grants.revoke("check-0")).toBeUndefined();
    expect(approvals.grants.revoke(asked.id)).toMatchObject({ id: asked.id });
    expect(approvals.grants.revoke(asked.id)).toBeUndefined();
    expect(approvals.grants.find("same", "ask")).toBeUndefined();
  });

  test("the end of the session ends the grants", () => {
    const { approvals } = answer({ kind: "session" });
    approvals.end("the session is over");
    expect(approvals.grants.list()).toEqual([]);
  });

  test("a grant is there before the asker goes on", async () => {
    const { approvals, waiter } = answer({ kind: "session" });
    await waiter.answer;
    expect(approvals.grants.find("same", "ask")).toBeDefined();
  });
});

describe("the person is told what became of the decision", () => {
  const rows: { name: string; decision: Decision; changes?: Partial<Question>; note: RegExp | undefined }[] =
    [
      { name: "session needs no note", decision: { kind: "session" }, note: undefined },
      { name: "always is a matter of whoever saves the rule", decision: { kind: "always" }, note: undefined },
      {
        name: "always, where a rule wants to be asked in each session",
        decision: { kind: "always" },
        changes: { rememberable: "session" },
        note: /for the session at most/,
      },
      {
        name: "an hour, where a rule wants to be asked in each session",
        decision: { kind: "timed" },
        changes: { rememberable: "session" },
        note: /for the session at most/,
      },
      {
        name: "session, where a rule forbids it",
        decision: { kind: "session" },
        changes: { rememberable: "no" },
        note: /only be allowed once/,
      },
      {
        name: "a deny, where a rule forbids remembering, needs no note",
        decision: { kind: "deny" },
        changes: { rememberable: "no" },
        note: undefined,
      },
    ];
  test.each(rows)("$name", ({ decision, changes, note }) => {
    const { outcome } = answer(decision, changes);
    if (outcome.kind !== "resolved") throw new Error(outcome.kind);
    if (note) expect(outcome.note).toMatch(note);
    else expect(outcome.note).toBeUndefined();
  });

  test("once, after the asker gave up", () => {
    const clock = createClock();
    const approvals = createApprovals(clock);
    const asked = question(clock);
    approvals.ask(asked).withdraw();
    expect(approvals.resolve(asked.id, { kind: "once" })).toMatchObject({
      note: expect.stringMatching(/given up/),
    });
  });
});
