/** The lines of a private key, each by itself: line ends stay, and so does whatever is not such a line. */
import type { Piece } from "./pieces.ts";

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** A line end, or how JSON and echo -e write one. */
const LINE_END = "(?:\\r?\\n|\\\\{1,4}r\\\\{1,4}n|\\\\{1,4}n)[ \\t]{0,16}";
/** Full lines are of 64 or 70 characters; a shorter one must be the last. A command of that shape would be a strange one. */
const LINE = new RegExp(
  `(?:${LINE_END}){1,2}(?:([A-Za-z0-9+/=]{60,76})(?![A-Za-z0-9+/=])|([A-Za-z0-9+/=]{1,76})(?=${LINE_END}(?:=[A-Za-z0-9+/]{4}${LINE_END})?-----END)|(?:Proc-Type|DEK-Info|Version|Comment): [\\w.,:@ -]{1,100})`,
  "y",
);

export function findPrivateKeys(text: string): Piece[] {
  const found: Piece[] = [];
  for (const begin of text.matchAll(BEGIN)) {
    LINE.lastIndex = begin.index + begin[0].length;
    for (let line = LINE.exec(text); line !== null; line = LINE.exec(text)) {
      const hidden = line[1] ?? line[2];
      const to = line.index + line[0].length;
      if (hidden !== undefined)
        found.push({ from: to - hidden.length, to, name: "private-key", hide: "here" });
    }
  }
  return found;
}
