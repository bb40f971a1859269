/** Differences of lines: laws for all texts, rows for the ones that people see. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceRows } from "../../src/card/difference-rows.ts";
import { lineDifference } from "../../src/card/line-difference.ts";

const lines = fc
  .array(fc.constantFrom("a", "b", "c", "", "rm -rf x"), { maxLength: 40 })
  .map((all) => all.join("\n"));

describe("for any two texts", () => {
  test("same and added are the new one, same and removed the old one", () => {
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const difference = lineDifference(before, now);
        if (difference.kind !== "rows") throw new Error("short texts can be compared");
        const textOf = (without: string) =>
          difference.rows.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join("\n");
        expect(textOf("removed")).toBe(now);
        expect(textOf("added")).toBe(before);
      }),
    );
  });

  test("no shorter way leads from one to the other", () => {
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const difference = lineDifference(before, now);
        const rows = difference.kind === "rows" ? difference.rows : [];
        const [old, fresh] = [before.split("\n"), now.split("\n")];
        const changes = rows.filter(({ kind }) => kind !== "same").length;
        expect(changes).toBe(old.length + fresh.length - 2 * longestCommon(old, fresh));
      }),
    );
  });
});

/** The slow way, by its definition. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let above = new Array<number>(right.length + 1).fill(0);
  for (const one of left) {
    const row = [0];
    for (const [at, other] of right.entries())
      row.push(one === other ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}

const numbered = (count: number, prefix = "line") =>
  Array.from({ length: count }, (_, at) => `${prefix} ${at}`);
const shown = (before: readonly string[], now: readonly string[]) =>
  differenceRows(before.join("\n"), now.join("\n"))?.map(({ kind, text }) => `${kind}: ${text}`);

describe("as rows of a card", () => {
  test("the same text has none", () => expect(differenceRows("a\nb", "a\nb")).toBeUndefined());

  test("three lines stand around a change", () => {
    const before = numbered(20);
    expect(shown(before, before.with(10, "rm -rf x"))).toEqual([
      "gap: 7 lines as before",
      "same: line 7",
      "same: line 8",
      "same: line 9",
      "removed: line 10",
      "added: rm -rf x",
      "same: line 11",
      "same: line 12",
      "same: line 13",
      "gap: 6 lines as before",
    ]);
  });

  test("a line at the end that was not there", () =>
    expect(shown(["a"], ["a", "b"])).toEqual(["same: a", "added: b"]));

  test("a final line end is a change", () => expect(shown(["a"], ["a", ""])).toEqual(["same: a", "added: "]));

  test("a small change in a long text is found", () => {
    const before = numbered(9_000);
    expect(shown(before, before.with(5_000, "x"))).toContain("added: x");
  });

  test.each([
    { name: "too many lines", before: numbered(3_000), now: numbered(3_000, "other"), want: "2,000 lines" },
    { name: "too many changes", before: numbered(500), now: numbered(500, "other"), want: "400 lines" },
    { name: "a text of nothing but line ends", before: numbered(30_000), now: ["x"], want: "20,000 lines" },
  ])("$name: it is said", ({ before, now, want }) => {
    const rows = shown(before, now) ?? [];
    expect(rows[0]).toContain(want);
    expect(rows.every((row) => row.startsWith("gap: "))).toBe(true);
  });

  test("a line as long as a book is cut, and said so", () => {
    const [row] = differenceRows("a", "x".repeat(100_000))?.filter(({ kind }) => kind === "added") ?? [];
    expect(row?.text.length).toBeLessThan(33_000);
    expect(row?.text).toMatch(/… \(67,\d{3} more characters\)$/);
  });

  test("more rows than a card has are counted", () => {
    const rows = shown(["a"], ["a", ...numbered(1_000)]) ?? [];
    expect(rows).toHaveLength(401);
    expect(rows.at(-1)).toBe("gap: 601 more rows of the difference");
  });
});
