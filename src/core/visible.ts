/**
 * Everything shown comes from the agent and is hostile: what a terminal would act on, what cannot be seen and what sits on
 * top of its neighbours is made visible instead, each as its code point. Nothing is dropped.
 *
 * A second pass changes nothing, but for the signs of a line end and a tab: they must not be forged, so they are themselves
 * shown as code points when they come in. Whoever shows a text makes it visible once, last.
 */

/** A character, or a few that a terminal draws as one, and how it is shown. */
export interface VisibleUnit {
  readonly raw: string;
  readonly shown: string;
}

/** Never shown as they are. `\p{C}`: control, format, lone surrogates, private use and unassigned. */
const HOSTILE = [
  "\\p{C}",
  "\\p{Zl}",
  "\\p{Zp}",
  // Every blank but the one of the keyboard.
  "\\u{A0}\\u{1680}\\u{2000}-\\u{200A}\\u{202F}\\u{205F}\\u{3000}",
  "\\p{Default_Ignorable_Code_Point}",
  "\\p{Variation_Selector}",
  // Marks that draw a frame around what stands before them.
  "\\p{Me}",
  // The two signs that stand for a tab and a newline here.
  "\\u{21E5}\\u{23CE}",
  // Blank in most fonts, but no blanks: Braille without dots, object replacement, null note, Khitan filler.
  "\\u{2800}\\u{FFFC}\\u{1D159}\\u{16FE4}",
].join("");

/** Parts of Korean syllables: they pile up like marks unless they make one syllable. */
const JAMO = "\\u{1100}-\\u{11FF}\\u{A960}-\\u{A97F}\\u{D7B0}-\\u{D7FF}";

/**
 * What belongs together and may stay: a letter with marks (two of the general ones are enough for Vietnamese and Arabic, four
 * of a script's own for Burmese and Tibetan; more is a pile), a Korean syllable in parts, a flag, an emoji with a skin.
 */
const TOGETHER = [
  `(?![${HOSTILE}${JAMO}])[\\p{L}\\p{N}](?:(?:(?![${HOSTILE}])(?=\\p{M})\\p{Script=Inherited}){1,2}|(?:(?![${HOSTILE}])(?!\\p{Script=Inherited})\\p{M}){1,4})`,
  "[\\u{1100}-\\u{1112}][\\u{1161}-\\u{1175}][\\u{11A8}-\\u{11C2}]?",
  "\\p{Regional_Indicator}{2}",
  "\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}",
].join("|");

const UNIT = new RegExp(`(${TOGETHER})|([${HOSTILE}${JAMO}\\p{M}])|.`, "gsu");
const PLAIN = /^[ -~]*$/;

/** Newlines become ⏎, tabs ⇥, everything else hostile its code point. */
export function makeVisible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNIT, visibleUnit);
}

/** The same in units, none of which may be torn apart at the end of a row. Joined, `raw` is the text. */
export function visibleUnits(text: string): VisibleUnit[] {
  return Array.from(text.matchAll(UNIT), ([raw, together, hostile]) => ({
    raw,
    shown: visibleUnit(raw, together, hostile),
  }));
}

function visibleUnit(raw: string, _together: string | undefined, hostile: string | undefined): string {
  return hostile === undefined ? raw : visibleChar(hostile);
}

function visibleChar(char: string): string {
  if (char === "\n") return "⏎";
  if (char === "\t") return "⇥";
  return showCodePoint(char);
}

export function showCodePoint(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
