/** What keys do on which card, and what they never do. */
import { describe, expect, test } from "vitest";
import { CONTROL_REQUEST, MOST_BULK } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { MOST_AT_ONCE } from "../../src/tui/keys-bulk.ts";
import { LONGEST_REASON } from "../../src/tui/keys-input.ts";
import type { Ask } from "../../src/tui/link.ts";
import { type Play, play, questionsNamed, SESSION } from "./play.ts";
import { LADDER, pendingOf, statusOf } from "./questions.ts";

const looked = (question: Pending, ...more: readonly Pending[]): Play => {
  const one = play([question, ...more]);
  one.look();
  return one;
};

describe("each key is one answer to the question on the screen", () => {
  test.for([
    ["a allows once", "a", "once"],
    ["s allows for the session", "s", "session"],
    ["t allows for an hour", "t", "timed"],
    ["d denies", "d", "deny"],
    ["Enter denies", "enter", "deny"],
    ["D denies for the session", "D", "deny-session"],
  ] as const)("%s", ([, press, decision]) => {
    const question = pendingOf();
    const one = looked(question);
    one.press(press);
    expect(one.asks()).toEqual([{ op: "resolve", check: question.id, decision }]);
    expect(CONTROL_REQUEST.safeParse({ v: 1, id: 1, ...one.asks()[0] }).success).toBe(true);
  });

  test("r denies with what was typed", () => {
    const question = pendingOf();
    const one = looked(question);
    one.type("ruse staging!");
    one.press("backspace", "enter");
    expect(one.asks()).toEqual([
      { op: "resolve", check: question.id, decision: "deny", reason: "use staging" },
    ]);
  });

  test("p shows the ladder; the suggested rule and the first file are chosen, keys choose others", () => {
    const question = pendingOf();
    const one = looked(question);
    one.press("p");
    one.happen({
      kind: "replied",
      session: SESSION,
      exchange: {
        ask: { op: "ladder", check: question.id },
        answer: { kind: "reply", reply: { id: 1, ok: true, ladder: LADDER } },
      },
    });
    one.press("up", "j", "enter");
    expect(one.asks().at(-1)).toEqual({
      op: "resolve",
      check: question.id,
      decision: "always",
      save: { layer: "project", rung: "exact" },
    });
  });

  test("where the exact words are left out no rule is chosen before a person does", () => {
    const question = pendingOf();
    const one = looked(question);
    const { suggested: _, ...rest } = LADDER;
    const ladder = { ...rest, rungs: rest.rungs.slice(1), noExact: "the exact words are left out" };
    one.press("p");
    const sent = one.asks().length;
    one.happen({
      kind: "replied",
      session: SESSION,
      exchange: {
        ask: { op: "ladder", check: question.id },
        answer: { kind: "reply", reply: { id: 1, ok: true, ladder } },
      },
    });
    one.press("enter");
    expect(one.asks()).toHaveLength(sent);
    expect(one.draw().join("\n")).toContain("choose a rule first");
    one.press("down", "enter");
    expect(one.asks().at(-1)).toMatchObject({ decision: "always", save: { rung: "flags" } });
  });

  test("a second key while the answer is on its way sends nothing", () => {
    const one = looked(pendingOf());
    one.press("a", "s", "d");
    expect(one.asks()).toHaveLength(1);
  });

  test("u takes the last remembered answer back", () => {
    const question = pendingOf();
    const one = looked(question);
    one.press("s");
    one.happen({
      kind: "replied",
      session: SESSION,
      exchange: {
        ask: { op: "resolve", check: question.id, decision: "session" },
        answer: { kind: "reply", reply: { id: 1, ok: true, grant: "g1" } },
      },
    });
    one.press("u");
    expect(one.asks().at(-1)).toEqual({ op: "revoke", grant: "g1" });
  });
});

