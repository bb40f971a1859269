/** Everything shown comes from the agent and is hostile: what a terminal would act on is made visible instead. */

/** Control characters, and characters that are invisible or turn the direction of text, as ranges of code points. */
const HOSTILE: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x1680, 0x1680],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  // The two signs that stand for a tab and a newline here.
  [0x21e5, 0x21e5],
  [0x23ce, 0x23ce],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const HOSTILE_CHAR = new RegExp(
  `[${HOSTILE.map(([from, to]) => `\\u{${hex(from)}}-\\u{${hex(to)}}`).join("")}]`,
  "gu",
);

/** Newlines become ⏎, tabs ⇥, everything else hostile its code point. */
export function makeVisible(text: string): string {
  return text.replace(HOSTILE_CHAR, visibleChar);
}

function visibleChar(char: string): string {
  if (char === "\n") return "⏎";
  if (char === "\t") return "⇥";
  return `<U+${hex(char.codePointAt(0) ?? 0).padStart(4, "0")}>`;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase();
}
