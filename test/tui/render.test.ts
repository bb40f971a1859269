/** What is on the screen: everything that matters, nothing that drives a terminal, in any size. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeVisible } from "../../src/core/visible.ts";
import { columnsOf } from "../../src/display/columns.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { viewCard } from "../../src/tui/card-view.ts";
import type { Size } from "../../src/tui/frame.ts";
import type { Look } from "../../src/tui/look.ts";
import { renderCard } from "../../src/tui/render.ts";
import { EVERYDAY, HOSTILE } from "../display/hostile-corpus.ts";
import { ASCII, COLOURED, PLAIN, type Play, play, questionsNamed, SESSION } from "./play.ts";
import { cardOf, LADDER, pendingOf } from "./questions.ts";

const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
  { columns: 40, rows: 10 },
  { columns: 120, rows: 40 },
  { columns: 24, rows: 6 },
];
const LOOKS: readonly (readonly [string, Look])[] = [
  ["coloured", COLOURED],
  ["plain", PLAIN],
  ["ASCII", ASCII],
];

const SMALL: Size = { columns: 80, rows: 24 };
const giveCard = (one: Play, question: Pending, changes = {}): void =>
  one.happen({
    kind: "replied",
    session: SESSION,
    exchange: {
      ask: { op: "card", check: question.id },
      answer: { kind: "reply", reply: { id: 1, ok: true, card: cardOf(question.id, changes) } },
    },
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are guard's own
const uncoloured = (row: string): string => row.replace(/\u001b\[[0-9;]*m/g, "");

function expectClean(rows: readonly string[], { columns, rows: height }: Size): void {
  expect(rows).toHaveLength(height);
  for (const row of rows.map(uncoloured)) {
    expect(row).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(columnsOf(row)).toBeLessThanOrEqual(columns);
  }
}

describe("an everyday question at 80x24 needs no scrolling", () => {
  const question = pendingOf({ instead: "npm ci" });
  const one = play([question]);
  giveCard(one, question);
  const rows = one.draw(SMALL);
  const screen = rows.join("\n");

  test.for([
    ["whose session", "k3j9ab2c · claude · default · gate+hooks"],
    ["how bad", "needs a look"],
    ["how long", "5 min 00 s left"],
    ["the command behind its bar", "│ ┃ npm install left-pad && rm -rf build"],
    ["why", "because  installs packages from the network"],
    ["what it does", "deletes 214 files below build/"],
    ["what else", "instead  npm ci"],
    ["where", "in       /home/me/project"],
    ["who", "from     claude > bash > npm"],
    ["which rule", "rule     mode.default: in DEFAULT"],
    ["allow", "[a] allow once"],
    ["deny", "[d] deny"],
    ["help", "[?] help"],
  ])("%s", ([, text]) => expect(screen).toContain(text));

  test("without colours the parts are marked below", () =>
    expect(screen).toContain("????????????????????    xxxxxxxxxxxx"));
  test("with colours by underlined colours", () =>
    expect(one.draw(SMALL, COLOURED).join("\n")).toContain("\u001b[1;4;31mrm -rf build\u001b[0m"));
  test("nothing scrolls", () => expect(screen).not.toMatch(/rows? \d+ .*of/));
});

describe("small screens still say what is asked and how to answer", () => {
  test.for([
    { columns: 40, rows: 12 },
    { columns: 40, rows: 10 },
  ])("$columns x $rows", (size) => {
    const one = play(questionsNamed("npm test", "ls > b"));
    const screen = one.draw(size).join("\n");
    for (const text of ["npm test", "because", "left", "[a] allow once", "[d] deny", "[?] help", "1 of 2"])
      expect(screen).toContain(text);
  });

  test("too small: nothing is shown, and nothing can be allowed", () => {
    const one = play([pendingOf()]);
    expect(one.draw({ columns: 23, rows: 24 })[0]).toContain("needs 24x6");
    one.nowMs += 1_000;
    one.happen({ kind: "key", key: { kind: "letter", letter: "a" } });
    expect(one.asks()).toEqual([]);
  });
});

describe.for(LOOKS)("hostile commands, %s", ([, look]) => {
  test.for(HOSTILE.map(([name, text]) => [name, text] as const))("%s", ([, line]) => {
    for (const size of SIZES) {
      const question = pendingOf({
        line,
        cwd: `/work/${line}`,
        reasons: [line],
        chain: ["claude", line],
        instead: line,
        can: [line],
      });
      const one = play([question, pendingOf({ line, askedAtMs: 1_000_001 })]);
      giveCard(one, question, {
        effects: [line],
        rule: { id: line, says: line, where: line },
        texts: [
          {
            title: "the script",
            path: line,
            text: line,
            change: { sinceMs: 1, rows: [{ kind: "added", text: line }] },
          },
        ],
      });
      one.tell({
        event: "recent",
        recent: { check: "x", atMs: 1, verdict: "deny", by: line, line, reason: line },
      });
      expectClean(one.draw(size, look), size);
    }
  });
});

test.for([...HOSTILE.map(([name, text]) => [name, text] as const), ...EVERYDAY])(
  "the whole command can be reached and only then allowed: %s",
  ([, line]) => {
    const size = { columns: 40, rows: 12 };
    const question = pendingOf({ line });
    const one = play([question]);
    const bar = "│ ┃ ";
    const seen = new Map<number, string>();
    const look = (): void => {
      const rows = one.draw(size);
      const from = one.state.drawn?.from ?? 0;
      const top = rows.findIndex((row) => row.startsWith("◆")) + 1;
      for (const [index, row] of rows.entries())
        if (row.startsWith(bar)) seen.set(from + index - top, row.slice(bar.length));
    };
    look();
    one.nowMs += 1_000;
    for (let page = 0; page < 2_000 && one.state.front?.seen !== "all"; page++) {
      one.happen({ kind: "key", key: { kind: "letter", letter: "a" } });
      expect(one.asks()).toEqual([]);
      one.happen({ kind: "key", key: { kind: "named", name: "page-down" } });
      look();
    }
    const shown = [...seen].toSorted(([a], [b]) => a - b).map(([, row]) => row);
    expect(shown.join("")).toBe(makeVisible(line));
    one.happen({ kind: "key", key: { kind: "letter", letter: "a" } });
    expect(one.asks()).toEqual([{ op: "resolve", check: question.id, decision: "once" }]);
  },
);

describe("other cards hold hostile text, too", () => {
  const HARD = "rm \u001b[2J\u202e\n x";
  const opened: readonly (readonly [string, () => Play])[] = [
    [
      "the ladder",
      () => {
        const question = pendingOf();
        const one = play([question]);
        one.look();
        one.press("p");
        const rungs = LADDER.rungs.map((rung) => ({
          ...rung,
          rule: HARD,
          description: HARD,
          widens: [HARD],
          answers: [HARD],
          misses: [HARD],
        }));
        one.happen({
          kind: "replied",
          session: SESSION,
          exchange: {
            ask: { op: "ladder", check: question.id },
            answer: {
              kind: "reply",
              reply: {
                id: 1,
                ok: true,
                ladder: { ...LADDER, rungs, files: [{ layer: "user", file: HARD }] },
              },
            },
          },
        });
        return one;
      },
    ],
    [
      "the list of all",
      () => {
        const one = play(questionsNamed(HARD, "ls > a"));
        one.look();
        one.press("X");
        return one;
      },
    ],
    [
      "a loop",
      () =>
        play([], {
          loops: [{ id: "l", intent: HARD, spellings: [HARD], spelled: 2, tried: 3, lastAtMs: 1 }],
        }),
    ],
    ["a suggestion", () => play([], { suggestion: { id: "s", because: HARD, modes: ["plan"] } })],
    [
      "nothing waits, and a notice",
      () => play([], { notices: [{ atMs: 1, text: HARD }], agent: [HARD], tier: HARD }),
    ],
    [
      "a reason that was typed",
      () => {
        const one = play([pendingOf()]);
        one.look();
        one.press("r");
        one.happen({ kind: "key", key: { kind: "paste", text: HARD } });
        return one;
      },
    ],
    [
      "a note",
      () => {
        const one = play([]);
        one.happen({ kind: "noted", note: { tone: "plain", text: HARD } });
        return one;
      },
    ],
    [
      "help",
      () => {
        const one = play([]);
        one.press("?");
        return one;
      },
    ],
    [
      "modes",
      () => {
        const one = play([]);
        one.press("m");
        return one;
      },
    ],
  ];
  test.for(opened)("%s", ([, open]) => {
    for (const size of SIZES) for (const [, look] of LOOKS) expectClean(open().draw(size, look), size);
  });
});

test("the queue has a row for each that waits, and says how many more there are", () => {
  const lines = Array.from({ length: 10 }, (_, index) => `ls > ${index}`);
  const one = play(questionsNamed(...lines));
  const small = one.draw(SMALL);
  expect(small.filter((row) => row.startsWith("◇"))).toHaveLength(4);
  expect(small.join("\n")).toContain("6 more wait");
  const big = one.draw({ columns: 120, rows: 60 });
  expect(big.filter((row) => row.startsWith("◇"))).toHaveLength(9);
});

test("the countdown goes on, and its end is told in words", () => {
  const question = pendingOf({ expiresAtMs: 1_060_000 });
  const one = play([question]);
  expect(one.draw().join("\n")).toContain("1 min 00 s left");
  one.nowMs += 35_000;
  one.happen({ kind: "tick" });
  expect(one.draw().join("\n")).toContain("ONLY 25 s left, then it is denied");
});

test("what must be confirmed says so, what the tool can do, and how", () => {
  const one = play([pendingOf({ ruling: "confirm", risk: "dangerous", can: ["destroy the stack"] })]);
  const screen = one.draw().join("\n");
  for (const text of [
    "DANGEROUS, MUST BE CONFIRMED",
    "it can   destroy the stack",
    "[CONFIRM] type it to allow",
    "[Enter] deny",
  ])
    expect(screen).toContain(text);
});

test.for([60, 80, 90, 120])("the record's head is whole while nothing waits, in %i columns", (columns) => {
  const one = play([], { record: "1234567:0123456789abcdef", checks: 1_234_567, denied: 12 });
  const screen = one.draw({ columns, rows: 24 }).join("\n");
  expect(screen).toMatch(/record 1234567:0123456789abcdef/);
});

test("a long command says which rows are shown and that it goes on", () => {
  const one = play([pendingOf({ line: "echo\n".repeat(300) })]);
  expect(one.draw().join("\n")).toMatch(/PgDn: THE COMMAND GOES ON · rows 1 to \d+ of 3\d\d/);
});

test("the card alone fits its place and needs no more than that", () => {
  const one = play([pendingOf()]);
  const { rows } = renderCard(one.state, { columns: 60, rows: 20 }, PLAIN);
  expect(rows.length).toBeLessThanOrEqual(20);
  const view = viewCard(one.state, { columns: 60, rows: 12 }, COLOURED);
  expect(view.rows.length).toBeLessThanOrEqual(12);
  expect(view.drawn.front).toBe(`question ${SESSION} ${one.state.front?.id}`);
});

test("any text in any size: no control character, no row too wide", () => {
  const size = fc.record({
    columns: fc.integer({ min: 1, max: 150 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  void fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      size,
      fc.constantFrom(...LOOKS),
      (line, where, [, look]) => {
        const one = play([pendingOf({ line, reasons: [line] }), pendingOf({ line })]);
        const rows = one.draw(where, look);
        expect(rows).toHaveLength(where.rows);
        for (const row of rows.map(uncoloured)) {
          expect(row).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          if (where.columns >= 24) expect(columnsOf(row)).toBeLessThanOrEqual(where.columns);
        }
        if (look === ASCII) expect(rows.join("")).toMatch(/^[ -~]*$/);
      },
    ),
  );
});
