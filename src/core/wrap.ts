/** Words that fit a terminal: broken between words, with what follows indented. */

/** `head` stands before the first row, blanks of the same width before the others. */
export function wrapText(head: string, text: string, columns: number): string[] {
  const width = Math.max(20, columns - head.length);
  const rows: string[] = [""];
  for (const word of text.split(" ").flatMap((one) => chop(one, width))) {
    const row = rows.at(-1) ?? "";
    if (row === "") rows[rows.length - 1] = word;
    else if (row.length + 1 + word.length <= width) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows.map((row, index) => `${index === 0 ? head : " ".repeat(head.length)}${row}`);
}

/** A word longer than a row is cut, not dropped. */
function chop(word: string, width: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from < Math.max(1, word.length); from += width)
    parts.push(word.slice(from, from + width));
  return parts;
}
