/**
 * Where a stream of bytes to a terminal stands: between two things (ground), inside an escape sequence, or inside a character. Only
 * in ground may somebody else's bytes follow. As xterm reads UTF-8: the controls of 0x80 to 0x9f are no controls.
 */

/** One to three: so many bytes of a character are missing. */
export type Place = number;

export const GROUND: Place = 0;
const ESCAPE: Place = 4;
const ESCAPE_MIDDLE: Place = 5;
const CSI: Place = 6;
/** Ends with BEL, too. */
const OSC: Place = 7;
/** DCS, APC, PM, SOS. */
const STRING: Place = 8;

const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
const BEL = 0x07;
/** No character is longer than this. */
const LONGEST = 4;

/** An ESC begins anew wherever it comes, so nothing before the last one counts. */
export function placeAfter(place: Place, bytes: Uint8Array): Place {
  const lastEscape = bytes.lastIndexOf(ESC);
  let now = lastEscape === -1 ? place : GROUND;
  let at = Math.max(lastEscape, 0);
  while (at < bytes.length) {
    // In ground, and with no ESC to come, only an unfinished character at the end matters.
    if (now === GROUND && bytes[at] !== ESC) at = Math.max(at, bytes.length - LONGEST);
    now = step(now, bytes[at] ?? 0);
    at++;
  }
  return now;
}

/** How many of the bytes belong to what was begun: after them the stream is in ground. Undefined: it is not even after all. */
export function findGround(place: Place, bytes: Uint8Array): number | undefined {
  let now = place;
  for (let at = 0; at < bytes.length; at++) {
    if (now === GROUND) return at;
    now = step(now, bytes[at] ?? 0);
  }
  return now === GROUND ? bytes.length : undefined;
}

function step(place: Place, byte: number): Place {
  if (byte === ESC) return ESCAPE;
  if (byte === CAN || byte === SUB) return GROUND;
  switch (place) {
    case ESCAPE:
      return afterEscape(byte);
    case ESCAPE_MIDDLE:
      return byte < 0x30 || byte === 0x7f ? ESCAPE_MIDDLE : begin(byte);
    case CSI:
      return byte < 0x40 || byte === 0x7f ? CSI : begin(byte);
    case OSC:
      return byte === BEL ? GROUND : OSC;
    case STRING:
      return STRING;
    case GROUND:
      return begin(byte);
    default:
      return (byte & 0xc0) === 0x80 ? place - 1 : begin(byte);
  }
}

function afterEscape(byte: number): Place {
  if (byte < 0x20 || byte === 0x7f) return ESCAPE;
  if (byte < 0x30) return ESCAPE_MIDDLE;
  switch (byte) {
    case 0x5b: // [
      return CSI;
    case 0x5d: // ]
      return OSC;
    case 0x50: // P
    case 0x58: // X
    case 0x5e: // ^
    case 0x5f: // _
      return STRING;
    default:
      return begin(byte);
  }
}

/** A last byte of a sequence needs nothing after it, and nor does a byte that begins no character. */
function begin(byte: number): Place {
  if (byte < 0xc2 || byte > 0xf4) return GROUND;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}
