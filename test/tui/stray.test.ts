/** Typing that was meant for somebody else answers nothing. */
import { describe, expect, test } from "vitest";
import type { Pending } from "../../src/protocol/question-messages.ts";
import type { Key } from "../../src/tui/key.ts";
import { gatherKeys } from "../../src/tui/key-burst.ts";
import { KeyReader } from "../../src/tui/keys.ts";
import { STRAY_MS } from "../../src/tui/stray.ts";
import { keyFor, type Play, play, SESSION } from "./play.ts";
import { LADDER, pendingOf } from "./questions.ts";

/** As fast as a person types; the daemon answers at once. */
function typeAt(one: Play, text: string, betweenMs = 120): void {
  for (const letter of text) {
    one.press(letter === "\n" ? "enter" : letter);
    for (const ask of one.asks())
      if (ask.op === "ladder" && one.state.open.kind === "ladder" && !one.state.open.ladder)
        one.happen({
          kind: "replied",
          session: SESSION,
          exchange: { ask, answer: { kind: "reply", reply: { id: 1, ok: true, ladder: LADDER } } },
        });
    one.nowMs += betweenMs;
  }
}

const lookedAt = (question: Pending): Play => {
  const one = play([question]);
  one.look();
  return one;
};

const answers = (one: Play) => one.asks().filter(({ op }) => op !== "ladder");

describe("words that are typed into the console decide nothing", () => {
  test.for([
    ["please and Enter saves no rule", "please\n"],
    ["a question with d in it denies nothing", "why did"],
    ["a sentence in which every answer occurs", "why does it say perhaps to that and\n"],
    ["a name that begins with p and has Enter after it", "python\n"],
    ["a mode's letter behind stray ones switches nothing", "mix up\n"],
  ] as const)("%s", ([, text]) => {
    const one = lookedAt(pendingOf());
    typeAt(one, text);
    expect(answers(one)).toEqual([]);
    expect(one.note()).toContain("that looks like typing");
    expect(one.actions.some(({ kind }) => kind === "quit")).toBe(false);
  });

  test("the same with u, where something could be taken back", () => {
    const one = lookedAt(pendingOf());
    one.state = {
      ...one.state,
      lastGiven: { to: "one", grants: [{ session: SESSION, grant: "g1" }], taken: 0 },
    };
    typeAt(one, "lu");
    expect(answers(one)).toEqual([]);
  });

  test("the letter behind the word CONFIRM", () => {
    const one = lookedAt(pendingOf({ ruling: "confirm" }));
    typeAt(one, "CONFIRMation so");
    expect(answers(one)).toEqual([]);
  });

  test("after a pause keys count again", () => {
    const one = lookedAt(pendingOf());
    one.press("w");
    one.nowMs += STRAY_MS;
    one.press("d");
    expect(answers(one)).toHaveLength(1);
  });

  test("a key that came too early for its card is not stray: the next one counts", () => {
    const one = play([], { suggestion: { id: "s1", because: "you said no", modes: ["plan"] } });
    for (const _press of [1, 2, 3]) {
      one.press("p");
      one.nowMs += 300;
    }
    expect(answers(one)).toHaveLength(1);
  });

  test("keys that mean something may follow each other as fast as one likes", () => {
    const one = play([pendingOf({ askedAtMs: 1 }), pendingOf({ askedAtMs: 2 })]);
    one.look();
    one.press("tab", "n", "b", "d");
    expect(answers(one)).toHaveLength(1);
  });
});

describe("what one read of the terminal brings", () => {
  const pressAll = (one: Play, text: string): void => {
    one.draw();
    for (const key of gatherKeys(new KeyReader().push(Buffer.from(text)))) one.happen({ kind: "key", key });
  };

  test.for([
    ["two letters", "aa"],
    ["an answer and Enter", "p\r"],
    ["a line", "yes do it\r"],
    ["CONFIRM and an answer", "CONFIRMo"],
  ] as const)("%s answer nothing on a card", ([, text]) => {
    const one = lookedAt(pendingOf());
    pressAll(one, text);
    expect(one.asks()).toEqual([]);
    expect(one.note()).toContain("several keys at once answer nothing");
  });

  test.for([
    ["in the list of rules", "p"],
    ["in the list of all", "A"],
    ["in the choice of modes", "m"],
  ] as const)("nor %s", ([, press]) => {
    const one = lookedAt(pendingOf());
    typeAt(one, press);
    pressAll(one, "yp\r");
    expect(answers(one)).toEqual([]);
  });

  test("is text where text is typed, up to Enter", () => {
    const question = pendingOf();
    const one = lookedAt(question);
    one.press("r");
    pressAll(one, "use pnpm\rd");
    expect(answers(one)).toEqual([
      { op: "resolve", check: question.id, decision: "deny", reason: "use pnpm" },
    ]);
  });

  test("is the word CONFIRM, but not the answer behind it", () => {
    const one = lookedAt(pendingOf({ ruling: "confirm" }));
    one.press("C");
    pressAll(one, "ONFIRMo");
    expect(one.state.open).toEqual({ kind: "confirm", text: "CONFIRM" });
    expect(answers(one)).toEqual([]);
  });

  test("Ctrl-C among them still leaves", () => {
    const one = lookedAt(pendingOf());
    pressAll(one, "abc\u0003");
    expect(one.actions.at(-1)).toEqual({ kind: "quit" });
  });

  test("arrows that are held down are single keys", () => {
    const down: Key = keyFor("down");
    expect(gatherKeys([down, down, down])).toEqual([down, down, down]);
  });
});
