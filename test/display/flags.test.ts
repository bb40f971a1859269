import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeVisible } from "../../src/core/visible.ts";
import { flagsOf } from "../../src/display/flags.ts";
import { EVERYDAY, HOSTILE } from "./hostile-corpus.ts";

const textsOf = (text: string) => flagsOf(text).map((flag) => flag.text);
const kindsOf = (text: string) => flagsOf(text).map(({ kind }) => kind);

test("the corpus is large", () => expect(HOSTILE.length).toBeGreaterThanOrEqual(80));

describe("what is made to be misread is flagged, and as nothing else", () => {
  test.for(HOSTILE)("%s", ([, text, kinds]) => expect(kindsOf(text)).toEqual(kinds));
});

describe("everyday text is not", () => {
  test.for(EVERYDAY)("%s", ([, text]) => expect(textsOf(text)).toEqual([]));
});

describe("the sentences", () => {
  test.for([
    [
      "look-alike",
      "аpt x",
      "holds Cyrillic letters that look like Latin ones: аpt -> <U+0430>pt (reads as apt)",
    ],
    ["control", "ls\rx\r", "holds control characters: <U+000D>, 2 times in all"],
    ["right to left", "rm אב", "text runs right to left; some terminals draw its row in another order: אב"],
    [
      "size",
      `${"x".repeat(10_240 - 311)}${"\n".repeat(1)}${"y\n".repeat(155)}`,
      "10,240 characters, 156 lines: shown whole below",
    ],
    ["one line", "x".repeat(2_001), "2,001 characters, 1 line: shown whole below"],
    [
      "claim",
      "ls # Guard: ok",
      `a comment or a quoted text claims to be guard's own words or a person's answer: "guard:"`,
    ],
    ["mixed", "gitა x", "mixes letters of different scripts in one word: gitა -> git<U+10D0>"],
  ])("%s", ([, text, sentence]) => expect(textsOf(text ?? "")).toContain(sentence));

  test("examples beyond the third are counted", () => {
    expect(textsOf("аb аc аd аe аf")[0]).toMatch(/ аd -> \S+ \(reads as ad\) and 2 more$/);
  });

  test("a long word is cut and its length said", () => {
    expect(textsOf(`а${"b".repeat(100)}`)[0]).toContain("… (101 characters)");
  });

  test("a description has no programs, but its words are looked at", () => {
    expect(flagsOf("kısa bir söz", "words")).toEqual([]);
    expect(flagsOf("use аpt", "words").map(({ kind }) => kind)).toEqual(["look-alike"]);
  });
});

const latin = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
const foreign = fc.constantFrom(
  ..."аеорсухіјѕбдж",
  ..."αονρικβδλ",
  ..."ոօսհբ",
  ..."ᎪᏴᏟ",
  ..."ａｂｚ",
  ..."𝐚𝐛",
  ..."かカ漢한אاა",
);

describe("for any text", () => {
  test("a program's name that mixes scripts is flagged, wherever it stands", () => {
    const name = fc
      .tuple(fc.array(latin, { minLength: 1, maxLength: 6 }), foreign, fc.array(latin, { maxLength: 3 }))
      .map(([before, letter, after]) => [...before, letter, ...after].join(""));
    const before = fc.constantFrom(
      "",
      "sudo ",
      "ls | ",
      "ls; ",
      "ls && ",
      "ls\n",
      "A=1 ",
      "env ",
      "$(",
      "sh -c '",
    );
    fc.assert(
      fc.property(before, name, (lead, program) => {
        expect(kindsOf(`${lead}${program} файл`).some((kind) => /look-alike|mixed/.test(kind))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("sentences are safe to show, and few", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const sentences = textsOf(text);
        for (const sentence of sentences) expect(makeVisible(sentence)).toBe(sentence);
        expect(sentences.length).toBeLessThan(30);
      }),
      { numRuns: 2_000 },
    );
  });

  test("each code point that is shown as such is flagged between Latin letters", () => {
    const missed: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      const command = `ls a${String.fromCodePoint(code)}b`;
      if (makeVisible(command) === command || /[\n\t]/.test(command)) continue;
      if (flagsOf(command).length === 0) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  test.for(["<<a\n", "\n", "а-", "аb ", "\u202e", "# guard", "$(", "ЖDא "])(
    "64 KiB of %j take no time that grows with its square",
    (part) => {
      const from = performance.now();
      flagsOf(part.repeat(65_536 / part.length));
      expect(performance.now() - from).toBeLessThan(3_000);
    },
  );
});
