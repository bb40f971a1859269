/** Who is in the middle of a text for the agent when a card comes does not answer the card with the rest of it. */
import { expect, test } from "vitest";
import { createTyping } from "../../src/launcher/typing.ts";

test.for([
  { name: "nobody typed", typed: [], keys: 0 },
  {
    name: "a text that goes on, slowly",
    typed: [
      [0, "w"],
      [900, "h"],
      [1_900, "a"],
    ],
    keys: 3,
  },
  {
    name: "a text that Enter has ended",
    typed: [
      [0, "h"],
      [300, "i"],
      [600, "\r"],
    ],
    keys: 0,
  },
  {
    name: "a text from long ago",
    typed: [
      [-9_000, "h"],
      [-8_000, "i"],
    ],
    keys: 0,
  },
  { name: "a paste counts letter by letter", typed: [[0, "\u001b[200~hi\n\u001b[201~"]], keys: 3 },
  { name: "a text that comes in one piece", typed: [[0, "run it"]], keys: 6 },
  {
    name: "a line end by Alt ends no text",
    typed: [
      [0, "hi"],
      [300, "\u001b\r"],
    ],
    keys: 2,
  },
  { name: "a terminal's reply is no text", typed: [[0, "\u001b]11;rgb:aaaa\u0007"]], keys: 0 },
  { name: "an arrow is no text", typed: [[0, "\u001b[A"]], keys: 0 },
] as { name: string; typed: [number, string][]; keys: number }[])("$name", ({ typed, keys }) => {
  const typing = createTyping();
  for (const [atMs, text] of typed) typing.note(Buffer.from(text), atMs);
  expect(typing.keysAt(2_000)).toBe(keys);
});
