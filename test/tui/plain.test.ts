/** The linear console: what is read out, and which words answer what. */
import { describe, expect, test } from "vitest";
import type { Pending } from "../../src/protocol/question-messages.ts";
import type { Status } from "../../src/protocol/status-message.ts";
import { type Approver, createApprover } from "../../src/tui/approver.ts";
import type { Ask, Exchange, LinkListener } from "../../src/tui/link.ts";
import { CARD_WAIT_MS } from "../../src/tui/next-draw.ts";
import { PlainConsole } from "../../src/tui/plain.ts";
import { HOSTILE } from "../display/hostile-corpus.ts";
import { cardOf, LADDER, pendingOf, statusOf } from "./questions.ts";

interface Plain {
  readonly asked: Ask[];
  readonly listener: LinkListener;
  readonly approver: Approver;
  /** Everything that was printed since the last look. */
  said(): string;
  /** After a moment in which a person reads. */
  type(line: string): Promise<string>;
  /** Time goes by without a word. */
  wait(ms: number): Promise<string>;
}

async function start(
  pending: readonly Pending[],
  status: Partial<Status> = {},
  card: Promise<object> = Promise.resolve({ id: 1, ok: false, code: "NOT_FOUND", message: "none" }),
): Promise<Plain> {
  const asked: Ask[] = [];
  let printed: string[] = [];
  let nowMs = 1_000_000;
  let listener: LinkListener | undefined;
  const plain = new PlainConsole({ columns: 80, print: (row) => void printed.push(row) });
  const approver = createApprover({
    draw: (state) => plain.announce(state),
    notice: () => undefined,
    quit: () => printed.push("QUIT"),
    nowMs: () => nowMs,
  });
  const reply = (ask: Ask): object => {
    const id = 1;
    if (ask.op === "subscribe") return { id, ok: true, status: statusOf(status), pending, recent: [] };
    if (ask.op === "ladder") return { id, ok: true, ladder: LADDER };
    if (ask.op === "resolve-all")
      return { id, ok: true, results: ask.checks.map((check) => ({ check, done: "yes" })) };
    return { id, ok: true, mode: "plan", line: "x" };
  };
  await approver.attach("k3j9ab2c", "console", (given) => {
    listener = given;
    return Promise.resolve({
      request: (ask: Ask) => {
        asked.push(ask);
        const replied = ask.op === "card" ? card : Promise.resolve(reply(ask));
        return replied.then((one) => ({ ask, answer: { kind: "reply", reply: one } }) as Exchange);
      },
      end: () => undefined,
    });
  });
  const settle = async (): Promise<void> => {
    await new Promise((done) => setImmediate(done));
    approver.drawNow();
  };
  const said = (): string => {
    const text = printed.join("\n");
    printed = [];
    return text;
  };
  await settle();
  if (!listener) throw new Error("it was not opened");
  return {
    asked,
    listener,
    approver,
    said,
    async wait(ms) {
      nowMs += ms;
      await settle();
      return said();
    },
    async type(line) {
      nowMs += 1_000;
      plain.hear(line, approver);
      await settle();
      return said();
    },
  };
}

const answers = ({ asked }: Plain) => asked.filter(({ op }) => op === "resolve" || op === "resolve-all");

test("a question is read out whole, with how to answer", async () => {
  const plain = await start([pendingOf({ line: "make\n\tinstall" })]);
  const said = plain.said();
  for (const text of [
    "question 1: needs a look",
    "line 2 of 2: <tab>install",
    "because: ",
    "answer: once, session",
  ])
    expect(said).toContain(text);
  plain.approver.stop();
});

describe("a question is read out with what is known about it", () => {
  test("when its card comes", async () => {
    const question = pendingOf();
    let give: (reply: object) => void = () => undefined;
    const card = new Promise<object>((resolve) => {
      give = resolve;
    });
    const plain = await start([question], {}, card);
    expect(plain.said()).not.toContain("question 1");
    give({ id: 1, ok: true, card: cardOf(question.id, { effects: ["deletes 214 files"] }) });
    expect(await plain.wait(1)).toContain("does: deletes 214 files");
    plain.approver.stop();
  });

  test("and cannot be answered before", async () => {
    const plain = await start([pendingOf()], {}, new Promise(() => undefined));
    expect(await plain.type("once")).toContain("nothing was answered");
    expect(answers(plain)).toEqual([]);
    plain.approver.stop();
  });

  test("or without it, when it takes too long", async () => {
    const plain = await start([pendingOf()], {}, new Promise(() => undefined));
    expect(await plain.wait(CARD_WAIT_MS - 1)).not.toContain("question 1");
    expect(await plain.wait(1)).toContain("question 1: ");
    plain.approver.stop();
  });
});

test.for(["once", "o"])("what must be confirmed: confirm, CONFIRM, %s", async (word) => {
  const plain = await start([pendingOf({ ruling: "confirm" })]);
  expect(await plain.type("once")).not.toContain("Enter");
  expect(await plain.type("confirm")).toContain("to allow it type CONFIRM");
  expect(await plain.type("CONFIRM")).toContain("for how long?");
  await plain.type(word);
  expect(answers(plain)).toMatchObject([{ decision: "once", confirm: true }]);
  plain.approver.stop();
});

