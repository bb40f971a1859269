/**
 * What the agent saved with its cursor, for each screen, and which character sets it chose. And whether the emulator knows the
 * cursor's row at all: guard starts in the middle of a screen, and until the agent names a row by its number, or comes to the
 * last one, the real row may be further down.
 */
import type { Emulator, Look } from "./emulator.ts";

/** What G0 to G3 are, by the last byte of their choice. */
export type Charsets = readonly [string, string, string, string];

export interface SavedCursor {
  readonly x: number;
  readonly y: number;
  readonly look: Look;
  readonly charsets: Charsets;
  readonly charsetLevel: number;
  readonly origin: "region" | "screen";
  readonly row: RowKnowledge;
}

export type RowKnowledge = "known" | "unknown";

export interface KeptCursor {
  charsets(): Charsets;
  saved(screen: "normal" | "alternate"): SavedCursor | undefined;
  row(): RowKnowledge;
  /** Terminals move rows as they like when they are resized. */
  forgetRow(): void;
}

const ASCII: Charsets = ["B", "B", "B", "B"];
const DESIGNATORS = ["(", ")", "*", "+"];

export function keepCursor(emulator: Emulator, isOriginSet: () => boolean): KeptCursor {
  const { parser, terminal, activeScreen } = emulator;
  const saved: Partial<Record<"normal" | "alternate", SavedCursor>> = {};
  let charsets = ASCII;
  let knowledge: RowKnowledge = "unknown";

  function row(): RowKnowledge {
    // The real cursor is never above the emulator's, so on the last row they are the same.
    if (terminal.buffer.active.cursorY === terminal.rows - 1) knowledge = "known";
    return knowledge;
  }
  function save(): false {
    const { cursorX: x, cursorY: y } = terminal.buffer.active;
    const origin = isOriginSet() ? "region" : "screen";
    const charsetLevel = emulator.charsetLevel();
    saved[activeScreen()] = { x, y, look: emulator.look(), charsets, charsetLevel, origin, row: row() };
    return false;
  }
  function restore(from: "normal" | "alternate"): false {
    knowledge = saved[from]?.row ?? "known";
    charsets = saved[from]?.charsets ?? ASCII;
    return false;
  }
  const learn = (): false => {
    knowledge = "known";
    return false;
  };
  parser.registerEscHandler({ final: "7" }, save);
  parser.registerEscHandler({ final: "8" }, () => restore(activeScreen()));
  parser.registerCsiHandler({ final: "s" }, save);
  parser.registerCsiHandler({ final: "u" }, () => restore(activeScreen()));
  parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => {
    if (params.includes(1048) || params.includes(1049)) save();
    if (params.includes(6)) learn();
    return false;
  });
  parser.registerCsiHandler({ prefix: "?", final: "l" }, (params) => {
    if (params.includes(1049)) restore("normal");
    if (params.includes(1048)) restore(activeScreen());
    if (params.includes(6)) learn();
    return false;
  });
  for (const final of ["H", "f", "d"]) parser.registerCsiHandler({ final }, learn);
  // A region that is none is ignored, and the cursor stays.
  parser.registerCsiHandler({ final: "r" }, ([top, bottom]) =>
    (Number(top) || 1) < Math.min(Number(bottom) || terminal.rows, terminal.rows) ? learn() : false,
  );
  keepDesignations(emulator, (level, name) => {
    charsets = charsets.with(level, name) as unknown as Charsets;
  });
  const reset = (): false => {
    charsets = ASCII;
    delete saved[activeScreen()];
    return false;
  };
  parser.registerCsiHandler({ intermediates: "!", final: "p" }, reset);
  parser.registerEscHandler({ final: "c" }, () => {
    delete saved.alternate;
    delete saved.normal;
    learn();
    return reset();
  });
  return {
    charsets: () => charsets,
    saved: (screen) => saved[screen],
    row,
    forgetRow: () => {
      knowledge = "unknown";
    },
  };
}

/** ESC ( 0 and its kin: any last byte, for a terminal may know sets that the emulator does not. */
function keepDesignations({ parser }: Emulator, choose: (level: number, name: string) => void): void {
  for (const [level, intermediates] of DESIGNATORS.entries())
    for (let code = 0x30; code < 0x7f; code++) {
      const final = String.fromCharCode(code);
      parser.registerEscHandler({ intermediates, final }, () => {
        choose(level, final);
        return false;
      });
    }
}
