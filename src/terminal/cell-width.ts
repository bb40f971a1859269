/**
 * How many cells a character takes on today's terminals; the emulator's own table is that of 2010, where emoji are narrow. Where
 * terminals differ (joined emoji, variation selectors) the older way counts: each character for itself.
 */

const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
/** Format characters that are drawn: soft hyphen and the signs in front of Arabic numbers. */
const DRAWN_FORMAT = /[\u00ad\u0600-\u0605\u06dd\u070f\u08e2]/;

/** East Asian wide and fullwidth, by blocks. */
const WIDE = new RegExp(
  `[${[
    "\\p{Emoji_Presentation}",
    "\\u{1100}-\\u{115F}\\u{2329}\\u{232A}\\u{2E80}-\\u{303E}\\u{3041}-\\u{4DBF}\\u{4E00}-\\u{A4CF}",
    "\\u{A960}-\\u{A97C}\\u{AC00}-\\u{D7A3}\\u{F900}-\\u{FAFF}\\u{FE10}-\\u{FE19}\\u{FE30}-\\u{FE6B}",
    "\\u{FF01}-\\u{FF60}\\u{FFE0}-\\u{FFE6}\\u{16FE0}-\\u{18DF2}\\u{1AFF0}-\\u{1B2FB}",
    "\\u{1F200}-\\u{1F265}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}",
  ].join("")}]`,
  "u",
);
const FLAG_LETTER = /\p{Regional_Indicator}/u;

const FIRST_OTHER = 0x300;
/** Looked up once per character, and kept plus one: patterns are far too slow for a flood. */
let known: Uint8Array | undefined;

export function cellWidth(code: number): 0 | 1 | 2 {
  if (code < FIRST_OTHER) return 1;
  known ??= new Uint8Array(0x110000);
  const kept = known[code] ?? 0;
  if (kept > 0) return (kept - 1) as 0 | 1 | 2;
  const width = lookUp(String.fromCodePoint(code));
  known[code] = width + 1;
  return width;
}

function lookUp(char: string): 0 | 1 | 2 {
  if (NO_WIDTH.test(char)) return DRAWN_FORMAT.test(char) ? 1 : 0;
  return WIDE.test(char) && !FLAG_LETTER.test(char) ? 2 : 1;
}