describe("nobody allows what they have not seen", () => {
  test.for(["a", "s", "t", "p"])("%s within 400 ms after a card came by itself does nothing", (press) => {
    const one = play([pendingOf()]);
    one.draw();
    one.nowMs += 399;
    one.press(press);
    expect(one.asks()).toEqual([]);
    expect(one.note()).toContain("just come");
    one.nowMs += 1;
    one.press(press);
    expect(one.asks()).toHaveLength(1);
  });

  test("a card that the person went to may be answered at once", () => {
    const [first, second] = questionsNamed("ls > a", "ls > b");
    const one = looked(first as Pending, second as Pending);
    one.press("tab", "a");
    expect(one.asks()).toEqual([{ op: "resolve", check: second?.id, decision: "once" }]);
  });

  test("a key that comes before the card was drawn does nothing", () => {
    const [first, second] = questionsNamed("ls > a", "ls > b") as [Pending, Pending];
    const one = looked(first, second);
    one.tell({ event: "over", check: first.id, how: "denied" });
    one.nowMs += 5_000;
    one.happen({ kind: "key", key: { kind: "letter", letter: "a" } });
    one.happen({ kind: "key", key: { kind: "letter", letter: "d" } });
    expect(one.asks()).toEqual([]);
  });

  test("Enter that was meant for a card before does not deny the next one", () => {
    const one = play([pendingOf()]);
    one.press("enter");
    expect(one.asks()).toEqual([]);
  });

  test("a long command must be scrolled to its end first", () => {
    const question = pendingOf({
      line: Array.from({ length: 60 }, (_, index) => `echo ${index}`).join("\n"),
    });
    const one = looked(question);
    one.press("a");
    expect(one.asks()).toEqual([]);
    expect(one.note()).toContain("PgDn");
    for (let page = 0; page < 10; page++) one.press("page-down");
    one.press("a");
    expect(one.asks()).toEqual([{ op: "resolve", check: question.id, decision: "once" }]);
  });

  test("the same id with another text is a new card", () => {
    const question = pendingOf();
    const one = looked(question);
    one.tell({ event: "question", question: { ...question, line: "rm -rf ~" } });
    one.press("a");
    expect(one.asks()).toEqual([]);
  });

  test("a paste is never keys, and is told of", () => {
    const one = looked(pendingOf());
    one.happen({ kind: "key", key: { kind: "paste", text: "aaasd\r" } });
    expect(one.asks()).toEqual([]);
    expect(one.note()).toContain("a paste answers nothing");
  });

  test("what holds once can only be answered once", () => {
    const question = pendingOf({ rememberable: "no" });
    const one = looked(question);
    one.press("s", "t", "p", "D");
    expect(one.asks()).toEqual([]);
    one.press("a");
    expect(one.asks()).toHaveLength(1);
  });
});

describe("what must be confirmed", () => {
  const confirm = () => pendingOf({ ruling: "confirm", risk: "dangerous", can: ["destroy the stack"] });

  test.for(["a", "s", "t", "p"])("%s alone does nothing but say so", (press) => {
    const one = looked(confirm());
    one.press(press);
    expect(one.asks()).toEqual([]);
    expect(one.note()).toContain("CONFIRM");
  });

  test.for([
    ["o", "once"],
    ["s", "session"],
  ] as const)("the word, then %s", ([press, decision]) => {
    const question = confirm();
    const one = looked(question);
    one.type(`CONFIRM${press}`);
    expect(one.asks()).toEqual([{ op: "resolve", check: question.id, decision, confirm: true }]);
  });

  test("the word, then p: the ladder, and its answer is confirmed", () => {
    const question = confirm();
    const one = looked(question);
    one.type("CONFIRMp");
    one.happen({
      kind: "replied",
      session: SESSION,
      exchange: {
        ask: { op: "ladder", check: question.id },
        answer: { kind: "reply", reply: { id: 1, ok: true, ladder: LADDER } },
      },
    });
    one.press("enter");
    expect(one.asks().at(-1)).toMatchObject({ decision: "always", confirm: true });
  });

  test.for([
    ["small letters are not the word", "confirms"],
    ["half of the word is not the word", "CONFIs"],
  ])("%s", ([, typed]) => {
    const one = looked(confirm());
    one.type(typed as string);
    one.press("enter");
    expect(one.asks()).toEqual([]);
  });

  test.for([
    ["Enter on the card denies", ["enter"]],
    ["Enter on the empty line denies", ["c", "backspace", "enter"]],
  ] as const)("%s", ([, presses]) => {
    const one = looked(confirm());
    one.press(...presses);
    expect(one.asks()).toMatchObject([{ decision: "deny" }]);
  });

  test("a small c is seen, and the note after a wrong word goes away with the input", () => {
    const one = looked(confirm());
    one.type("confirm this, pl");
    expect(one.draw().join("\n")).toContain("> confirm this, pl");
    one.press("enter");
    expect(one.note()).toBe("type CONFIRM in capital letters (Esc clears)");
    one.press("escape");
    expect(one.note()).toBeUndefined();
  });

  test("the word cannot be pasted", () => {
    const one = looked(confirm());
    one.press("c");
    one.happen({ kind: "key", key: { kind: "paste", text: "CONFIRM" } });
    one.press("s");
    expect(one.asks()).toEqual([]);
  });
});

