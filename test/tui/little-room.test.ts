/** Where there is little room, or little to choose: what is said, and what is left out. */
import { describe, expect, test } from "vitest";
import type { Ladder } from "../../src/protocol/card-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { PLAIN, type Play, play, questionsNamed, SESSION, SMALL } from "./play.ts";
import { cardOf, LADDER, pendingOf, statusOf } from "./questions.ts";

const NARROW = { columns: 40, rows: 12 };

function withLadder(ladder: Ladder): string {
  const question = pendingOf();
  const one = play([question]);
  one.look();
  one.press("p");
  one.happen({
    kind: "replied",
    session: SESSION,
    exchange: {
      ask: { op: "ladder", check: question.id },
      answer: { kind: "reply", reply: { id: 1, ok: true, ladder } },
    },
  });
  return one.draw({ columns: 80, rows: 40 }).join("\n");
}

function twoSessions(): Play {
  const one = play([pendingOf()], { cwd: "/home/me/shop", tier: "gate+hooks+seatbelt and more" });
  one.happen({
    kind: "attached",
    session: "other222",
    status: statusOf({ session: "other222", cwd: "/home/me/a-folder-with-a-long-name" }),
    pending: [pendingOf({ session: "other222", askedAtMs: 1_000_001 })],
    recent: [],
  });
  return one;
}

describe("40 columns, 12 rows", () => {
  test("what must be done first is said first", () => {
    const one = play([pendingOf({ line: "echo\n".repeat(300) })]);
    one.look();
    expect(one.draw(NARROW).join("\n")).toContain("│ PgDn: THE COMMAND GOES ON");
    one.press("a");
    expect(one.draw(NARROW).join("\n")).toContain("└ PgDn first:");
  });

  test.for([
    ["one question", 1],
    ["several questions", 3],
  ] as const)("the way out stays among the keys: %s", ([, count]) => {
    const lines = Array.from({ length: count }, (_, index) => `ls > ${index}`);
    const rows = play(questionsNamed(...lines)).draw(NARROW);
    expect(rows.join("\n")).toContain("[q] leave");
    expect(rows.join("\n")).toContain("[?] help");
  });
});

describe("the header", () => {
  test("at 80 columns the counts stay, the tier goes", () => {
    const [header] = twoSessions().draw(SMALL);
    expect(header).toContain("2 wait · 120 checked · 4 denied");
    expect(header).toContain(`${SESSION} shop`);
    expect(header).not.toContain("gate+hooks");
  });

  test("sessions are told apart by their folders, in the queue too", () => {
    const rows = twoSessions().draw(SMALL).join("\n");
    expect(rows).toContain("other222 a-folder-with-a~");
  });
});

describe("the list of rules", () => {
  test("keys are offered where there is something to choose", () => {
    const [rung] = LADDER.rungs;
    const [file] = LADDER.files;
    if (!rung || !file) throw new Error("the ladder of the tests is empty");
    const single = withLadder({ ...LADDER, rungs: [rung], files: [file], suggested: rung.kind });
    expect(single).not.toContain("another rule");
    expect(single).not.toContain("project's file");
    const whole = withLadder(LADDER);
    expect(whole).toContain("another rule");
    expect(whole).toContain("project's file");
    expect(whole).toContain("allowed from now on without a question:");
  });

  test("no rule is marked where the exact words are left out, and it is said why", () => {
    const { suggested: _, ...rest } = LADDER;
    const text = withLadder({ ...rest, rungs: rest.rungs.slice(1), noExact: "left out: they hold a secret" });
    expect(text).toContain("left out: they hold a secret");
    expect(text).toContain("choose a rule");
    expect(text).not.toMatch(/suggested|● 1|\(x\) 1|as it would stand there/);
  });

  test("what it would not answer does not stand under NEW", () => {
    const rungs = LADDER.rungs.map((rung) => ({ ...rung, answers: [] }));
    expect(withLadder({ ...LADDER, rungs })).toMatch(/past +would not answer: npm publish/);
  });
});

test("what a reason says already is not said again under does", () => {
  const question: Pending = pendingOf({ reasons: ["deletes 214 files below build/"] });
  const one = play([question]);
  one.happen({
    kind: "replied",
    session: SESSION,
    exchange: {
      ask: { op: "card", check: question.id },
      answer: { kind: "reply", reply: { id: 1, ok: true, card: cardOf(question.id) } },
    },
  });
  const rows = one.draw().join("\n");
  expect(rows.split("deletes 214 files")).toHaveLength(2);
  expect(rows).toContain("installs left-pad from");
  // Without colours the parts are told by the signs of guard check.
  expect(one.draw(SMALL, PLAIN).join("\n")).toMatch(/\n│ {3}\?{20} {4}x{12}\n/);
});

test("a list of one is it", () => {
  const one = play([pendingOf()]);
  one.look();
  one.press("X");
  one.draw();
  expect(one.draw().join("\n")).toContain("[y] deny it");
});
