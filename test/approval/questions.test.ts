/** Questions: each asker hears one answer, and only a person's allow is an allow. */
import { describe, expect, test } from "vitest";
import type { Answer, Decision, DecisionKind } from "../../src/approval/question.ts";
import { createQuestions, GAVE_UP_MS } from "../../src/approval/questions.ts";
import { createClock, question, TIMEOUT_MS } from "./fixture.ts";

function start(maxPending?: number) {
  const clock = createClock();
  const { nowMs, setTimer } = clock;
  return { clock, questions: createQuestions({ nowMs, setTimer, ...(maxPending ? { maxPending } : {}) }) };
}

/** What has been said so far: a promise that is still open says nothing. */
async function heard(answer: Promise<Answer>): Promise<Answer | "nothing yet"> {
  return Promise.race([answer, Promise.resolve("nothing yet" as const)]);
}

const ONCE: Decision = { kind: "once" };

describe("a person's decision reaches the asker", () => {
  const rows: { decision: Decision; says: Partial<Answer> }[] = [
    { decision: { kind: "once" }, says: { kind: "allowed", scope: "once" } },
    { decision: { kind: "session" }, says: { kind: "allowed", scope: "session" } },
    { decision: { kind: "timed" }, says: { kind: "allowed", scope: "timed" } },
    { decision: { kind: "always" }, says: { kind: "allowed", scope: "session" } },
    {
      decision: { kind: "deny", reason: "not on Friday" },
      says: { kind: "denied", reason: "not on Friday" },
    },
  ];
  test.each(rows)("$decision.kind", async ({ decision, says }) => {
    const { clock, questions } = start();
    const asked = question(clock);
    const { answer, state } = questions.ask(asked);
    expect(state).toBe("new");
    expect(await heard(answer)).toBe("nothing yet");
    expect(questions.resolve(asked.id, decision).kind).toBe("resolved");
    expect(await answer).toEqual({ question: asked.id, ...says });
    expect(questions.list()).toEqual([]);
    expect(clock.timerCount()).toBe(0);
  });
});

describe("what cannot be resolved changes nothing", () => {
  test("an id that nobody asked with", async () => {
    const { clock, questions } = start();
    const { answer } = questions.ask(question(clock));
    expect(questions.resolve("check-0", ONCE)).toEqual({ kind: "not-found" });
    expect(questions.list()).toHaveLength(1);
    expect(await heard(answer)).toBe("nothing yet");
  });

  test("a question that was answered: the second answer is not heard", async () => {
    const { clock, questions } = start();
    const asked = question(clock);
    const { answer } = questions.ask(asked);
    questions.resolve(asked.id, { kind: "deny" });
    expect(questions.resolve(asked.id, ONCE)).toEqual({ kind: "not-found" });
    expect(await answer).toMatchObject({ kind: "denied" });
  });

  test("a confirm question without the confirmation, for every kind of allow", async () => {
    const { clock, questions } = start();
    const asked = question(clock, { ruling: "confirm" });
    const { answer } = questions.ask(asked);
    for (const kind of ["once", "session", "timed", "always"] satisfies DecisionKind[])
      expect(questions.resolve(asked.id, { kind }).kind).toBe("needs-confirm");
    expect(await heard(answer)).toBe("nothing yet");
    expect(questions.resolve(asked.id, { kind: "once", confirm: "typed" }).kind).toBe("resolved");
    expect(await answer).toMatchObject({ kind: "allowed" });
  });

  test("a confirm question can be denied without the confirmation", async () => {
    const { clock, questions } = start();
    const asked = question(clock, { ruling: "confirm" });
    const { answer } = questions.ask(asked);
    expect(questions.resolve(asked.id, { kind: "deny" }).kind).toBe("resolved");
    expect(await answer).toMatchObject({ kind: "denied" });
  });
});

