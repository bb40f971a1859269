/**
 * Rows for spreadsheets (RFC 4180). A cell that begins like a formula would be run by the program that opens the file: it gets an apostrophe in
 * front, by which spreadsheets know text. What a terminal would act on, and what cannot be seen, is written as JSON would (`\u001b`); a tab and
 * a line's end are what they are.
 */

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\t/;
const SPECIAL = /[",\r\n]/;
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

export function csvRow(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | undefined): string {
  if (value === undefined) return "";
  // A number that is one cannot be a formula.
  if (typeof value === "number") return String(value);
  const seen = value.replace(UNSEEN, escaped);
  // Looked at before, too: what cannot be seen may be left away by who reads it.
  const safe = FORMULA.test(value.replace(UNSEEN, "")) ? `'${seen}` : seen;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => char.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
