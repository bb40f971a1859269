/**
 * The terminal's own colours, where the agent has changed them (OSC 4, 10 to 19, and kitty's 21): letters in the colour of the background
 * would hide what a card says. A card is drawn in the user's colours; the agent's come back afterwards.
 */
import type { Emulator } from "./emulator.ts";

export interface KeptColours {
  /** Bytes that give all changed colours back to the user; nothing if there are none. */
  reset(): string;
  setAgain(): string;
}

/** As terminals understand them: `#aabbcc`, `rgb:aa/bb/cc`, `rgbi:…`, a name. Others they refuse themselves. */
const COLOUR = /^[\w#:/., -]{1,64}$/;
const LAST_INDEX = 255;
const DYNAMIC = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
const RESET = 100;

export function keepColours({ parser }: Emulator): KeptColours {
  const palette = new Map<number, string>();
  const dynamic = new Map<number, string>();
  // Once changed, reset for every card: whether a full reset of the agent's did it depends on the terminal.
  let isPaletteTouched = false;
  const touched = new Set<number>();

  parser.registerOscHandler(4, (data) => {
    const words = data.split(";");
    for (let at = 0; at + 1 < words.length; at += 2) {
      const [index, colour = ""] = [Number(words[at]), words[at + 1]];
      if (!isColour(colour) || !(index >= 0 && index <= LAST_INDEX)) continue;
      palette.set(index, colour);
      isPaletteTouched = true;
    }
    return false;
  });
  parser.registerOscHandler(RESET + 4, (data) => {
    if (data === "") palette.clear();
    for (const index of data.split(";")) palette.delete(Number(index));
    return false;
  });
  for (const first of DYNAMIC) {
    parser.registerOscHandler(first, (data) => {
      // Further colours in one sequence are those of the next numbers.
      for (const [at, colour] of data.split(";").entries())
        if (isColour(colour) && DYNAMIC.includes(first + at)) {
          dynamic.set(first + at, colour);
          touched.add(first + at);
        }
      return false;
    });
    parser.registerOscHandler(RESET + first, () => {
      dynamic.delete(first);
      return false;
    });
  }
  const byName = keepByName(parser);
  parser.registerEscHandler({ final: "c" }, () => {
    palette.clear();
    dynamic.clear();
    byName.clear();
    return false;
  });
  return {
    reset: () =>
      (isPaletteTouched ? osc("104") : "") +
      [...touched].map((one) => osc(`${RESET + one}`)).join("") +
      byName.reset(),
    setAgain: () =>
      (palette.size > 0 ? osc(`4;${[...palette].flat().join(";")}`) : "") +
      [...dynamic].map(([one, colour]) => osc(`${one};${colour}`)).join("") +
      byName.setAgain(),
  };
}

const NAME = /^[a-z0-9_]{1,40}$/;
/** kitty has some forty of them, and 256 by number. */
const MOST_NAMES = 512;

/** kitty's way (OSC 21): `name=colour`, or `name=` for the user's own. */
function keepByName(parser: Emulator["parser"]) {
  const colours = new Map<string, string>();
  const touched = new Set<string>();
  parser.registerOscHandler(21, (data) => {
    for (const word of data.split(";")) {
      const [name = "", colour] = word.split("=", 2);
      if (colour === undefined || !NAME.test(name) || touched.size >= MOST_NAMES) continue;
      touched.add(name);
      if (isColour(colour)) colours.set(name, colour);
      else if (colour !== "?") colours.delete(name);
    }
    return false;
  });
  const all = (words: readonly string[]) => (words.length > 0 ? osc(["21", ...words].join(";")) : "");
  return {
    clear: () => colours.clear(),
    reset: () => all([...touched].map((name) => `${name}=`)),
    setAgain: () => all([...colours].map(([name, colour]) => `${name}=${colour}`)),
  };
}

function isColour(text: string): boolean {
  return COLOUR.test(text);
}

function osc(body: string): string {
  return `\x1b]${body}\x1b\\`;
}