describe("the clock", () => {
  test("a question that nobody answers times out", async () => {
    const { clock, questions } = start();
    const asked = question(clock);
    const { answer } = questions.ask(asked);
    clock.pass(TIMEOUT_MS - 1);
    expect(await heard(answer)).toBe("nothing yet");
    clock.pass(1);
    expect(await answer).toEqual({ kind: "timed-out", question: asked.id });
    expect(questions.resolve(asked.id, ONCE).kind).toBe("not-found");
  });

  test("an answer after the time is too late, even if the timer slept with the machine", async () => {
    const { clock, questions } = start();
    const asked = question(clock);
    const { answer } = questions.ask(asked);
    clock.jump(TIMEOUT_MS);
    expect(questions.resolve(asked.id, ONCE).kind).toBe("not-found");
    expect(await answer).toMatchObject({ kind: "timed-out" });
  });

  test("a time beyond what timers can hold does not fire at once", async () => {
    const { clock, questions } = start();
    let longestMs = 0;
    const setTimer = (delayMs: number, run: () => void) => {
      longestMs = Math.max(longestMs, delayMs);
      return clock.setTimer(delayMs, run);
    };
    const { ask } = createQuestions({ nowMs: clock.nowMs, setTimer });
    ask(question(clock, { expiresAtMs: Number.MAX_SAFE_INTEGER }));
    expect(longestMs).toBeLessThan(2 ** 31);
    expect(questions.list()).toEqual([]);
  });
});

