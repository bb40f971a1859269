/** Text that is typed to the agent answers no card, whatever its pace. */
import { expect, test } from "vitest";
import { createSettling } from "../../src/launcher/settling.ts";

interface Row {
  readonly name: string;
  /** Keys of a text for the agent when the card came, at 0. */
  readonly before: number;
  readonly typed: readonly (readonly [atMs: number, text: string])[];
  readonly last: "answer" | "early" | "text";
}

const ROWS: readonly Row[] = [
  { name: "a key at a card that was there for a while", before: 0, typed: [[2_000, "a"]], last: "answer" },
  { name: "a key at a card that has just come", before: 0, typed: [[300, "a"]], last: "early" },
  {
    name: "the same key once more, after a moment",
    before: 0,
    typed: [
      [300, "a"],
      [900, "a"],
    ],
    last: "answer",
  },
  {
    name: "a text of 40 words a minute",
    before: 6,
    typed: [
      [100, "o"],
      [400, "e"],
      [700, "s"],
    ],
    last: "text",
  },
  {
    name: "a text with a pause between words",
    before: 6,
    typed: [
      [100, "s"],
      [2_500, "a"],
    ],
    last: "text",
  },
  {
    name: "a text that began with the card",
    before: 0,
    typed: [
      [100, "w"],
      [400, "h"],
      [800, "a"],
    ],
    last: "text",
  },
  {
    name: "Esc leads from the text to the card",
    before: 6,
    typed: [
      [900, "s"],
      [2_000, "\u001b"],
    ],
    last: "answer",
  },
  { name: "a reply of the terminal does not", before: 6, typed: [[2_000, "\u001b[?1;2c"]], last: "text" },
  { name: "a text that Enter ended at the agent", before: 0, typed: [[900, "a"]], last: "answer" },
];

test.for(ROWS)("$name", ({ before, typed, last }) => {
  const settling = createSettling(before);
  expect(typed.map(([atMs, text]) => settling.take(Buffer.from(text), 0, atMs)).at(-1)).toBe(last);
});

test("before the card is drawn nothing counts", () => {
  expect(createSettling(0).take(Buffer.from("a"), undefined, 5_000)).toBe("early");
});
