/** The emulator, and the few things inside it that its own interface does not tell. Its version is pinned exactly. */
import { createRequire } from "node:module";
import type { IParser, Terminal } from "@xterm/headless";
import { cellWidth } from "./cell-width.ts";

export type { IBufferLine, Terminal } from "@xterm/headless";

/** How text is drawn, in the emulator's own bits. */
export interface Look {
  readonly fg: number;
  readonly bg: number;
  readonly extended: { readonly _ext: number; readonly urlId: number };
}

export interface Link {
  readonly id?: string;
  readonly uri: string;
}

export interface Emulator {
  readonly terminal: Terminal;
  readonly parser: IParser;
  activeScreen(): "normal" | "alternate";
  /** Of the cursor; a copy. */
  look(): Look;
  /** First and last row of the scroll region, from 0. */
  region(): { readonly top: number; readonly bottom: number };
  /** Which of G0 to G3 is drawn with. */
  charsetLevel(): number;
  link(id: number): Link | undefined;
}

interface Inside {
  readonly _inputHandler?: { readonly _curAttrData?: Look & { clone(): Look } };
  readonly _charsetService?: { readonly glevel: number };
  readonly _oscLinkService?: { getLinkData(id: number): Link | undefined };
  readonly buffers?: { readonly active: { readonly scrollTop: number; readonly scrollBottom: number } };
}

// 180 kB that must not be read before the agent has started: not bundled.
const requirePackage = createRequire(import.meta.url);

/** Takes some 15 ms the first time. */
export function loadEmulator(columns: number, rows: number): Emulator {
  const { Terminal } = requirePackage("@xterm/headless") as typeof import("@xterm/headless");
  // Nothing is kept above the screen: that is the real terminal's own, and guard never touches it.
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback: 0,
    allowProposedApi: true,
    logLevel: "off",
  });
  useTodaysWidths(terminal);
  const { handler, charsets, links, buffers } = lookInside(terminal);
  return {
    terminal,
    parser: terminal.parser,
    activeScreen: () => terminal.buffer.active.type,
    look: () => handler._curAttrData.clone(),
    region: () => ({ top: buffers.active.scrollTop, bottom: buffers.active.scrollBottom }),
    charsetLevel: () => charsets.glevel,
    link: (id) => (id === 0 ? undefined : links.getLinkData(id)),
  };
}

function lookInside(terminal: Terminal) {
  const { _core: core = {} } = terminal as Terminal & { readonly _core?: Inside };
  const { _inputHandler: handler, _charsetService: charsets, _oscLinkService: links, buffers } = core;
  const look = handler?._curAttrData;
  if (!handler || !look || !charsets || !links || !buffers || look.extended._ext !== 0)
    throw new Error("this @xterm/headless is not the one that guard was made with");
  return { handler: handler as { _curAttrData: typeof look }, charsets, links, buffers };
}

const VERSION = "guard";

/** What a character does with the one before it: bit 0 joins it, bits 1 and 2 are the width. */
function useTodaysWidths(terminal: Terminal): void {
  terminal.unicode.register({
    version: VERSION,
    wcwidth: cellWidth,
    charProperties(code, before) {
      const width = cellWidth(code);
      const widthBefore = (before >> 1) & 3;
      if (width > 0 || widthBefore === 0) return width << 1;
      return (widthBefore << 1) | 1;
    },
  });
  terminal.unicode.activeVersion = VERSION;
}
