/** Rows to what a terminal gets. The last door: no control character passes but guard's own. */
import { showCodePoint } from "../core/visible.ts";
import type { Look } from "./look.ts";
import type { Row, Style } from "./row.ts";

/** Few colours, and each with a word, a sign or a line beside it. */
const CODES: Record<Style, string> = {
  plain: "",
  dim: "2",
  bold: "1",
  danger: "1;31",
  warning: "33",
  good: "32",
  key: "1;36",
  "part-allow": "32",
  "part-ask": "4;33",
  "part-deny": "1;4;31",
  sign: "7",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not pass
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

export function paintRow(row: Row, { colour }: Look): string {
  return row
    .map(({ text, style }) => {
      const safe = text.replace(CONTROLS, showCodePoint);
      const code = CODES[style];
      return colour === "plain" || code === "" || safe === "" ? safe : `\u001b[${code}m${safe}\u001b[0m`;
    })
    .join("");
}
