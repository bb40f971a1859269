/** Text of several lines behind a bar, each line broken between words: for what is read and not run, a rule in a policy file for instance. */
import { columnsOf } from "./columns.ts";
import { BAR } from "./command-block.ts";
import { wrapVisible } from "./wrap-visible.ts";

export function wordBlock(text: string, columns: number, bar = BAR): string[] {
  return wordRows(text, columns - columnsOf(bar)).map((row) => `${bar}${row}`);
}

export function wordRows(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapVisible("", line, width));
}
