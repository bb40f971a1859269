/** The law: a terminal that had cards over it is, afterwards, the terminal that never had one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCoveredTerminal } from "../../src/terminal/covered-terminal.ts";
import { COLUMNS, piece, pieceOfUnknownRow, ROWS } from "./agent-output.ts";
import { openReference } from "./reference.ts";

const CARD = "\x1b[3;2H\x1b[1;37;41m guard asks \x1b[0m\x1b[5;1H日本 \x1b[4mrm -rf\x1b[0m\r\n\x1b[2;1H\x1b[K";

const LEANING = /[\p{M}\p{Cf}]|\[\d+b/u;

/** A card is wanted in the middle of a piece (that may be a sequence or a character), and stays for some pieces more. */
const card = fc.record({
  piecesBefore: fc.nat({ max: 12 }),
  wantedAfter: fc.nat({ max: 40 }),
  piecesMeanwhile: fc.nat({ max: 3 }),
});

const course = (pieces: fc.Arbitrary<string>) =>
  fc.record({
    rowsBefore: fc.integer({ min: 0, max: ROWS + 3 }),
    pieces: fc.array(pieces, { minLength: 1, maxLength: 40 }),
    more: fc.array(pieces, { maxLength: 10 }),
    cards: fc.array(card, { maxLength: 4 }),
  });
type Course = typeof course extends (pieces: never) => fc.Arbitrary<infer T> ? T : never;
const RUNS = { numRuns: Number(process.env["RUNS"] ?? 150) };

test("a covered terminal is the same afterwards, and stays the same", async () => {
  await fc.assert(
    fc.asyncProperty(course(piece), async (drawn) => {
      const [covered, never] = await runBoth(drawn, "told");
      expect(covered).toEqual(never);
    }),
    RUNS,
  );
});

test("nor does it need to know in which row the agent started", async () => {
  await fc.assert(
    fc.asyncProperty(course(pieceOfUnknownRow), async (drawn) => {
      const [covered, never] = await runBoth(drawn, "unknown");
      const saved = "anywhere";
      expect(covered.map((state) => ({ ...state, saved }))).toEqual(
        never.map((state) => ({ ...state, saved })),
      );
    }),
    RUNS,
  );
});

/** Both terminals after the pieces, and after more of them. */
async function runBoth(
  { rowsBefore, pieces, more, cards }: Course,
  cursor: "told" | "unknown",
): Promise<[object[], object[]]> {
  // An agent starts in the first column.
  const before = `\x1b7${"$ ls\r\n".repeat(rowsBefore)}${cursor === "told" ? "$ " : ""}`;
  const [never, covered] = [openReference(COLUMNS, ROWS), openReference(COLUMNS, ROWS)];
  await never.write(before);
  await covered.write(before);
  const { cursorX, cursorY } = covered.emulator.terminal.buffer.active;
  const terminal = createCoveredTerminal({
    write(bytes) {
      covered.emulator.terminal.write(bytes);
      return true;
    },
    columns: COLUMNS,
    rows: ROWS,
    cursor: Promise.resolve(cursor === "told" ? { row: cursorY + 1, column: cursorX + 1 } : undefined),
  });

  // The agent's own first saving; guard does not know of one before.
  const output = [cursor === "told" ? "\x1b7" : "", ...pieces].map((text) => Buffer.from(text));
  await never.write(Buffer.concat(output));
  for (const { piecesBefore, wantedAfter, piecesMeanwhile } of cards) {
    terminal.fromAgent(Buffer.concat(output.splice(0, piecesBefore)));
    const meanwhile = Buffer.concat(output.splice(0, 1 + piecesMeanwhile));
    // A mark, or a repetition (REP), right after a card has lost the character before it.
    const at = LEANING.test(meanwhile.toString()) ? 0 : wantedAfter;
    terminal.fromAgent(meanwhile.subarray(0, at));
    await coverWhile(terminal, meanwhile.subarray(at));
  }
  terminal.fromAgent(Buffer.concat(output));
  await covered.write("");
  const first = [covered.state(), never.state()] as const;

  terminal.fromAgent(Buffer.from(more.join("")));
  await never.write(more.join(""));
  await covered.write("");
  return [
    [first[0], covered.state()],
    [first[1], never.state()],
  ];
}

type Covered = ReturnType<typeof createCoveredTerminal>;

/** Wants the cover before the chunk comes: half a sequence must go through, the rest must wait. */
async function coverWhile(terminal: Covered, chunk: Uint8Array): Promise<void> {
  const isCovered = terminal.cover();
  terminal.fromAgent(chunk);
  await isCovered;
  terminal.draw(CARD);
  expect(terminal.uncover()).toBe("same");
}
