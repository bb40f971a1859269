/** The rows of the emulator's screen, as bytes that draw them again over whatever is there. Cells that were erased are erased again. */
import type { Emulator, IBufferLine, Look } from "./emulator.ts";
import { createPen, isOnlyBackground, type Pen } from "./look.ts";

/** One cell, or several that are erased alike. */
interface Run {
  readonly kind: "text" | "erased";
  readonly text: string;
  readonly cells: number;
  readonly look: Look;
}

/** Expects what cover() leaves: SGR reset, ASCII, no region, no origin, wraparound on; leaves SGR as it comes. */
export function paintRows(emulator: Emulator): string {
  const { terminal } = emulator;
  const { active } = terminal.buffer;
  const pen = createPen(emulator);
  const painted: string[] = [];
  let runsOn = false;
  for (let y = 0; y < terminal.rows; y++) {
    const line = active.getLine(active.baseY + y);
    if (line === undefined) continue;
    // Only what ran over the edge may run over it again: a terminal with other ideas of widths must not spoil the next row.
    const continues = runsOn;
    runsOn = runsOver(line, active.getLine(active.baseY + y + 1));
    if (!continues) painted.push(`\x1b[${y + 1};1H`, pen.to(PLAIN), "\x1b[K");
    painted.push(continues || runsOn ? "\x1b[?7h" : "\x1b[?7l");
    painted.push(paintRow(line, pen, continues ? "as-is" : "erased"));
  }
  return `${painted.join("")}\x1b[?7h${pen.to(PLAIN)}`;
}

/** The same cell again in the last column: only so a terminal holds its cursor behind it. */
export function paintLastCell(emulator: Emulator, y: number): string {
  const { terminal } = emulator;
  const { active } = terminal.buffer;
  const run = runsOf(active.getLine(active.baseY + y)).at(-1);
  if (run === undefined) return "";
  const cells = run.kind === "text" ? run.cells : 1;
  const pen = createPen(emulator);
  const text = run.kind === "text" ? run.text : " ";
  return `\x1b[0m\x1b[${terminal.cols - cells + 1}G${pen.to(run.look)}${text}${pen.to(PLAIN)}`;
}

export const PLAIN: Look = { fg: 0, bg: 0, extended: { _ext: 0, urlId: 0 } };

function paintRow(line: IBufferLine, pen: Pen, ground: "erased" | "as-is"): string {
  const runs = runsOf(line);
  let x = 0;
  return runs
    .map((run) => {
      x += run.cells;
      if (run.kind === "text") return pen.to(run.look) + run.text;
      const move = x < line.length ? `\x1b[${run.cells}C` : "";
      if (ground === "erased" && run.look.bg === 0) return move;
      return `${pen.to(run.look)}${move === "" ? "\x1b[K" : `\x1b[${run.cells}X`}${move}`;
    })
    .join("");
}

function runsOf(line: IBufferLine | undefined): Run[] {
  const runs: Run[] = [];
  for (let x = 0; line !== undefined && x < line.length; ) {
    const run = runAt(line, x);
    const before = runs.at(-1);
    if (before?.kind === "erased" && run.kind === "erased" && before.look.bg === run.look.bg)
      runs.splice(-1, 1, { ...before, cells: before.cells + 1 });
    else runs.push(run);
    x += run.cells;
  }
  return runs;
}

function runAt(line: IBufferLine, x: number): Run {
  const cell = line.getCell(x);
  const look = (cell ?? PLAIN) as unknown as Look;
  const text = cell?.getChars() ?? "";
  const width = cell?.getWidth() ?? 1;
  // A half of a wide character that lost the other one draws nothing, and so does a mark with nothing under it.
  if (text !== "" && width > 0) return { kind: "text", text, cells: Math.min(width, line.length - x), look };
  return isOnlyBackground(look)
    ? { kind: "erased", text: "", cells: 1, look }
    : { kind: "text", text: " ", cells: 1, look };
}

/** Its text goes on in the next row. A wide character that did not fit has left one cell free. */
function runsOver(line: IBufferLine, next: IBufferLine | undefined): boolean {
  if (!next?.isWrapped || !next.getCell(0)?.getChars()) return false;
  return isFilled(line, 1) || (isFilled(line, 2) && next.getCell(0)?.getWidth() === 2);
}

function isFilled(line: IBufferLine, fromEnd: 1 | 2): boolean {
  const cell = line.getCell(line.length - fromEnd);
  return cell?.getChars() !== "" || cell.getWidth() === 0;
}
