/** Lines of a text, without making a list of them: a text of nothing but line ends has a quarter of a million. */

const LINE_END = 10;

export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE_END) count++;
  return count;
}

/** The last one need not be ended. */
export function countLines(text: string): number {
  return countLineEnds(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

/** The first `most` of them, without the line end of the last. */
export function firstLines(text: string, most: number): string {
  let end = -1;
  for (let line = 0; line < most; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
