/** How a cell looks, as the bytes that make a terminal draw so. */
import type { Emulator, Look } from "./emulator.ts";

const COLOUR = 0x3ffffff;
const COLOUR_MODE = 0x3000000;
const [PALETTE_16, PALETTE_256, RGB] = [0x1000000, 0x2000000, 0x3000000];
const HAS_EXTENDED = 0x10000000;
const PROTECTED = 0x20000000;
/** The emulator's way to write "no colour of its own" after SGR 59. */
const NO_COLOUR = COLOUR;

const FG_FLAGS: readonly (readonly [bit: number, sgr: number])[] = [
  [0x8000000, 1],
  [0x20000000, 5],
  [0x4000000, 7],
  [0x40000000, 8],
  [0x80000000, 9],
];
const BG_FLAGS: readonly (readonly [bit: number, sgr: number])[] = [
  [0x8000000, 2],
  [0x4000000, 3],
  [0x40000000, 53],
];
const UNDERLINE = 0x10000000;

/** Drawn as nothing but background: what an erase leaves. */
export function isOnlyBackground({ fg, bg }: Look): boolean {
  return fg === 0 && (bg & ~COLOUR) === 0;
}

/** The whole of it, from a reset on. */
export function sgrOf({ fg, bg, extended }: Look): string {
  const codes = [
    "0",
    ...[...FG_FLAGS.filter(([bit]) => fg & bit), ...BG_FLAGS.filter(([bit]) => bg & bit)].map(
      ([, sgr]) => `${sgr}`,
    ),
    ...underlineCodes(fg, bg, extended._ext),
    ...colourCodes(fg & COLOUR, 30),
    ...colourCodes(bg & COLOUR, 40),
  ];
  return `\x1b[${codes.join(";")}m`;
}

function underlineCodes(fg: number, bg: number, ext: number): string[] {
  const style = bg & HAS_EXTENDED ? (ext >> 26) & 7 : 1;
  const line = fg & UNDERLINE ? [style > 1 ? `4:${style}` : "4"] : [];
  const colour = ext & COLOUR;
  if (colour === NO_COLOUR) return line;
  switch (colour & COLOUR_MODE) {
    case PALETTE_16:
    case PALETTE_256:
      return [...line, `58:5:${colour & 0xff}`];
    case RGB:
      return [...line, `58:2::${rgbOf(colour).join(":")}`];
    default:
      return line;
  }
}

/** `first`: the code of the first of 16 colours. */
function colourCodes(colour: number, first: 30 | 40): string[] {
  const index = colour & 0xff;
  switch (colour & COLOUR_MODE) {
    case PALETTE_16:
      return [`${index < 8 ? first + index : first + 60 + index - 8}`];
    case PALETTE_256:
      return [`${first + 8};5;${index}`];
    case RGB:
      return [`${first + 8};2;${rgbOf(colour).join(";")}`];
    default:
      return [];
  }
}

function rgbOf(colour: number): number[] {
  return [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
}

export interface Pen {
  /** What must be sent so that the next text looks so. */
  to(look: Look): string;
}

export const NO_LINK = "\x1b]8;;\x1b\\";
export const NOT_PROTECTED = '\x1b[0"q';

/** Knows what it sent last. At first: a terminal after a reset of SGR, with no link open. */
export function createPen(emulator: Emulator): Pen {
  let [sgr, link, protection] = ["\x1b[0m", NO_LINK, NOT_PROTECTED];
  return {
    to(look) {
      const now = [sgrOf(look), linkOf(look, emulator), look.bg & PROTECTED ? '\x1b[1"q' : NOT_PROTECTED];
      const changed = [sgr, link, protection].map((before, at) => (before === now[at] ? "" : now[at]));
      [sgr = "", link = "", protection = ""] = now;
      return changed.join("");
    },
  };
}

function linkOf(look: Look, emulator: Emulator): string {
  const link = emulator.link(look.extended.urlId);
  if (link === undefined) return NO_LINK;
  return `\x1b]8;${link.id === undefined ? "" : `id=${link.id}`};${link.uri}\x1b\\`;
}

export function isProtected({ bg }: Look): boolean {
  return (bg & PROTECTED) !== 0;
}
