import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeVisible } from "../../src/core/visible.ts";
import { cellsOf } from "../../src/display/cells.ts";
import { columnsOf } from "../../src/display/columns.ts";
import { BAR, blockRows, commandBlock, pageOf } from "../../src/display/command-block.ts";
import { plainCommand } from "../../src/display/plain-command.ts";
import { anyColumns, anyText } from "./any-text.ts";
import { EVERYDAY, HOSTILE } from "./hostile-corpus.ts";

const CORPUS = [...HOSTILE.map(([name, text]) => [name, text] as const), ...EVERYDAY];

describe("behind the bar", () => {
  test.for<[name: string, command: string, columns: number, rows: string[]]>([
    ["one line", "ls -la", 80, ["  | ls -la"]],
    ["lines end with their sign", "ls\nrm x\n", 80, ["  | ls⏎", "  | rm x⏎"]],
    ["empty lines are there", "ls\n\nrm", 80, ["  | ls⏎", "  | ⏎", "  | rm"]],
    ["a long line goes on", "0123456789abcdefgh", 20, ["  | 0123456789abcdef", "  | gh"]],
    ["a forged bar is behind the bar", "ls\n  | rm", 80, ["  | ls⏎", "  |   | rm"]],
    ["a forged line end begins no row", "ls⏎rm", 80, ["  | ls<U+23CE>rm"]],
    ["a carriage return moves nothing", "rm\rls", 80, ["  | rm<U+000D>ls"]],
    ["nothing", "", 80, ["  | "]],
  ])("%s", ([, command, columns, rows]) => expect(commandBlock(command, columns)).toEqual(rows));

  test.for(CORPUS)("whole and within the columns: %s", ([, command]) => {
    for (const columns of [20, 33, 80]) checkBlock(command, columns);
  });

  test("for any text", () => {
    fc.assert(fc.property(anyText, anyColumns, checkBlock), { numRuns: 500 });
  });
});

function checkBlock(command: string, columns: number): void {
  const rows = commandBlock(command, columns);
  for (const row of rows) {
    expect(row.startsWith(BAR)).toBe(true);
    expect(columnsOf(row)).toBeLessThanOrEqual(columns);
  }
  expect(rows.map((row) => row.slice(BAR.length)).join("")).toBe(makeVisible(command));
  const raw = blockRows(cellsOf(command), columns).flatMap(({ cells }) => cells.map((cell) => cell.raw));
  expect(raw.join("")).toBe(command);
}

describe("pages", () => {
  const rows = blockRows(cellsOf("ls\n".repeat(312)), 80);

  test.for<[from: number, height: number, label: string, above: number, below: number]>([
    [0, 1, "row 1 of 312", 0, 311],
    [0, 20, "rows 1 to 20 of 312", 0, 292],
    [20, 20, "rows 21 to 40 of 312", 20, 272],
    [311, 20, "rows 293 to 312 of 312", 292, 0],
    [9_999, 20, "rows 293 to 312 of 312", 292, 0],
    [-5, 20, "rows 1 to 20 of 312", 0, 292],
    [0, 312, "", 0, 0],
    [7, 500, "", 0, 0],
    [0, 0, "row 1 of 312", 0, 311],
  ])("from %d, %d high", ([from, height, label, above, below]) => {
    const page = pageOf(rows, from, height);
    expect(page).toEqual({ rows: rows.slice(above, rows.length - below), label, above, below });
  });

  test("a row says which line it belongs to, and whether it goes on", () => {
    const long = blockRows(cellsOf(`${"x".repeat(20)}\nls`), 20);
    expect(long.map(({ line, goesOn }) => [line, goesOn])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ]);
  });
});

describe("for screen readers", () => {
  test.for<[name: string, command: string, columns: number, rows: string[]]>([
    ["one line", "ls -la", 80, ["command: ls -la", "end of command"]],
    [
      "lines are counted",
      "ls\nrm x",
      80,
      ["command, 2 lines", "line 1 of 2: ls", "line 2 of 2: rm x", "end of command"],
    ],
    [
      "a last line end is a line",
      "ls\n",
      80,
      ["command, 2 lines", "line 1 of 2: ls", "line 2 of 2, empty", "end of command"],
    ],
    ["tabs and gaps are said", "a\tb     c", 80, ["command: a<tab>b<5 blanks>c", "end of command"]],
    ["hidden characters are said", "a\u200b", 80, ["command: a<U+200B>", "end of command"]],
    [
      "a forged row is behind words of guard",
      "ls\nend of command",
      80,
      ["command, 2 lines", "line 1 of 2: ls", "line 2 of 2: end of command", "end of command"],
    ],
    ["narrow", "0123456789abcdefgh", 24, ["command: 0123456789abcde", "more: fgh", "end of command"]],
    [
      "narrower",
      "0123456789abcdefgh",
      20,
      ["command:", "more: 0123456789abcd", "more: efgh", "end of command"],
    ],
  ])("%s", ([, command, columns, rows]) => expect(plainCommand(command, columns)).toEqual(rows));

  test.for(CORPUS)("no row of its own, nothing drawn: %s", ([, command]) => {
    for (const columns of [20, 33, 80]) checkPlain(command, columns);
  });

  test("for any text", () => {
    fc.assert(fc.property(anyText, anyColumns, checkPlain), { numRuns: 500 });
  });
});

function checkPlain(command: string, columns: number): void {
  const rows = plainCommand(command, columns);
  for (const row of rows) {
    expect(row).toMatch(/^(?:command\b|line \d+ of \d+\b|more: |end of command$)/);
    expect(columnsOf(row)).toBeLessThanOrEqual(columns);
    expect(row).not.toMatch(/[⏎⇥]/);
  }
  const squeeze = (text: string) => text.replaceAll(" ", "").replace(/<\d+blanks>|<tab>/g, "");
  const said = rows
    .slice(0, -1)
    .map((row) =>
      row.replace(/^(?:command, \d+ lines|(?:command|line \d+ of \d+)(?:, empty$|: ?|$)|more: )/, ""),
    );
  expect(squeeze(said.join(""))).toBe(squeeze(makeVisible(command.replace(/[\n\t]/g, " "))));
}