describe("a question that is over", () => {
  test("goes away with a note, and the next one comes", () => {
    const [first, second] = questionsNamed("ls > a", "ls > b") as [Pending, Pending];
    const one = looked(first, second);
    one.tell({ event: "over", check: first.id, how: "allowed" });
    expect(one.note()).toBe("answered elsewhere: allowed: ls > a");
    expect(one.state.front).toMatchObject({ id: second.id, by: "itself" });
  });

  test("in mid-typing: the text goes nowhere, and what else is typed answers nothing", () => {
    const [first, second] = questionsNamed("ls > a", "ls > b") as [Pending, Pending];
    const one = looked(first, second);
    one.type("rplease");
    one.tell({ event: "over", check: first.id, how: "timed-out" });
    one.nowMs += 5_000;
    one.type(" use staging as ad");
    one.press("enter");
    expect(one.asks()).toEqual([]);
    one.press("escape");
    expect(one.state.open).toEqual({ kind: "card" });
    one.press("d");
    expect(one.asks()).toEqual([{ op: "resolve", check: second.id, decision: "deny" }]);
  });

  test("our own answer is told by its reply, not as somebody else's", () => {
    const question = pendingOf();
    const one = looked(question);
    one.press("a");
    one.tell({ event: "over", check: question.id, how: "allowed" });
    expect(one.note()).toBeUndefined();
  });

  test("an answer that came too late says so", () => {
    const question = pendingOf();
    const one = looked(question);
    one.press("a");
    one.happen({
      kind: "replied",
      session: SESSION,
      exchange: {
        ask: { op: "resolve", check: question.id, decision: "once" },
        answer: { kind: "reply", reply: { id: 1, ok: false, code: "NOT_FOUND", message: "it is over" } },
      },
    });
    expect(one.note()).toBe("not answered: it is over");
    expect(one.state.front).toBeUndefined();
  });
});

