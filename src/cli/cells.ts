/** The line as a terminal shows it, with what was ruled at each place. */
import { type Ruling, strictnessOf } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import { type Cell, cellsOf } from "../display/cells.ts";

export interface RuledCell extends Cell {
  readonly ruling: Ruling;
}

export function ruledCells(result: CheckResult): RuledCell[] {
  const rulings = strictestAt(result);
  return cellsOf(result.line).map((cell) => ({ ...cell, ruling: rulings[cell.at] ?? "allow" }));
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
