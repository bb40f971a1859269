import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeVisible, visibleUnits } from "../../src/core/visible.ts";
import { anyText } from "../display/any-text.ts";

const NEVER_SHOWN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Me}\u2800\ufffc\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;

describe("each made visible, one way", () => {
  test.for([
    ["plain text stays", "ls -la 'é ü 日本 привет 🚀'", "ls -la 'é ü 日本 привет 🚀'"],
    ["line end and tab have signs", "a\n\tb", "a⏎⇥b"],
    ["the signs cannot be forged", "a⏎⇥b", "a<U+23CE><U+21E5>b"],
    ["escape", "\u001b[31m", "<U+001B>[31m"],
    ["C1", "\u009b", "<U+009B>"],
    ["direction", "\u202e\u2066", "<U+202E><U+2066>"],
    ["zero width", "a\u200bb", "a<U+200B>b"],
    ["tag", "\u{e0041}", "<U+E0041>"],
    ["selectors", "\ufe0f\u{e0100}", "<U+FE0F><U+E0100>"],
    ["lone surrogate", "\ud800a", "<U+D800>a"],
    ["blanks", "\u00a0\u3000", "<U+00A0><U+3000>"],
    ["private and unassigned", "\ue000\u0378\u{10ffff}", "<U+E000><U+0378><U+10FFFF>"],
    ["two marks stay, more are a pile", "a\u0301\u0302\u0303", "a\u0301\u0302<U+0303>"],
    ["a mark on nothing", "\u0301 \u0301", "<U+0301> <U+0301>"],
    ["a mark on a sign", "/\u0338", "/<U+0338>"],
    ["a mark behind something hidden", "a\u200b\u0301", "a<U+200B><U+0301>"],
    ["a Korean syllable in parts stays", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab"],
    ["loose parts of syllables", "\u1161\u1161", "<U+1161><U+1161>"],
    ["Burmese marks stay", "ပြုံး", "ပြုံး"],
  ])("%s", ([, text, shown]) => expect(makeVisible(text ?? "")).toBe(shown));
});

describe("for any text", () => {
  test("nothing hostile is left, and no mark without a letter", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = makeVisible(text);
        expect(shown).not.toMatch(NEVER_SHOWN);
        expect(shown).not.toMatch(/(?<![\p{L}\p{N}\p{M}])\p{M}/u);
        expect(shown).not.toMatch(/\p{M}{5}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a second pass changes only the two signs, a third nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = makeVisible(text);
        const twice = makeVisible(once);
        expect(twice).toBe(once.replaceAll("⏎", "<U+23CE>").replaceAll("⇥", "<U+21E5>"));
        expect(makeVisible(twice)).toBe(twice);
      }),
      { numRuns: 2_000 },
    );
  });

  test("units hold the whole text, each shown as it is or as its code point", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const units = visibleUnits(text);
        expect(units.map(({ raw }) => raw).join("")).toBe(text);
        expect(units.map(({ shown }) => shown).join("")).toBe(makeVisible(text));
        for (const { raw, shown } of units) if (shown !== raw) expect(meant(shown)).toBe(raw);
      }),
      { numRuns: 2_000 },
    );
  });

  test("every code point of the first planes, alone", () => {
    const left: string[] = [];
    for (let code = 0; code <= 0x3ffff; code++) {
      const shown = makeVisible(String.fromCodePoint(code));
      if (NEVER_SHOWN.test(shown) || /^\p{M}/u.test(shown)) left.push(code.toString(16));
    }
    expect(left).toEqual([]);
  });
});

function meant(sign: string): string {
  if (sign === "⏎") return "\n";
  if (sign === "⇥") return "\t";
  return String.fromCodePoint(Number.parseInt(sign.slice(3, -1), 16));
}
