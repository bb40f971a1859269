/** A line for memory: its beginning, with a sign that there was more. */

export const ELLIPSIS = "…";

/** At most `maxLength` long, sign included; never in the middle of a character. */
export function cutLine(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - ELLIPSIS.length);
  return `${cut.replace(/[\ud800-\udbff]$/, "")}${ELLIPSIS}`;
}