describe("order and focus", () => {
  const focused = (one: Play): (string | undefined)[] =>
    one.actions.flatMap((action) =>
      action.kind === "request" && action.ask.op === "focus"
        ? [(action.ask as { check?: string }).check]
        : [],
    );

  test("the oldest first, whatever order they come in; others do not push it away", () => {
    const [first, second, third] = questionsNamed("a", "b", "c") as [Pending, Pending, Pending];
    const one = play([second]);
    one.tell({ event: "question", question: third });
    one.tell({ event: "question", question: first });
    expect(one.state.front?.id).toBe(second.id);
    expect(one.state.sessions[0]?.questions.map(({ asked }) => asked.id)).toEqual([
      first.id,
      second.id,
      third.id,
    ]);
    expect(focused(one)).toEqual([second.id]);
  });

  test("Tab and n go on, shift-Tab and b go back, round about; the daemon is told each time", () => {
    const all = questionsNamed("a", "b", "c");
    const one = play(all);
    one.press("tab", "n", "n", "back-tab", "b");
    const [a, b, c] = all.map(({ id }) => id);
    expect(focused(one)).toEqual([a, b, c, a, c, b]);
  });

  test("of two sessions only one has something in front", () => {
    const one = play([pendingOf({ askedAtMs: 5 })]);
    const other = pendingOf({ askedAtMs: 9, session: "other222" });
    one.happen({ kind: "attached", session: "other222", status: statusOf(), pending: [other], recent: [] });
    one.press("tab");
    expect(one.actions.slice(-3)).toMatchObject([
      { session: SESSION, ask: { op: "focus" } },
      { session: "other222", ask: { op: "focus", check: other.id } },
      { session: "other222", ask: { op: "card" } },
    ]);
    one.happen({ kind: "detached", session: "other222", why: "the agent exited" });
    expect(one.note()).toContain("the agent exited");
    expect(one.state.front?.session).toBe(SESSION);
  });

  test("notice is given for the first of several only", () => {
    const one = play();
    for (const question of questionsNamed("a", "b")) one.tell({ event: "question", question });
    expect(one.actions.filter(({ kind }) => kind === "notice")).toHaveLength(1);
  });
});

describe("all at once", () => {
  test("A lists, y sends what was listed, without what needs CONFIRM, is too long or has a warning", () => {
    const plain = questionsNamed("ls > a", "ls > b");
    const left = [
      pendingOf({ ruling: "confirm" }),
      pendingOf({ line: "x".repeat(300) }),
      pendingOf({ line: "echo \u001b[2J" }),
      pendingOf({ rememberable: "no" }),
    ];
    const one = looked(plain[0] as Pending, ...plain.slice(1), ...left);
    one.press("A");
    expect(one.draw().join("\n")).toContain("left out: 1 must be confirmed");
    one.press("y");
    expect(one.asks()).toEqual([
      { op: "resolve-all", checks: plain.map(({ id }) => id), decision: "session" },
    ]);
  });

  test("a list says in which other folder a command would run, and leaves out one with a name to beware of", () => {
    const here = pendingOf({ line: "./build.sh" });
    const there = pendingOf({ line: "./build.sh", cwd: "/tmp/elsewhere" });
    const one = looked(here, there, pendingOf({ line: "./build.sh", cwd: "/tmp/a\u202eb" }));
    one.press("A");
    const rows = one.draw().join("\n");
    expect(rows).toContain("/tmp/elsewhere");
    expect(rows).not.toContain("/home/me/project");
    expect(rows).toContain("left out: 1 with a warning");
  });

  test("what comes after the list was shown is not answered", () => {
    const plain = questionsNamed("ls > a", "ls > b");
    const one = looked(plain[0] as Pending, ...plain.slice(1));
    one.press("X");
    one.draw();
    one.tell({ event: "question", question: pendingOf({ askedAtMs: 5 }) });
    one.press("y");
    expect(one.asks()).toMatchObject([{ checks: plain.map(({ id }) => id), decision: "deny" }]);
  });

  test("what was not on the screen is not sent; scrolling shows it", () => {
    const many = questionsNamed(...Array.from({ length: 40 }, (_, index) => `ls > ${index}`));
    const one = looked(many[0] as Pending, ...many.slice(1));
    one.press("A", "y");
    const [first] = one.asks() as Extract<Ask, { op: "resolve-all" }>[];
    expect(first?.checks.length).toBeGreaterThan(5);
    expect(first?.checks.length).toBeLessThan(40);
    one.press("A", "page-down", "page-down", "page-down", "page-down", "y");
    expect((one.asks().at(-1) as Extract<Ask, { op: "resolve-all" }>).checks).toHaveLength(40);
  });

  test("the first drawing of a list does not say that nothing of it was shown", () => {
    const many = questionsNamed(...Array.from({ length: 40 }, (_, index) => `ls > ${index}`));
    const one = looked(many[0] as Pending, ...many.slice(1));
    one.press("A");
    expect(one.draw().join("\n")).toContain("allow those on this screen");
    expect(one.draw().join("\n")).toMatch(/allow the [1-9]\d* that were shown/);
  });

  test.for(["escape", "n", "q"])("%s goes back and answers nothing", (press) => {
    const one = looked(pendingOf());
    one.press("S", press);
    expect(one.state.open).toEqual({ kind: "card" });
    expect(one.asks()).toEqual([]);
    expect(one.actions.some(({ kind }) => kind === "quit")).toBe(false);
  });
});

