/** A terminal to compare with: everything that a person or a program could notice about it, as plain values. */
import { type Emulator, type IBufferLine, type Look, loadEmulator } from "../../src/terminal/emulator.ts";
import { sgrOf } from "../../src/terminal/look.ts";

export interface Reference {
  readonly emulator: Emulator;
  write(bytes: Uint8Array | string): Promise<void>;
  state(): object;
}

interface Inside {
  readonly coreService: { readonly decPrivateModes: object; readonly modes: object; isCursorHidden: boolean };
  readonly coreMouseService: { readonly activeProtocol: string; readonly activeEncoding: string };
  readonly _charsetService: { readonly charset: unknown; readonly glevel: number };
  readonly buffers: { readonly active: { readonly savedX: number; readonly savedY: number } };
}

export function openReference(columns: number, rows: number): Reference {
  const emulator = loadEmulator(columns, rows);
  const { terminal } = emulator;
  const inside = (terminal as unknown as { _core: Inside })._core;
  function state(): object {
    const { active } = terminal.buffer;
    return {
      screen: active.type,
      normal: rowsOf(emulator, "normal"),
      alternate: active.type === "alternate" ? rowsOf(emulator, "alternate") : [],
      cursor: [active.cursorX, active.cursorY],
      saved: [Math.min(inside.buffers.active.savedX, terminal.cols - 1), inside.buffers.active.savedY],
      region: emulator.region(),
      look: lookOf(emulator, emulator.look()),
      charset: inside._charsetService.charset,
      charsetLevel: inside._charsetService.glevel,
      private: { ...inside.coreService.decPrivateModes },
      ansi: { ...inside.coreService.modes },
      hidden: inside.coreService.isCursorHidden,
      mouse: [inside.coreMouseService.activeProtocol, inside.coreMouseService.activeEncoding],
    };
  }
  return {
    emulator,
    write: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    state,
  };
}

function rowsOf(emulator: Emulator, screen: "normal" | "alternate"): unknown[] {
  const buffer = emulator.terminal.buffer[screen];
  return Array.from({ length: emulator.terminal.rows }, (_, y) =>
    rowOf(emulator, buffer.getLine(buffer.baseY + y), buffer.getLine(buffer.baseY + y - 1)),
  );
}

/** Cells that look alike are told as one. An erased cell and a blank of the same look are the same. */
function rowOf(emulator: Emulator, line: IBufferLine | undefined, above: IBufferLine | undefined): unknown {
  const cells: [look: string, text: string][] = [];
  for (let x = 0; line !== undefined && x < line.length; x++) {
    const cell = line.getCell(x);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = visibleLook(emulator, cell as unknown as Look);
    const before = cells.at(-1);
    if (before?.[0] === look) before[1] += cell.getChars() || " ";
    else cells.push([look, cell.getChars() || " "]);
  }
  // Where there is no text, nothing was wrapped.
  const ends = [above?.getCell(above.length - 1), line?.getCell(0)];
  return { wrapped: line?.isWrapped && ends.every((cell) => cell?.getChars().trim()), cells };
}

function lookOf(emulator: Emulator, look: Look): string {
  return `${sgrOf(look).slice(2)} ${emulator.link(look.extended.urlId)?.uri ?? ""}`;
}

/** The colour of a line that is not there cannot be seen. */
function visibleLook(emulator: Emulator, look: Look): string {
  const { fg, bg, extended } = look;
  const isUnderlined = (fg & 0x10000000) !== 0;
  return lookOf(emulator, isUnderlined ? look : { fg, bg, extended: { _ext: 0, urlId: extended.urlId } });
}
