/** The card of a suggested rule: all on it at 80 columns, hostile text made visible, one key for one thing. */
import { describe, expect, test } from "vitest";
import type { Key } from "../../src/tui/key.ts";
import { chooseLook } from "../../src/tui/look.ts";
import { paintRow } from "../../src/tui/paint.ts";
import { actOf, drawSuggestion, type SuggestionView } from "../../src/tui/suggest-card.ts";

const VIEW: SuggestionView = {
  number: 1,
  total: 3,
  description: "git commit with any arguments, in any folder",
  rule: '- {id: approved-0123abcd, match: "git commit **", ruling: allow, because: "added via guard suggest, 2026-11-17"}',
  saves: ["4 questions answered with yes, 2026-11-10 to 2026-11-17", "git commit -m one  (3 times)"],
  also: ["1 recorded command that was never answered with yes:", "git commit \u001b[2J  (1 unanswered)"],
  widens: ["git commit with every option it has", "git commit in other projects"],
  project: "/home/me/shop",
  userFile: "/home/me/.config/guard/policy.yaml",
  projectFile: "/home/me/shop/.guard/policy.yaml",
};

const LOOK = chooseLook({ TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" }, "as-the-terminal-can");
const drawn = (view: SuggestionView, rows: number, scroll = 0) =>
  drawSuggestion({ view, scroll }, { columns: 80, rows }, LOOK).rows.map((row) => paintRow(row, LOOK));

describe("the card", () => {
  test("shows everything within 24 rows of 80 columns, without colour", () => {
    const rows = drawn(VIEW, 24);
    const text = rows.join("\n");
    expect(rows.length).toBeLessThanOrEqual(24);
    expect(rows.filter((row) => row.length > 80)).toEqual([]);
    expect(text).not.toContain("\u001b");
    const { userFile, projectFile = "" } = VIEW;
    for (const part of ["suggestion 1 of 3", userFile, projectFile, "<U+001B>", "[a] add to my policy file"])
      expect(text).toContain(part);
  });

  test("the rule stands above what it would do, and ends no row within a word", () => {
    const many = (word: string) => Array.from({ length: 6 }, (_, at) => `${word} ${at}`);
    const rows = drawn({ ...VIEW, saves: many("saved"), also: many("also"), widens: many("new") }, 24);
    expect(rows.findIndex((row) => row.includes("approved-"))).toBeLessThan(
      rows.findIndex((row) => row.includes("saved 1")),
    );
    for (const word of ["approved-0123abcd,", '"git', "allow,", "because:", '2026-11-17"}'])
      expect(rows.some((row) => row.split(" ").includes(word))).toBe(true);
  });

  test("what finds no room is reached by scrolling", () => {
    expect(drawn(VIEW, 10).join("\n")).toContain("PgDn shows more");
    const end = drawn(VIEW, 10, 100).join("\n");
    expect(end).toContain("PgUp goes back");
    expect(end).toContain("p: /home/me/shop/.guard/policy.yaml");
    expect(drawn(VIEW, 10)).toHaveLength(10);
  });

  test("a file that cannot take the rule is not offered", () => {
    const { projectFile: _, ...view } = VIEW;
    expect(drawn(view, 24).join("\n")).not.toContain("[p]");
    expect(actOf({ kind: "letter", letter: "p" }, view)).toEqual({ kind: "none" });
  });
});

const letter = (text: string): Key => ({ kind: "letter", letter: text });
test.for<{ name: string; key: Key; want: object }>([
  { name: "a: the user's file", key: letter("a"), want: { kind: "save", layer: "user" } },
  { name: "p: the project's file", key: letter("p"), want: { kind: "save", layer: "project" } },
  { name: "s: skip", key: letter("s"), want: { kind: "skip" } },
  { name: "q: quit", key: letter("q"), want: { kind: "quit" } },
  { name: "Ctrl-C: quit", key: { kind: "named", name: "interrupt" }, want: { kind: "quit" } },
  { name: "Enter by a slip does nothing", key: { kind: "named", name: "enter" }, want: { kind: "none" } },
  { name: "A is not a", key: letter("A"), want: { kind: "none" } },
  { name: "a paste is no key", key: { kind: "paste", text: "a" }, want: { kind: "none" } },
  {
    name: "several at once are no keys",
    key: { kind: "several", keys: [letter("a")] },
    want: { kind: "none" },
  },
])("$name", ({ key, want }) => {
  expect(actOf(key, VIEW)).toEqual(want);
});
