/** Sentences inside a card: behind its edge, with a word in front that says what they are. */
import { columnsOf } from "../display/columns.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { type Look, spellText } from "./look.ts";
import { type Row, type Style, span } from "./row.ts";

/** As wide as the longest word in front, and a blank. */
const HEAD_COLUMNS = 9;

export function edged(row: Row, { signs }: Look): Row {
  return [span(`${signs.edge} `, "dim"), ...row];
}

/** Edge and text; `columns` is the whole row's. */
export function flow(text: string, columns: number, look: Look, style: Style = "plain"): Row[] {
  const width = columns - columnsOf(look.signs.edge) - 1;
  return wrapVisible("", spellText(text, look), width).map((row) => edged([span(row, style)], look));
}

/** "because  it does more than read", the word before the first text only. */
export function fields(
  word: string,
  texts: readonly string[],
  columns: number,
  look: Look,
  style: Style = "plain",
): Row[] {
  const width = columns - columnsOf(look.signs.edge) - 1;
  return texts.flatMap((text, index) => {
    const head = (index === 0 ? word : "").padEnd(HEAD_COLUMNS);
    return wrapVisible(head, spellText(text, look), width).map((row) => {
      // Where there was no room beside it, the word stands in the text.
      const hasHead = row.slice(0, HEAD_COLUMNS) === head || row.startsWith(" ".repeat(HEAD_COLUMNS));
      const parts = hasHead
        ? [span(row.slice(0, HEAD_COLUMNS), "dim"), span(row.slice(HEAD_COLUMNS), style)]
        : [span(row, style)];
      return edged(parts, look);
    });
  });
}
