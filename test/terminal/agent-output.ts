/** Output as agents and their programs write it, at random: each piece is whole and leaves the stream in ground. */
import fc from "fast-check";

export const COLUMNS = 20;
export const ROWS = 8;

const csi = (body: string) => `\x1b[${body}`;
const small = fc.integer({ min: 0, max: 12 });
const row = fc.integer({ min: 1, max: ROWS });
const column = fc.integer({ min: 1, max: COLUMNS });
const byte = fc.integer({ min: 0, max: 254 });

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abc XYZ09-_"), minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    "žluťoučký kůň",
    "日本語のテキスト",
    "한국어",
    "🦀🎉",
    "e\u0301a\u0308",
    "Привет",
    "नमस्ते",
    "─│┌┐",
    "👩‍💻",
    "ｶﾅ",
  ),
  fc.constantFrom("\r\n", "\n", "\r", "\t", "\b", "\r\n\r\n"),
);
const look = fc
  .array(
    fc.oneof(
      fc.constantFrom("0", "1", "2", "3", "4", "5", "7", "8", "9", "22", "23", "24", "25", "27", "28", "29"),
      fc.constantFrom("53", "55", "4:1", "4:2", "4:3", "4:4", "4:5", "59", "39", "49", "21"),
      fc.integer({ min: 0, max: 7 }).map((n) => `${30 + n}`),
      fc.integer({ min: 0, max: 7 }).map((n) => `${100 + n}`),
      byte.map((n) => `38;5;${n}`),
      byte.map((n) => `48;5;${n}`),
      byte.map((n) => `58:5:${n}`),
      fc.tuple(byte, byte, byte).map((rgb) => `38;2;${rgb.join(";")}`),
      fc.tuple(byte, byte, byte).map((rgb) => `48:2::${rgb.join(":")}`),
      fc.tuple(byte, byte, byte).map((rgb) => `58:2::${rgb.join(":")}`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((codes) => csi(`${codes.join(";")}m`));
/** Closed again at once: the emulator forgets a link with the row where it was opened. */
const link = fc
  .constantFrom("\x1b]8;;https://a.example/\x1b\\", "\x1b]8;id=x;https://b.example/\x07")
  .map((open) => `${open}here\x1b]8;;\x1b\\`);
const move = fc.oneof(
  fc.tuple(row, column).map(([y, x]) => csi(`${y};${x}H`)),
  fc
    .tuple(small, fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "d", "I", "Z"))
    .map(([n, f]) => csi(`${n}${f}`)),
  fc.constantFrom("\x1bM", "\x1bD", "\x1bE"),
);
const change = fc.oneof(
  small.map((n) => `x${csi(`${n}b`)}`),
  fc.tuple(small, fc.constantFrom("@", "P", "L", "M", "X", "S", "T")).map(([n, f]) => csi(`${n}${f}`)),
  fc.constantFrom(csi("J"), csi("1J"), csi("2J"), csi("K"), csi("1K"), csi("2K"), csi('1"q'), csi('0"q')),
);
const region = fc.oneof(
  fc.tuple(row, row).map(([top, bottom]) => csi(`${top};${bottom}r`)),
  fc.constant(csi("r")),
);
const ASCII = "\x1b(B\x1b)B\x0f";
/** The emulator forgets which set was saved with the cursor, so the agent says it anew; nor does it save underlines and links. */
const PLAIN_LINE = `${csi("24;59m")}\x1b]8;;\x1b\\`;
export const save = fc.constantFrom(`${PLAIN_LINE}\x1b7`, `${PLAIN_LINE}\x1b8${ASCII}`);
const screens = fc.oneof(
  fc.constantFrom(47, 1047, 1049).map((n) => csi(`?${n}h`)),
  fc.constantFrom(47, 1047, 1049).map((n) => `${PLAIN_LINE}${csi(`?${n}l`)}${ASCII}`),
);
/** Not ?7: without wraparound the emulator tears wide characters in the last column. */
const modes = fc
  .tuple(
    fc.constantFrom(
      "?1",
      "?6",
      "?25",
      "?66",
      "?9",
      "?1000",
      "?1002",
      "?1003",
      "?1004",
      "?1006",
      "?1016",
      "?2004",
      "?2026",
      "4",
    ),
    fc.constantFrom("h", "l"),
  )
  .map(([number, to]) => csi(number + to));
const others = fc.constantFrom(
  "\x1b=",
  "\x1b>",
  "\x1b(0",
  "\x1b)0\x0e",
  "\x1b(B",
  "\x0f",
  csi("3 q"),
  "\x1b]0;title\x07",
  "\x1bPq#0!9~\x1b\\",
);

export const withoutSaves = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: look, weight: 4 },
  { arbitrary: move, weight: 3 },
  { arbitrary: change, weight: 3 },
  { arbitrary: region, weight: 1 },
  { arbitrary: modes, weight: 2 },
  { arbitrary: others, weight: 1 },
  { arbitrary: link, weight: 1 },
);
export const piece = fc.oneof(
  { arbitrary: withoutSaves, weight: 20 },
  { arbitrary: screens, weight: 2 },
  { arbitrary: save, weight: 1 },
);

/** For a terminal that never told where its cursor was: what the agent saved before a card is lost there, so it saves nothing. */
export const pieceOfUnknownRow = fc.oneof(
  { arbitrary: withoutSaves, weight: 20 },
  {
    arbitrary: fc.constant(`${PLAIN_LINE}${csi("?1049h")}${csi("H")}full screen${csi("?1049l")}${ASCII}`),
    weight: 1,
  },
);
