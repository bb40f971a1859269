/** Region, saved cursor, cursor, and what it draws with: all that depends on each other, in the one order that works. */

import type { Emulator, Look } from "./emulator.ts";
import type { Charsets, SavedCursor } from "./kept-cursor.ts";
import type { Kept } from "./kept-screen.ts";
import { createPen, NO_LINK } from "./look.ts";
import { paintLastCell } from "./paint-rows.ts";

/** Shifts to G0 to G3. */
const LEVELS = ["\x0f", "\x0e", "\x1bn", "\x1bo"];
const DESIGNATORS = ["(", ")", "*", "+"];

interface Drawing {
  readonly look: Look;
  readonly charsets: Charsets;
  readonly charsetLevel: number;
}

export function restorePlace(kept: Kept): string {
  const { emulator, modes, cursor } = kept;
  const { active } = emulator.terminal.buffer;
  const region = emulator.region();
  const isRegion = isRegionSet(emulator);
  const isOrigin = modes.isSet("private", 6);
  const isSides = modes.isSet("private", 69);
  const saved = savedToRestore(kept);
  // By number only where something moves it: on the normal screen the terminal has put its own cursor back already.
  const moves = emulator.activeScreen() === "alternate" || isRegion || isOrigin || isSides || saved;
  const place = { x: active.cursorX, y: active.cursorY };
  const drawing = {
    look: emulator.look(),
    charsets: cursor.charsets(),
    charsetLevel: emulator.charsetLevel(),
  };
  return [
    // With its cursor a terminal brought back what the agent drew with, too.
    emulator.activeScreen() === "normal" ? drawPlain(drawing) : "",
    emulator.activeScreen() === "normal" && isOrigin ? "\x1b[?6l" : "",
    isRegion ? `\x1b[${region.top + 1};${region.bottom + 1}r` : "",
    isSides ? `\x1b[?69h${modes.sideMargins() ? `\x1b[${modes.sideMargins()?.join(";")}s` : ""}` : "",
    saved ? saveAgain(kept, saved) : "",
    isOrigin ? "\x1b[?6h" : "",
    moves ? moveTo(kept, place, isOrigin ? "region" : "screen") : "",
    isBehindLast(kept, place.x) ? paintLastCell(emulator, place.y) : "",
    drawWith(kept, drawing),
  ].join("");
}

export function isRegionSet({ region, terminal }: Emulator): boolean {
  const { top, bottom } = region();
  return top !== 0 || bottom !== terminal.rows - 1;
}

/** Only the card on the normal screen took its place, and only where the rows are known can it be given back. */
function savedToRestore({ emulator, cursor }: Kept): SavedCursor | undefined {
  if (emulator.activeScreen() === "alternate" || cursor.row() === "unknown") return undefined;
  const saved = cursor.saved("normal");
  return saved?.row === "known" ? saved : undefined;
}

function saveAgain(kept: Kept, saved: SavedCursor): string {
  const isRegion = saved.origin === "region";
  return [
    isRegion ? "\x1b[?6h" : "",
    moveTo(kept, saved, saved.origin),
    isBehindLast(kept, saved.x) ? paintLastCell(kept.emulator, saved.y) : "",
    drawWith(kept, saved),
    "\x1b7",
    isRegion ? "\x1b[?6l" : "",
    // Back to what a cover leaves.
    drawPlain(saved),
  ].join("");
}

function moveTo({ emulator }: Kept, { x, y }: { x: number; y: number }, origin: "region" | "screen"): string {
  const top = origin === "region" ? emulator.region().top : 0;
  return `\x1b[${Math.max(0, y - top) + 1};${Math.min(x, emulator.terminal.cols - 1) + 1}H`;
}

/** It has filled its row, and the next character goes to the next one. */
function isBehindLast({ emulator }: Kept, x: number): boolean {
  return x >= emulator.terminal.cols;
}

function drawWith({ emulator }: Kept, { look, charsets, charsetLevel }: Drawing): string {
  const chosen = charsets.map((name, level) => (name === "B" ? "" : `\x1b${DESIGNATORS[level]}${name}`));
  return [...chosen, charsetLevel === 0 ? "" : LEVELS[charsetLevel], createPen(emulator).to(look)].join("");
}

function drawPlain({ charsets, charsetLevel, look }: Drawing): string {
  const chosen = charsets.map((name, level) => (name === "B" ? "" : `\x1b${DESIGNATORS[level]}B`));
  return [
    ...chosen,
    charsetLevel === 0 ? "" : LEVELS[0],
    look.extended.urlId === 0 ? "" : NO_LINK,
    "\x1b[0m",
  ].join("");
}
