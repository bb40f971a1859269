import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeVisible } from "../../src/core/visible.ts";
import { cellsOf, wrapCells } from "../../src/display/cells.ts";
import { columnsOf } from "../../src/display/columns.ts";
import { wrapVisible } from "../../src/display/wrap-visible.ts";
import { anyColumns, anyText } from "./any-text.ts";

describe("columns", () => {
  test.for<[name: string, text: string, columns: number]>([
    ["nothing", "", 0],
    ["ASCII", "ls -la", 6],
    ["accents", "é ü", 3],
    ["accents, decomposed", "e\u0301", 1],
    ["Cyrillic", "привет", 6],
    ["Han", "日本", 4],
    ["kana", "バグ", 4],
    ["halfwidth kana", "ﾊﾞ", 2],
    ["Korean", "한글", 4],
    ["Korean in parts", "\u1112\u1161\u11ab", 2],
    ["fullwidth", "ｒｍ", 4],
    ["fullwidth signs", "！／", 4],
    ["emoji", "🚀✨", 4],
    ["new emoji", "🫠", 2],
    ["emoji drawn as text", "❤", 1],
    ["flag", "🇩🇪", 2],
    ["vowel signs that take room", "कि", 2],
    ["vowel signs that take none", "कु", 1],
    ["Thai", "ที่", 1],
    ["box drawing", "│─", 2],
    ["sign", "<U+200B>", 8],
    ["line end", "⏎", 1],
    ["hexagram", "䷀", 2],
    ["rare Han", "𠀀", 2],
  ])("%s", ([, text, columns]) => expect(columnsOf(text)).toBe(columns));
});

describe("cells", () => {
  test("are the text again, and say what is a sign", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cells = cellsOf(text);
        expect(cells.map(({ raw }) => raw).join("")).toBe(text);
        for (const { raw, at, text: shown, sign } of cells) {
          expect(text.slice(at, at + raw.length)).toBe(raw);
          expect(sign).toBe(shown !== raw);
        }
      }),
    );
  });

  test("a typed-out sign is not a sign", () => {
    expect(cellsOf("<U+200B>").some(({ sign }) => sign)).toBe(false);
    expect(cellsOf("\u200b").map(({ sign }) => sign)).toEqual([true]);
  });

  test("rows keep every cell, in order, within the width", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 80 }), (text, width) => {
        const cells = cellsOf(text);
        const rows = wrapCells(cells, width);
        expect(rows.flat()).toEqual(cells);
        for (const row of rows)
          expect(row.reduce((sum, { columns }) => sum + columns, 0)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("wrapped sentences", () => {
  test.for<[name: string, head: string, text: string, columns: number, rows: string[]]>([
    ["fits", "because  ", "it deletes", 40, ["because  it deletes"]],
    ["between words", "because  ", "it deletes files", 20, ["because  it deletes", "         files"]],
    [
      "a long word is cut, not dropped",
      "  in  ",
      "/a/very/long/path/x",
      20,
      ["  in  /a/very/long/p", "      ath/x"],
    ],
    ["wide letters", "  in  ", "日本日本日本日本", 20, ["  in  日本日本日本日", "      本"]],
    ["a sign is not torn", "  in  ", "0123456789\u200bx", 20, ["  in  0123456789", "      <U+200B>x"]],
    ["line ends are signs", "  in  ", "a\nb", 20, ["  in  a⏎b"]],
    ["blanks that may matter stay", "  in  ", " a  b ", 20, ["  in   a  b "]],
    ["nothing", "  in  ", "", 20, ["  in  "]],
    ["no room beside the head", "  claude-code wraps: ", "ls", 20, ["  claude-code wraps:", "  ls"]],
  ])("%s", ([, head, text, columns, rows]) => expect(wrapVisible(head, text, columns)).toEqual(rows));

  test("never over the columns; every character but blanks at row ends is there", () => {
    fc.assert(
      fc.property(
        anyText,
        anyColumns,
        fc.constantFrom("", "  in       ", "  a head that is long: "),
        (text, columns, head) => {
          const rows = wrapVisible(head, text, columns);
          for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(columns);
          const squeeze = (one: string) => one.replaceAll(" ", "");
          expect(squeeze(rows.join(""))).toBe(squeeze(head + makeVisible(text)));
        },
      ),
      { numRuns: 500 },
    );
  });
});
