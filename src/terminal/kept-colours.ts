/**
 * The terminal's own colours, where the agent has changed them (OSC 4, and 10 to 19): letters in the colour of the background
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
  parser.registerEscHandler({ final: "c" }, () => {
    palette.clear();
    dynamic.clear();
    return false;
  });
  return {
    reset: () =>
      (isPaletteTouched ? osc("104") : "") + [...touched].map((one) => osc(`${RESET + one}`)).join(""),
    setAgain: () =>
      (palette.size > 0 ? osc(`4;${[...palette].flat().join(";")}`) : "") +
      [...dynamic].map(([one, colour]) => osc(`${one};${colour}`)).join(""),
  };
}

function isColour(text: string): boolean {
  return COLOUR.test(text);
}

function osc(body: string): string {
  return `\x1b]${body}\x1b\\`;
}