describe("cards that nobody waits for", () => {
  const loop = { id: "l1", intent: "deletes", spellings: ["rm x"], spelled: 4, tried: 6, lastAtMs: 1 };

  test("a loop: a asks again, Enter goes on denying", () => {
    const one = play([], { loops: [loop] });
    one.look();
    one.press("a", "enter");
    expect(one.asks()).toEqual([
      { op: "loop", loop: "l1", answer: "ask-again" },
      { op: "loop", loop: "l1", answer: "seen" },
    ]);
  });

  test("a suggestion: a mode's letter takes it, n stays, others do nothing", () => {
    const one = play([], { suggestion: { id: "s1", because: "you said no", modes: ["plan"] } });
    one.look();
    one.press("f");
    one.nowMs += 400;
    one.press("p", "n");
    expect(one.asks()).toEqual([
      { op: "suggestion", suggestion: "s1", mode: "plan" },
      { op: "suggestion", suggestion: "s1" },
    ]);
  });

  test("a question takes the place of one that came by itself, and quick keys allow nothing", () => {
    const one = play([], { loops: [loop] });
    one.look();
    one.tell({ event: "question", question: pendingOf() });
    one.press("a");
    expect(one.asks()).toEqual([]);
    expect(one.state.front?.kind).toBe("question");
  });
});

describe("a session that is over", () => {
  const recent = (line: string, atMs: number) => ({
    check: line,
    line,
    atMs,
    verdict: "allow" as const,
    by: "user",
    reason: "",
  });

  test("leaves what was decided in it, newest first, until it comes again", () => {
    const one = play([]);
    one.tell({ event: "recent", recent: recent("ls of the first", 1) });
    one.happen({ kind: "attached", session: "other222", status: statusOf(), pending: [], recent: [] });
    one.tell({ event: "recent", recent: recent("ls of the second", 2) }, "other222");
    one.happen({ kind: "detached", session: SESSION, why: "the agent exited" });
    const rows = one.draw({ columns: 80, rows: 40 }).join("\n");
    expect(rows.indexOf("ls of the second")).toBeGreaterThan(0);
    expect(rows.indexOf("ls of the first")).toBeGreaterThan(rows.indexOf("ls of the second"));
    expect(rows).toContain(SESSION);
    one.happen({ kind: "attached", session: SESSION, status: statusOf(), pending: [], recent: [] });
    expect(one.state.past).toEqual([]);
    expect(one.note()).toBeUndefined();
  });

  test("keeps a hundred at most", () => {
    const one = play([]);
    for (let at = 0; at < 80; at++) one.tell({ event: "recent", recent: recent(`ls ${at}`, at) });
    one.happen({
      kind: "attached",
      session: "other222",
      status: statusOf(),
      pending: [],
      recent: Array.from({ length: 80 }, (_, at) => recent(`cat ${at}`, 100 + at)),
    });
    one.happen({ kind: "detached", session: SESSION, why: "over" });
    one.happen({ kind: "detached", session: "other222", why: "over" });
    expect(one.state.past).toHaveLength(100);
    expect(one.state.past.at(-1)?.line).toBe("cat 79");
  });
});

test("m and a letter switch the session's mode", () => {
  const one = play([]);
  one.press("m", "p");
  expect(one.asks()).toEqual([{ op: "mode", mode: "plan" }]);
});

