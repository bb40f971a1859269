/** The command, whole, behind its bar; its parts by ruling, in colour and by a line below them. */
import type { Ruling } from "../core/ruling.ts";
import { type Cell, cellsOf } from "../display/cells.ts";
import { columnsOf } from "../display/columns.ts";
import { type BlockRow, blockRows } from "../display/command-block.ts";
import type { Card } from "../protocol/card-messages.ts";
import { inAscii, type Look } from "./look.ts";
import { type Row, type Span, type Style, span } from "./row.ts";

interface RuledCell extends Cell {
  readonly ruling?: Ruling;
}

const STYLES: Record<Ruling, Style> = {
  allow: "part-allow",
  ask: "part-ask",
  confirm: "part-deny",
  deny: "part-deny",
};

/** Where colours cannot tell: under each letter of a part that is not simply allowed; the signs of guard check. */
const MARKS: Record<Ruling, string> = { allow: " ", ask: "?", confirm: "!", deny: "x" };

export function commandRows(line: string, card: Card | undefined, columns: number, look: Look): Row[] {
  const bar = `${look.signs.edge} ${look.signs.bar} `;
  const cells = ruledCells(line, card?.parts ?? [], look);
  const marked = look.colour === "plain" && new Set(card?.parts.map(({ ruling }) => ruling)).size > 1;
  return blockRows(cells, columns, bar).flatMap((row) => [
    [...barOf(look), ...spansOf(row)],
    ...(marked ? markRow(row, look) : []),
  ]);
}

function barOf({ signs }: Look): Span[] {
  return [span(`${signs.edge} `, "dim"), span(`${signs.bar} `, "bold")];
}

function ruledCells(line: string, parts: Card["parts"], { letters }: Look): RuledCell[] {
  let next = 0;
  return cellsOf(line).map((cell) => {
    while ((parts[next]?.to ?? Number.POSITIVE_INFINITY) <= cell.at) next++;
    const part = parts[next];
    const spelled = letters === "ascii" && cell.text !== inAscii(cell.text) ? inAscii(cell.raw) : cell.text;
    const shown = { ...cell, text: spelled, columns: columnsOf(spelled), sign: spelled !== cell.raw };
    return part && part.from <= cell.at ? { ...shown, ruling: part.ruling } : shown;
  });
}

/** Neighbours of one style are one piece. */
function spansOf({ cells }: BlockRow<RuledCell>): Span[] {
  const spans: { text: string; style: Style }[] = [];
  for (const { text, sign, ruling } of cells) {
    const style = sign ? "sign" : ruling === undefined ? "plain" : STYLES[ruling];
    const last = spans.at(-1);
    if (last?.style === style) last.text += text;
    else spans.push({ text, style });
  }
  return spans;
}

function markRow({ cells }: BlockRow<RuledCell>, look: Look): Row[] {
  const marks = cells
    .map(({ columns, ruling }) => (ruling === undefined ? " " : MARKS[ruling]).repeat(columns))
    .join("")
    .trimEnd();
  return marks === "" ? [] : [[span(`${look.signs.edge}   ${marks}`, "plain")]];
}