describe("time runs only for what is in front of a person", () => {
  function askTen() {
    const { clock, questions } = start();
    const asked = Array.from({ length: 10 }, () => question(clock));
    const answers = asked.map((one) => questions.ask(one).answer);
    const waiting = () => questions.list().map(({ id }) => asked.findIndex((one) => one.id === id));
    return { clock, questions, asked, answers, waiting };
  }
  const minutes = (count: number) => count * 60_000;

  test("of ten with no approver to be seen, the oldest: each has five minutes, the last ones what is left of half an hour", () => {
    const { clock, waiting } = askTen();
    const left: number[][] = [];
    for (let turn = 0; turn < 6; turn++) {
      clock.pass(TIMEOUT_MS);
      left.push(waiting());
    }
    expect(left.slice(0, 5).map((ids) => ids[0])).toEqual([1, 2, 3, 4, 5]);
    expect(left[5]).toEqual([]);
  });

  test("what an approver looks at, and no other", () => {
    const { clock, questions, asked, waiting } = askTen();
    questions.setFocus({}, asked[3]?.id);
    clock.pass(TIMEOUT_MS - 1);
    expect(waiting()).toHaveLength(10);
    clock.pass(1);
    expect(waiting()).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
  });

  test("what was looked at for a while has the rest of its time later", () => {
    const { clock, questions, asked, waiting } = askTen();
    const approver = {};
    questions.setFocus(approver, asked[3]?.id);
    clock.pass(minutes(4));
    questions.setFocus(approver, asked[4]?.id);
    clock.pass(minutes(4));
    questions.setFocus(approver, asked[3]?.id);
    clock.pass(minutes(1));
    expect(waiting()).not.toContain(3);
    expect(waiting()).toContain(4);
  });

  test("two approvers, two questions", () => {
    const { clock, questions, asked, waiting } = askTen();
    questions.setFocus({}, asked[1]?.id);
    questions.setFocus({}, asked[2]?.id);
    clock.pass(TIMEOUT_MS);
    expect(waiting()).toEqual([0, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("when the approver has gone, the clock goes on for the oldest", () => {
    const { clock, questions, asked, waiting } = askTen();
    const approver = {};
    questions.setFocus(approver, asked[9]?.id);
    clock.pass(minutes(1));
    questions.setFocus(approver, undefined);
    clock.pass(TIMEOUT_MS);
    expect(waiting()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("one whose asker gave up ends after ten minutes, looked at or not", () => {
    const { clock, questions } = start();
    const first = question(clock);
    const gone = question(clock);
    questions.ask(first);
    questions.ask(gone).withdraw();
    questions.setFocus({}, first.id);
    clock.pass(GAVE_UP_MS);
    expect(questions.list().map(({ id }) => id)).not.toContain(gone.id);
  });

  test("nothing is kept of those that are over", () => {
    const { clock, questions, asked } = askTen();
    for (const { id } of asked) questions.resolve(id, ONCE);
    expect(clock.timerCount()).toBe(0);
  });
});

describe("identical checks", () => {
  test("are one question, and all hear the answer", async () => {
    const { clock, questions } = start();
    const first = question(clock, { key: "same" });
    const asked = [first, question(clock, { key: "same" }), question(clock, { key: "same" })].map(
      questions.ask,
    );
    expect(asked.map(({ state }) => state)).toEqual(["new", "joined", "joined"]);
    expect(questions.list()).toMatchObject([{ id: first.id, waiting: 3 }]);
    questions.resolve(first.id, ONCE);
    for (const { answer } of asked)
      expect(await answer).toMatchObject({ kind: "allowed", question: first.id });
  });

  test("under another ruling are another question", () => {
    const { clock, questions } = start();
    questions.ask(question(clock, { key: "same" }));
    expect(questions.ask(question(clock, { key: "same", ruling: "confirm" })).state).toBe("new");
    expect(questions.list()).toHaveLength(2);
  });

  test("one that withdraws leaves the others waiting", async () => {
    const { clock, questions } = start();
    const first = question(clock, { key: "same" });
    const gone = questions.ask(first);
    const stays = questions.ask(question(clock, { key: "same" }));
    gone.withdraw();
    gone.withdraw();
    expect(await gone.answer).toEqual({ kind: "withdrawn" });
    expect(questions.list()).toMatchObject([{ waiting: 1 }]);
    questions.resolve(first.id, ONCE);
    expect(await stays.answer).toMatchObject({ kind: "allowed" });
  });
});

describe("an asker that gave up waiting", () => {
  function giveUp(changes: Parameters<typeof question>[1] = {}) {
    const { clock, questions } = start();
    const asked = question(clock, { key: "same", ...changes });
    questions.ask(asked).withdraw();
    const again = () => questions.ask(question(clock, { key: "same", ...changes }));
    return { clock, questions, asked, again };
  }

  test("leaves its question for ten minutes, longer than its own time", () => {
    const { clock, questions } = giveUp();
    expect(questions.list()).toMatchObject([{ waiting: 0, expiresAtMs: clock.nowMs() + GAVE_UP_MS }]);
    clock.pass(GAVE_UP_MS - 1);
    expect(questions.list()).toHaveLength(1);
    clock.pass(1);
    expect(questions.list()).toEqual([]);
    expect(clock.timerCount()).toBe(0);
  });

  test("an allow answers the next identical check, once", async () => {
    const { questions, asked, again } = giveUp();
    questions.resolve(asked.id, { kind: "once", reason: "fine" });
    const next = again();
    expect(next.state).toBe("early");
    expect(await next.answer).toEqual({ kind: "allowed", question: asked.id, scope: "once", reason: "fine" });
    expect(again().state).toBe("new");
  });

  test("an allow is not kept for ever", () => {
    const { clock, questions, asked, again } = giveUp();
    questions.resolve(asked.id, ONCE);
    clock.pass(GAVE_UP_MS);
    expect(again().state).toBe("new");
  });

  test("an allow of an ask does not answer a confirm", () => {
    const { clock, questions, asked, again } = giveUp();
    questions.resolve(asked.id, ONCE);
    expect(questions.ask(question(clock, { key: "same", ruling: "confirm" })).state).toBe("new");
    expect(again().state).toBe("early");
  });

  test("an allow for the session is a grant, and not kept a second time", () => {
    const { questions, asked, again } = giveUp();
    questions.resolve(asked.id, { kind: "session" });
    expect(again().state).toBe("new");
  });

  test("a deny is not kept: the next one is asked", () => {
    const { questions, asked, again } = giveUp();
    questions.resolve(asked.id, { kind: "deny" });
    expect(again().state).toBe("new");
  });

  test("the same check again is the same question, with a new clock", async () => {
    const { clock, questions, asked, again } = giveUp();
    clock.pass(GAVE_UP_MS - 1);
    const next = again();
    expect(next.state).toBe("joined");
    expect(questions.list()).toMatchObject([
      { id: asked.id, waiting: 1, expiresAtMs: clock.nowMs() + TIMEOUT_MS },
    ]);
    clock.pass(TIMEOUT_MS);
    expect(await next.answer).toMatchObject({ kind: "timed-out" });
  });
});

describe("the end of the session", () => {
  test("denies what waits, keeps nothing, and asks nobody any more", async () => {
    const { clock, questions } = start();
    const gone = question(clock, { key: "gone" });
    questions.ask(gone).withdraw();
    questions.resolve(gone.id, ONCE);
    const waiting = [questions.ask(question(clock)), questions.ask(question(clock))];
    questions.denyAll("the session is over");
    for (const { answer } of waiting)
      expect(await answer).toEqual({ kind: "refused", reason: "the session is over" });
    const late = questions.ask(question(clock, { key: "gone" }));
    expect(await late.answer).toMatchObject({ kind: "refused" });
    expect([questions.list().length, clock.timerCount()]).toEqual([0, 0]);
  });
});

describe("bounds", () => {
  test("1,000 questions wait at once, oldest first, and each hears its own answer", async () => {
    const { clock, questions } = start();
    const all = Array.from({ length: 1_000 }, () => question(clock));
    const asked = all.map(questions.ask);
    expect(questions.list().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    for (const { id } of all.toReversed()) questions.resolve(id, ONCE);
    const answers = await Promise.all(asked.map(({ answer }) => answer));
    expect(answers).toEqual(all.map(({ id }) => ({ kind: "allowed", scope: "once", question: id })));
  });

  test("one too many is refused at once, those before it wait on", async () => {
    const { clock, questions } = start(2);
    questions.ask(question(clock));
    questions.ask(question(clock, { key: "same" }));
    expect(await questions.ask(question(clock)).answer).toMatchObject({ kind: "refused" });
    expect(questions.ask(question(clock, { key: "same" })).state).toBe("joined");
    expect(questions.list()).toHaveLength(2);
  });

  test("a question that nobody waits for makes room", () => {
    const { clock, questions } = start(2);
    questions.ask(question(clock, { key: "gone" })).withdraw();
    questions.ask(question(clock, { key: "stays" }));
    expect(questions.ask(question(clock, { key: "new" })).state).toBe("new");
    expect(questions.list().map(({ key }) => key)).toEqual(["stays", "new"]);
  });

  test("a line that no person can read is refused", async () => {
    const { clock, questions } = start();
    const line = "x".repeat(300 * 1024);
    expect(await questions.ask(question(clock, { line })).answer).toMatchObject({ kind: "refused" });
  });

  test.each([
    { name: "long lines", line: "x".repeat(200 * 1024) },
    { name: "lines that grow when they are written as JSON", line: "\u0001".repeat(50 * 1024) },
  ])("$name are taken as long as the whole list fits one message", ({ line }) => {
    const { clock, questions } = start();
    const states = Array.from({ length: 50 }, () => questions.ask(question(clock, { line })).state);
    expect(states[0]).toBe("new");
    expect(states.at(-1)).toBe("refused");
    expect(Buffer.byteLength(JSON.stringify(questions.list()))).toBeLessThan(4 * 1024 * 1024);
    for (const { id } of questions.list()) questions.resolve(id, { kind: "deny" });
    expect(questions.ask(question(clock, { line })).state).toBe("new");
  });

  test("100,000 questions that came and went, each in its way, leave nothing behind", () => {
    const { clock, questions } = start();
    for (let round = 0; round < 25_000; round++) {
      const [allowed, denied, late, gone] = Array.from({ length: 4 }, () => question(clock));
      if (!allowed || !denied || !late || !gone) throw new Error("four questions");
      questions.ask(allowed);
      questions.ask(denied);
      questions.ask(late);
      questions.ask(gone).withdraw();
      questions.resolve(allowed.id, { kind: "session" });
      questions.resolve(denied.id, { kind: "deny" });
      clock.pass(GAVE_UP_MS);
    }
    expect([questions.list().length, clock.timerCount()]).toEqual([0, 0]);
    const full = Array.from({ length: 2_000 }, () => questions.ask(question(clock)).state);
    expect(new Set(full)).toEqual(new Set(["new"]));
  });
});