test.for(["yes", "y"])("full-auto is asked once more, %s switches", async (word) => {
  const plain = await start([]);
  expect(await plain.type("mode full-auto")).toContain("type yes to switch");
  await plain.type("no");
  expect(await plain.type("mode full-auto")).toContain("type yes to switch");
  await plain.type(word);
  expect(plain.asked.filter(({ op }) => op === "mode")).toEqual([{ op: "mode", mode: "full-auto" }]);
  plain.approver.stop();
});

describe("words", () => {
  test.for([
    ["once", { decision: "once" }],
    ["session", { decision: "session" }],
    ["hour", { decision: "timed" }],
    ["deny", { decision: "deny" }],
    ["deny use staging, please", { decision: "deny", reason: "use staging, please" }],
    ["deny session", { decision: "deny-session" }],
  ] as const)("%s", async ([word, expected]) => {
    const plain = await start([pendingOf()]);
    await plain.type(word);
    expect(answers(plain)).toMatchObject([expected]);
    plain.approver.stop();
  });

  test("always: the rules are read out, a number and a file choose", async () => {
    const plain = await start([pendingOf()]);
    expect(await plain.type("always")).toContain("rule 2, suggested: npm install with any package");
    await plain.type("1 project");
    expect(answers(plain)).toMatchObject([{ decision: "always", save: { rung: "exact", layer: "project" } }]);
    plain.approver.stop();
  });

  test("confirm: the word, then how long", async () => {
    const plain = await start([pendingOf({ ruling: "confirm" })]);
    expect(await plain.type("once")).toContain("must be confirmed");
    expect(await plain.type("confirm")).toContain("type CONFIRM");
    expect(await plain.type("confirm")).toContain("nothing was answered");
    await plain.type("confirm");
    expect(await plain.type("CONFIRM")).toContain("for how long?");
    await plain.type("session");
    expect(answers(plain)).toMatchObject([{ decision: "session", confirm: true }]);
    plain.approver.stop();
  });

  test("all: listed, and asked once more", async () => {
    const questions = [pendingOf({ askedAtMs: 1 }), pendingOf({ askedAtMs: 2, line: "make" })];
    const plain = await start([...questions, pendingOf({ ruling: "confirm" })]);
    const said = await plain.type("all session");
    for (const text of ["allow for the session, 2 in all", "command: make", "left out: 1", "type yes"])
      expect(said).toContain(text);
    await plain.type("yes");
    expect(answers(plain)).toMatchObject([{ checks: questions.map(({ id }) => id), decision: "session" }]);
    plain.approver.stop();
  });

  test("list, show, mode, help, quit, and what is none of them", async () => {
    const plain = await start([pendingOf({ askedAtMs: 1 }), pendingOf({ askedAtMs: 2, line: "make" })]);
    plain.said();
    expect(await plain.type("list")).toContain("2, needs a look, session k3j9ab2c: make");
    expect(await plain.type("show 2")).toContain("question 2: needs a look");
    expect(await plain.type("show 7")).toContain("no question 7 waits");
    expect(await plain.type("mode PLAN")).toContain("mode plan now");
    expect(await plain.type("help")).toContain("once: allow this time");
    expect(await plain.type("\u001b[2J")).toContain("<U+001B>[2j is not a word");
    expect(await plain.type("quit")).toContain("QUIT");
    expect(answers(plain)).toEqual([]);
    plain.approver.stop();
  });
});

test("a question that goes away while somebody types: the word counts for nothing until the next one was heard", async () => {
  const [first, second] = [pendingOf({ askedAtMs: 1 }), pendingOf({ askedAtMs: 2, line: "make" })];
  const plain = await start([first, second]);
  plain.listener.onEvent({ event: "over", check: first.id, how: "denied" });
  plain.approver.drawNow();
  expect(plain.said()).toContain("question 2 is in front now; type next to hear it");
  expect(await plain.type("once")).toContain("nothing was answered");
  expect(answers(plain)).toEqual([]);
  expect(await plain.type("next")).toContain("command: make");
  await plain.type("once");
  expect(answers(plain)).toMatchObject([{ check: second.id }]);
  plain.approver.stop();
});

test("a loop is read out and answered", async () => {
  const plain = await start([], {
    loops: [{ id: "l", intent: "deletes", spellings: ["rm x"], spelled: 2, tried: 3, lastAtMs: 1 }],
  });
  expect(plain.said()).toContain("the agent tries the same again and again: deletes");
  await plain.type("again");
  expect(plain.asked.at(-1)).toEqual({ op: "loop", loop: "l", answer: "ask-again" });
  plain.approver.stop();
});

test.for(HOSTILE.map(([name, text]) => [name, text] as const))(
  "hostile text is spelled out: %s",
  async ([, line]) => {
    const plain = await start([pendingOf({ line, cwd: line, reasons: [line], chain: ["a", line] })]);
    const said = `${plain.said()}\n${await plain.type("list")}`;
    expect(said.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    plain.approver.stop();
  },
);
