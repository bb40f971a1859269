/** Bytes to keys: what is pasted or unknown is never a key. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Key } from "../../src/tui/key.ts";
import { KeyReader } from "../../src/tui/keys.ts";

const letter = (one: string): Key => ({ kind: "letter", letter: one });
const named = (name: Extract<Key, { kind: "named" }>["name"]): Key => ({ kind: "named", name });
const UNKNOWN: Key = { kind: "unknown" };

const ROWS: readonly (readonly [name: string, bytes: string, keys: readonly Key[]])[] = [
  ["letters are themselves", "aD?", [letter("a"), letter("D"), letter("?")]],
  ["a letter of several bytes is one", "é🚀", [letter("é"), letter("🚀")]],
  ["Enter in raw mode and behind a line feed", "\r\n", [named("enter"), named("enter")]],
  ["Tab and shift-Tab", "\t\u001b[Z", [named("tab"), named("back-tab")]],
  ["arrows in both spellings", "\u001b[A\u001bOB", [named("up"), named("down")]],
  ["pages", "\u001b[5~\u001b[6~", [named("page-up"), named("page-down")]],
  ["both ways to delete", "\u007f\b", [named("backspace"), named("backspace")]],
  ["Ctrl-C and Ctrl-U", "\u0003\u0015", [named("interrupt"), named("clear-line")]],
  ["a sequence that nobody knows is not its letters", "\u001b[1;5Aa", [UNKNOWN, letter("a")]],
  ["Alt and a letter is not the letter", "\u001ba", [UNKNOWN]],
  ["a terminal's report is not its letters", "\u001b]11;rgb:aaaa/ssss\u0007d", [UNKNOWN, letter("d")]],
  ["a mouse's report is not its letters", "\u001b[M aA\u001b[Mszyd", [UNKNOWN, UNKNOWN, letter("d")]],
  ["Enter of the keypad", "\u001bOM", [named("enter")]],
  ["a function key of the Linux console is not its letter", "\u001b[[Ad", [UNKNOWN, letter("d")]],
  [
    "a report that another key breaks off is not its letters",
    "\u001b]52;c;aaaa\u001b[Ad",
    [UNKNOWN, named("up"), letter("d")],
  ],
  ["a report that is cancelled is not its letters", "\u001bPaaaa\u0018d", [UNKNOWN, letter("d")]],
  [
    "a sequence with a byte that does not belong there is not its letters",
    "\u001b[12\u0001d",
    [UNKNOWN, UNKNOWN, letter("d")],
  ],
  [
    "a reply that the next one cuts off is not its letters",
    "\u001b]11;rgb:aa\u001b[As",
    [UNKNOWN, named("up"), letter("s")],
  ],
  ["a mouse of the old kind is no Enter, and not its letters", "\u001b[M aad", [UNKNOWN, letter("d")]],
  ["Ctrl-C leads out of a reply that never ends", "\u001b]11;aa\u0003", [UNKNOWN, named("interrupt")]],
  ["control characters are nothing", "\u0001\u0000", [UNKNOWN, UNKNOWN]],
  ["a paste is one thing", "\u001b[200~aas\r\u001b[201~d", [{ kind: "paste", text: "aas\r" }, letter("d")]],
  ["Esc before another sequence", "\u001b\u001b[A", [named("escape"), named("up")]],
];

test.for(ROWS)("%s", ([, bytes, keys]) => {
  expect(new KeyReader().push(Buffer.from(bytes))).toEqual(keys);
});

test.for(ROWS)("%s, byte by byte", ([, bytes, keys]) => {
  const reader = new KeyReader();
  expect([...Buffer.from(bytes)].flatMap((byte) => reader.push(Buffer.from([byte])))).toEqual(keys);
});

test("a report that a slow line tears is never letters, however long it is", () => {
  const reader = new KeyReader();
  const keys = ["\u001b]52;c;", "aaaa", "s".repeat(10_000), "a", "\u001b\\d"].flatMap((bytes) => [
    ...reader.push(Buffer.from(bytes)),
    ...reader.flush(),
  ]);
  expect(keys).toEqual([UNKNOWN, letter("d")]);
});

describe("Esc alone", () => {
  test("is known when nothing follows for a moment", () => {
    const reader = new KeyReader();
    expect(reader.push(Buffer.from("\u001b"))).toEqual([]);
    expect(reader.moreWithinMs).toBe(40);
    expect(reader.flush()).toEqual([named("escape")]);
    expect(reader.push(Buffer.from("a"))).toEqual([letter("a")]);
  });

  test("a torn sequence waits for its rest", () => {
    const reader = new KeyReader();
    reader.push(Buffer.from("\u001b[5"));
    expect(reader.flush()).toEqual([]);
    expect(reader.push(Buffer.from("~a"))).toEqual([named("page-up"), letter("a")]);
  });

  test.for([
    { name: "a colour", begins: "\u001b]11;rgb:", goesOn: "aaaa/aaaa/aaaa\u001b\\" },
    { name: "a clipboard", begins: `\u001b]52;c;${"a".repeat(9_000)}`, goesOn: "aaaa\u0007" },
    { name: "a size", begins: "\u001b[8;24;80", goesOn: "t" },
  ])("$name that a terminal tells in two pieces is no key, however late the second one comes", (row) => {
    const reader = new KeyReader();
    expect(reader.push(Buffer.from(row.begins))).toEqual([]);
    expect(reader.flush()).toEqual([]);
    expect(reader.push(Buffer.from(`${row.goesOn}d`))).toEqual([UNKNOWN, letter("d")]);
  });

  test("leads out of a reply that never ends", () => {
    const reader = new KeyReader();
    reader.push(Buffer.from("\u001b]11;aa\u001b"));
    expect(reader.flush()).toEqual([named("escape")]);
    expect(reader.push(Buffer.from("d"))).toEqual([letter("d")]);
  });

  test.for([
    { name: "as characters", bytes: Buffer.from("\u009d11;rgb:aaaa\u009c") },
    { name: "as bytes", bytes: Buffer.from([0x9d, 0x31, 0x31, 0x3b, 0x61, 0x61, 0x9c]) },
  ])("a reply in eight bits, $name, is not its letters", ({ bytes }) => {
    expect(new KeyReader().push(bytes)).toEqual([UNKNOWN]);
  });

  test("a paste that does not end gives no keys, however long", () => {
    const reader = new KeyReader();
    expect(reader.push(Buffer.from(`\u001b[200~${"a".repeat(100_000)}`))).toEqual([]);
    const [paste] = reader.push(Buffer.from("\u001b[201~"));
    expect(paste).toMatchObject({ kind: "paste" });
  });

  test("a paste that nothing more follows of is over, and its half end is no key", () => {
    const reader = new KeyReader();
    expect(reader.push(Buffer.from("\u001b[200~aad\u001b[20"))).toEqual([]);
    expect(reader.moreWithinMs).toBeGreaterThan(1_000);
    expect(reader.flush()).toEqual([{ kind: "paste", text: "aad" }]);
    expect(reader.moreWithinMs).toBeUndefined();
    expect(reader.push(Buffer.from("d"))).toEqual([letter("d")]);
  });
});

test("any bytes, in any pieces: never throws, and what is pasted is never a letter", () => {
  const pieces = fc.array(fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constant(Buffer.from("\u001b["))));
  void fc.assert(
    fc.property(pieces, (chunks) => {
      const reader = new KeyReader();
      reader.push(Buffer.from("\u001b[200~"));
      const keys = chunks.flatMap((chunk) => reader.push(chunk));
      expect(keys.findIndex(({ kind }) => kind === "letter")).toBeLessThanOrEqual(
        keys.some(({ kind }) => kind === "paste") ? keys.length : -1,
      );
    }),
  );
});
