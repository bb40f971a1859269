/** Any text, lone surrogates included, with what is hostile or wide more often than chance would have it. */
import fc from "fast-check";

const OFTEN = [
  ..."ab1 |<>U+-/\n\t⏎⇥日한ｗ",
  "\u0301",
  "\u0e47",
  "\u1100",
  "\u1161",
  "\u11a8",
  "\u200d",
  "\ufe0f",
  "🏽",
  "👩",
  "🇩",
  "🚀",
  "  ",
];

export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
      fc.constantFrom(...OFTEN),
    ),
    { maxLength: 120 },
  )
  .map((parts) => parts.join(""));

export const anyColumns = fc.integer({ min: 20, max: 120 });
