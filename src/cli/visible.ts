/** Everything shown comes from the agent and is hostile: what a terminal would act on is made visible instead. */

// Control characters, and characters that are invisible or turn the direction of text.
const HOSTILE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\u{e0000}|[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

/** Newlines become ⏎, everything else hostile its code point. */
export function makeVisible(text: string): string {
  return text.replace(HOSTILE, (char) => {
    if (char === "\n") return "⏎";
    if (char === "\t") return "⇥";
    return `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
