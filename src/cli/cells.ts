/** The line as a terminal shows it: visible characters, how many columns each takes, and what was ruled there. */
import { type Ruling, strictnessOf } from "../core/ruling.ts";
import { makeVisible } from "../core/visible.ts";
import type { CheckResult } from "../decide/result.ts";

export interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly ruling: Ruling;
}

export function cellsOf(result: CheckResult): Cell[] {
  const rulings = strictestAt(result);
  const cells: Cell[] = [];
  let offset = 0;
  for (const char of result.line) {
    const text = makeVisible(char);
    cells.push({ text, columns: columnsOf(text), ruling: rulings[offset] ?? "allow" });
    offset += char.length;
  }
  return cells;
}

function strictestAt({ line, commands, doubts }: CheckResult): Ruling[] {
  const at: Ruling[] = new Array(line.length).fill("allow");
  for (const { pos, end, ruling } of [...commands, ...doubts]) {
    for (let index = pos; index < Math.min(end, at.length); index++) {
      if (strictnessOf(ruling) > strictnessOf(at[index] ?? "allow")) at[index] = ruling;
    }
  }
  return at;
}

export function wrapCells(cells: readonly Cell[], width: number): Cell[][] {
  const rows: Cell[][] = [[]];
  let used = 0;
  for (const cell of cells) {
    if (used + cell.columns > width && used > 0) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(cell);
    used += cell.columns;
  }
  return rows;
}

/** East Asian wide characters and emoji take two columns, combining marks none. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x26bd, 0x26be],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (/\p{M}/u.test(char)) continue;
    columns += WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
  }
  return columns;
}
