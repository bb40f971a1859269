/** Sentences and fields that fit a terminal: made visible, broken between words, with what follows indented. */
import { cellsOf, NARROWEST, textOf, wrapCells } from "./cells.ts";
import { columnsOf } from "./columns.ts";

/** A single blank between words: only there a row may end. Other blanks may matter (in a path), so they stay. */
const BETWEEN_WORDS = /(?<=[^ ]) (?=[^ ])/;

/** `head`, guard's own words, stands before the first row, blanks of the same width before the others. */
export function wrapVisible(head: string, text: string, columns: number): string[] {
  const indent = columnsOf(head);
  const width = columns - indent;
  // No room beside the head: it becomes the first words.
  if (width < NARROWEST && indent > 2)
    return wrapVisible("  ", `${head.trim()} ${text}`.trimStart(), columns);
  return fillRows(text, width).map((row, index) => `${index === 0 ? head : " ".repeat(indent)}${row}`);
}

function fillRows(text: string, width: number): string[] {
  const rows: string[] = [];
  let row: string | undefined;
  for (const word of text.split(BETWEEN_WORDS).flatMap((one) => chop(one, width))) {
    if (row === undefined) row = word;
    else if (columnsOf(row) + 1 + columnsOf(word) <= width) row = `${row} ${word}`;
    else {
      rows.push(row);
      row = word;
    }
  }
  return [...rows, row ?? ""];
}

/** A word longer than a row is cut, not dropped. */
function chop(word: string, width: number): string[] {
  return wrapCells(cellsOf(word), width).map(textOf);
}
