/** The bytes that take the terminal for a card, and those that give it back as the agent had it. Both expect a stream in ground. */

import type { ModeKind } from "./kept-modes.ts";
import { KEYPAD } from "./kept-modes.ts";
import type { Kept } from "./kept-screen.ts";
import { isProtected, NO_LINK, NOT_PROTECTED } from "./look.ts";
import { paintRows } from "./paint-rows.ts";
import { restorePlace } from "./restore-place.ts";

interface CardMode {
  readonly kind: ModeKind;
  readonly number: number;
  readonly forCard: "set" | "reset";
}

/** What a card needs: keys as plain bytes, a paste in brackets, no reports that nobody asked for, text that lands where it is put. */
const CARD_MODES: readonly CardMode[] = [
  { kind: "private", number: 2026, forCard: "reset" },
  { kind: "private", number: 1, forCard: "reset" },
  { kind: "private", number: 5, forCard: "reset" },
  { kind: "private", number: 7, forCard: "set" },
  { kind: "private", number: 1004, forCard: "reset" },
  { kind: "private", number: 2004, forCard: "set" },
  { kind: "private", number: 2031, forCard: "reset" },
  { kind: "private", number: 2048, forCard: "reset" },
  { kind: "private", number: 9001, forCard: "reset" },
  { kind: "ansi", number: 2, forCard: "reset" },
  { kind: "ansi", number: 4, forCard: "reset" },
  { kind: "ansi", number: 12, forCard: "set" },
  { kind: "ansi", number: 20, forCard: "reset" },
];

/** Whatever string the terminal may still be reading ends here; in ground it means nothing. */
const END_OF_STRING = "\x1b\\";
const LEVEL_0 = "\x0f";

/**
 * Whatever the emulator says: terminals read more than it does (controls of two bytes, XTRESTORE, more than 32 parameters), and
 * with a region or an origin that it does not know of rows of a card would lie on top of each other. Replies come in seven bits.
 */
const ALWAYS = "\x1b F\x1b[?6l\x1b[?69l\x1b[r\x1b[?9;1000;1001;1002;1003l";

export function cover(kept: Kept): string {
  const { emulator, modes, keyboard, cursor } = kept;
  const look = emulator.look();
  return [
    END_OF_STRING,
    // Everywhere known, unlike ?47 and ?1047 (Alacritty, Windows Terminal); the agent's saved cursor is put back later.
    emulator.activeScreen() === "normal" ? "\x1b[?1049h" : "",
    ...changedModes(kept).map(({ kind, number, forCard }) => modeBytes(kind, number, forCard)),
    modes.isSet("private", KEYPAD) ? "\x1b>" : "",
    ...mouse(kept).map((number) => modeBytes("private", number, "reset")),
    ...keyboard.options().map(([option]) => `\x1b[>${option};0m`),
    keyboard.hasKittyFlags() ? "\x1b[>0u" : "",
    cursor.charsets()[0] === "B" ? "" : "\x1b(B",
    emulator.charsetLevel() === 0 ? "" : LEVEL_0,
    look.extended.urlId === 0 ? "" : NO_LINK,
    isProtected(look) ? NOT_PROTECTED : "",
    kept.colours.reset(),
    ALWAYS,
    // On the agent's own screen, too: rows of double width and pictures would distort a card or hide it.
    "\x1b[0m\x1b[H\x1b[2J",
    "\x1b[?25l",
  ].join("");
}

export function uncover(kept: Kept): string {
  const { emulator, modes, keyboard } = kept;
  return [
    "\x1b[0m",
    keyboard.hasKittyFlags() ? "\x1b[<u" : "",
    // The normal screen was never touched: the terminal itself has kept it, with all that is above it.
    emulator.activeScreen() === "normal" ? "\x1b[H\x1b[2J\x1b[?1049l" : paintRows(emulator),
    restorePlace(kept),
    kept.colours.setAgain(),
    ...keyboard.options().map(([option, value]) => `\x1b[>${option};${value}m`),
    ...mouse(kept).map((number) => modeBytes("private", number, "set")),
    modes.isSet("private", KEYPAD) ? "\x1b=" : "",
    modes.cursorStyle() === undefined ? "" : `\x1b[${modes.cursorStyle()} q`,
    modes.isSet("private", 25) ? "\x1b[?25h" : "",
    // Synchronized output last: it is the first in the list.
    ...changedModes(kept)
      .reverse()
      .map(({ kind, number, forCard }) => modeBytes(kind, number, forCard === "set" ? "reset" : "set")),
  ].join("");
}

function changedModes({ modes }: Kept): CardMode[] {
  return CARD_MODES.filter(({ kind, number, forCard }) => modes.isSet(kind, number) !== (forCard === "set"));
}

function mouse({ modes }: Kept): number[] {
  return [modes.mouseEncoding(), modes.mouseProtocol()].filter((number) => number !== undefined);
}

function modeBytes(kind: ModeKind, number: number, to: "set" | "reset"): string {
  return `\x1b[${kind === "private" ? "?" : ""}${number}${to === "set" ? "h" : "l"}`;
}
