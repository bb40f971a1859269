/**
 * How many columns a terminal gives to text that was made visible. Where terminals differ the larger number counts: a row may
 * end early, it never runs over.
 */

/** East Asian wide and fullwidth, by blocks; emoji follow the Unicode of the Node that runs. */
const WIDE = new RegExp(
  `[${[
    "\\p{Emoji_Presentation}",
    "\\u{1100}-\\u{115F}\\u{2329}\\u{232A}\\u{2630}-\\u{2637}\\u{268A}-\\u{268F}",
    "\\u{2E80}-\\u{303E}\\u{3041}-\\u{A4CF}\\u{A960}-\\u{A97C}\\u{AC00}-\\u{D7A3}",
    "\\u{F900}-\\u{FAFF}\\u{FE10}-\\u{FE19}\\u{FE30}-\\u{FE6B}\\u{FF01}-\\u{FF60}\\u{FFE0}-\\u{FFE6}",
    "\\u{16FE0}-\\u{18DF2}\\u{1AFF0}-\\u{1B2FB}\\u{1D300}-\\u{1D376}\\u{1F200}-\\u{1F265}",
    "\\u{1F300}-\\u{1F64F}\\u{1F680}-\\u{1F6FF}\\u{1F900}-\\u{1F9FF}\\u{20000}-\\u{3FFFD}",
  ].join("")}]`,
  "u",
);

/** Flags are two letters of one column each. */
const FLAG_LETTER = /\p{Regional_Indicator}/u;
/** They sit on what stands before them; vowels and endings of Korean syllables in parts do so, too. */
const ON_TOP = /[\p{Mn}\p{Me}\u1160-\u11ff]/u;
const PLAIN = /^[ -~]*$/;

export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += columnsOfChar(char);
  return columns;
}

function columnsOfChar(char: string): number {
  if (ON_TOP.test(char)) return 0;
  return WIDE.test(char) && !FLAG_LETTER.test(char) ? 2 : 1;
}
