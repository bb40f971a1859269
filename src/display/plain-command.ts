/**
 * A command for screen readers: no bar, no signs that are drawn. Each row begins with guard's own words, so that no text in
 * the command can pass for them; lines are counted, tabs and long runs of blanks are said.
 */
import { type Cell, cellsOf, textOf, wrapCells } from "./cells.ts";
import { columnsOf } from "./columns.ts";

/** A screen reader passes over blanks; from so many on their number is said. */
const SAID_BLANKS = 4;
/** `<65536 blanks>` */
const WIDEST_SAID = 14;

export function plainCommand(command: string, columns: number): string[] {
  const lines = command.split("\n");
  const name = (index: number) => (lines.length === 1 ? "command" : `line ${index + 1} of ${lines.length}`);
  return [
    ...(lines.length === 1 ? [] : [`command, ${lines.length} lines`]),
    ...lines.flatMap((line, index) => plainLine(name(index), line, columns)),
    "end of command",
  ];
}

const MORE = "more: ";

function plainLine(name: string, line: string, columns: number): string[] {
  if (line === "") return [columnsOf(name) + 7 > columns ? name : `${name}, empty`];
  const cells = sayBlanks(line);
  const room = columns - columnsOf(name) - 2;
  if (room >= WIDEST_SAID) {
    return wrapCells(cells, room).map((row, index) => `${index === 0 ? `${name}: ` : MORE}${textOf(row)}`);
  }
  return [`${name}:`, ...wrapCells(cells, columns - MORE.length).map((row) => `${MORE}${textOf(row)}`)];
}

function sayBlanks(line: string): Pick<Cell, "text" | "columns">[] {
  return line
    .split(new RegExp(`( {${SAID_BLANKS},}|\t)`))
    .flatMap((part, index) => (index % 2 === 0 ? cellsOf(part) : [said(part)]));
}

function said(part: string): Pick<Cell, "text" | "columns"> {
  const text = part === "\t" ? "<tab>" : `<${part.length} blanks>`;
  return { text, columns: text.length };
}
