import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadEmulator } from "../../src/terminal/emulator.ts";
import { findGround, GROUND, placeAfter } from "../../src/terminal/stream-place.ts";

const placeOf = (text: string) => placeAfter(GROUND, Buffer.from(text, "latin1"));
const utf8 = (text: string) => Buffer.from(text).toString("latin1");

describe("in ground", () => {
  test.for([
    ["plain text", "hello"],
    ["nothing at all", ""],
    ["a whole character of four bytes", utf8("🦀")],
    ["a whole CSI", "\x1b[38;5;1m"],
    ["a CSI with an intermediate", "\x1b[3 q"],
    ["a CSI that was broken off by CAN", "\x1b[38\x18"],
    ["an OSC that ended with BEL", "\x1b]0;title\x07"],
    ["an OSC that ended with ST", "\x1b]0;title\x1b\\"],
    ["a DCS that ended with ST", "\x1bPq#0~\x1b\\"],
    ["an APC that was broken off by SUB", "\x1b_Gabc\x1a"],
    ["the choice of a character set", "\x1b(0"],
    ["a saved cursor", "\x1b7"],
    ["the byte 0x9b, which is no CSI in UTF-8", "\x9b38;5"],
    ["a character that was never finished, and text after it", "\xe2\x82abcdefg"],
    ["bytes that can be no character", "\xff\xfe\x80"],
  ])("after %s", ([, text]) => expect(placeOf(text ?? "")).toBe(GROUND));
});

describe("not in ground", () => {
  test.for([
    ["an ESC", "text\x1b"],
    ["a CSI without its last byte", "\x1b[38;5"],
    ["a CSI with a line end in it, which is obeyed at once", "\x1b[3\n"],
    ["an OSC with a byte over 0x80", "\x1b]0;\xc3\xa9"],
    ["an OSC whose ST is not yet whole", "\x1b]0;title\x1b"],
    ["a DCS with a BEL, which is no end of it", "\x1bPq\x07"],
    ["a PM", "\x1b^secret"],
    ["an SOS", "\x1bXstart"],
    ["the choice of a character set without its name", "\x1b("],
    ["two of a character's three bytes", "abc\xe2\x82"],
    ["one of a character's four bytes", "abc\xf0"],
  ])("after %s", ([, text]) => expect(placeOf(text ?? "")).not.toBe(GROUND));
});

const byte = fc.oneof(
  fc.constantFrom(
    0x1b,
    0x1b,
    0x5b,
    0x5d,
    0x50,
    0x5c,
    0x5f,
    0x07,
    0x18,
    0x28,
    0x30,
    0x3b,
    0x6d,
    0xe2,
    0x82,
    0xac,
  ),
  fc.integer({ min: 0, max: 255 }),
);
const bytes = fc.array(byte, { maxLength: 40 }).map((list) => Uint8Array.from(list));

test("cut anywhere, the place is the same", () => {
  fc.assert(
    fc.property(bytes, (all) => {
      const oneByOne = all.reduce((place, one) => placeAfter(place, Uint8Array.of(one)), GROUND);
      expect(placeAfter(GROUND, all)).toBe(oneByOne);
    }),
    { numRuns: 2000 },
  );
});

test("the first ground is in ground, and nothing before it is", () => {
  fc.assert(
    fc.property(bytes, bytes, (before, after) => {
      const place = placeAfter(GROUND, before);
      const places = [place, ...Array.from(after, (_, at) => placeAfter(place, after.subarray(0, at + 1)))];
      const first = places.indexOf(GROUND);
      expect(findGround(place, after)).toBe(first === -1 ? undefined : first);
    }),
    { numRuns: 2000 },
  );
});

test("the emulator's own reader agrees", async () => {
  const { terminal } = loadEmulator(20, 8);
  const { _core } = terminal as unknown as {
    _core: { _inputHandler: { _parser: { currentState: number } } };
  };
  const plain = bytes.map((list) => list.map((one) => one & 0x7f));
  await fc.assert(
    fc.asyncProperty(plain, async (list) => {
      await new Promise<void>((resolve) => terminal.write("\x18", resolve));
      await new Promise<void>((resolve) => terminal.write(list, resolve));
      expect(placeAfter(GROUND, list) === GROUND).toBe(_core._inputHandler._parser.currentState === 0);
    }),
    { numRuns: 500 },
  );
});
