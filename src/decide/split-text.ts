/** Known text -> the items that xargs makes of it. Undefined: xargs would complain, or its versions differ. */
import type { Splitting } from "../core/effect.ts";

export function splitItems(text: string, splitting: Splitting): string[] | undefined {
  switch (splitting.kind) {
    case "words":
      return text.includes("\0") ? undefined : readItems(text, /[ \t\n]/);
    case "separator":
      return splitAt(text, splitting.separator);
    case "replace":
      if (splitting.separator !== undefined) return splitAt(text, splitting.separator);
      return text.includes("\0") ? undefined : readItems(text, /\n/);
  }
}

/** The last item may end without its separator; nothing else is special, not even a line's end. */
function splitAt(text: string, separator: string): string[] | undefined {
  if (separator !== "\0" && text.includes("\0")) return undefined;
  const items = text.split(separator);
  if (items.at(-1) === "") items.pop();
  return items;
}

const ODD_BLANKS = /[^\S \t\n]/;
/** An escaped character, a quoted part, plain text, or one blank. Anything else is a quote without its end. */
const TOKEN = /\\([\s\S])|'([^'\n]*)'|"([^"\n]*)"|([^\\'" \t\n]+)|([ \t\n])/y;

function readItems(text: string, ends: RegExp): string[] | undefined {
  if (ODD_BLANKS.test(text)) return undefined;
  const items: string[] = [];
  let item: string | undefined;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) return undefined;
    at = TOKEN.lastIndex;
    const blank = token[5];
    if (blank === undefined) item = (item ?? "") + tokenText(token);
    else if (item !== undefined && !ends.test(blank)) item += blank;
    else {
      if (item !== undefined) items.push(item);
      item = undefined;
    }
  }
  return item === undefined ? items : [...items, item];
}

function tokenText([, escaped, single, double, plain]: RegExpExecArray): string {
  return escaped ?? single ?? double ?? plain ?? "";
}