describe("full-auto is asked once more", () => {
  const suggestion = { id: "s1", because: "you said yes", modes: ["full-auto" as const] };

  test.for([
    ["in the choice of modes, y switches", ["m", "f", "y"], [{ op: "mode", mode: "full-auto" }]],
    ["in the choice of modes, n does not", ["m", "f", "n"], []],
    ["in the choice of modes, Enter does not", ["m", "f", "enter"], []],
    ["in the choice of modes, a second f does not", ["m", "f", "f"], []],
  ] as const)("%s", ([, presses, asks]) => {
    const one = looked(pendingOf());
    one.press(...presses);
    expect(one.asks()).toEqual(asks);
    expect(one.state.open).toEqual({ kind: "card" });
  });

  test.for([
    ["y", [{ op: "suggestion", suggestion: "s1", mode: "full-auto" }]],
    ["escape", []],
  ] as const)("on the card that suggests it, %s", ([press, asks]) => {
    const one = play([], { suggestion });
    one.look();
    one.press("f", press);
    expect(one.asks()).toEqual(asks);
  });

  test("what it would let run is counted", () => {
    const one = looked(pendingOf(), pendingOf(), pendingOf({ ruling: "confirm" }));
    one.press("m", "f");
    expect(one.draw().join("\n")).toContain("2 questions that wait will run now");
  });

  test("y before the question was drawn does nothing", () => {
    const one = looked(pendingOf());
    one.press("m", "f");
    one.happen({ kind: "key", key: { kind: "letter", letter: "y" } });
    expect(one.asks()).toEqual([]);
  });
});

describe("u after a list was answered", () => {
  const given = (one: Play, session: string, ...grants: readonly string[]): void => {
    const results = grants.map((grant) => ({ check: grant, done: "yes" as const, grant }));
    one.happen({
      kind: "replied",
      session,
      exchange: {
        ask: { op: "resolve-all", checks: [...grants], decision: "session" },
        answer: { kind: "reply", reply: { id: 1, ok: true, results } },
      },
    });
  };

  test("takes all of it back, of all sessions", () => {
    const questions = questionsNamed("ls > a", "ls > b");
    const one = looked(questions[0] as Pending, ...questions.slice(1));
    one.press("A", "y");
    given(one, SESSION, "g1", "g2");
    given(one, "other222", "g3");
    one.nowMs += 1_000;
    one.press("u");
    expect(one.asks().slice(-3)).toEqual(["g1", "g2", "g3"].map((grant) => ({ op: "revoke", grant })));
    for (const grant of ["g1", "g2", "g3"])
      one.happen({
        kind: "replied",
        session: SESSION,
        exchange: {
          ask: { op: "revoke", grant },
          answer: { kind: "reply", reply: { id: 1, ok: true, line: "ls" } },
        },
      });
    expect(one.note()).toContain("3 of 3");
    one.press("u");
    expect(one.asks().at(-1)).toEqual({ op: "revoke", grant: "g3" });
    expect(one.asks().filter(({ op }) => op === "revoke")).toHaveLength(3);
  });

  test("is about the last list only", () => {
    const one = looked(pendingOf());
    given(one, SESSION, "g1");
    one.press("A", "y");
    given(one, SESSION, "g2");
    one.nowMs += 1_000;
    one.press("u");
    expect(one.asks().filter(({ op }) => op === "revoke")).toEqual([{ op: "revoke", grant: "g2" }]);
  });
});

test.for(["q", "interrupt"])("%s leaves and answers nothing", (press) => {
  const one = looked(pendingOf());
  one.press(press);
  expect(one.actions.at(-1)).toEqual({ kind: "quit" });
  expect(one.asks()).toEqual([]);
});

test("limits are those of the protocol", () => {
  expect(MOST_AT_ONCE).toBe(MOST_BULK);
  const ask = { v: 1, id: 1, op: "resolve", check: "x", decision: "deny" };
  expect(CONTROL_REQUEST.safeParse({ ...ask, reason: "x".repeat(LONGEST_REASON) }).success).toBe(true);
  expect(CONTROL_REQUEST.safeParse({ ...ask, reason: "x".repeat(LONGEST_REASON + 1) }).success).toBe(false);
});
