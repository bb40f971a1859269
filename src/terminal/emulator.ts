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
  readonly _inputHandler?: Counting & { readonly _curAttrData?: Look & { clone(): Look } };
  readonly _charsetService?: { readonly glevel: number };
  readonly _oscLinkService?: { getLinkData(id: number): Link | undefined };
  readonly buffers?: { readonly active: { readonly scrollTop: number; readonly scrollBottom: number } };
}

type Counting = Readonly<
  Record<(typeof COUNTED)[keyof typeof COUNTED], (count: { params: number[] }) => void>
>;

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
  boundCounts(terminal, handler);
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
  return { handler: handler as Counting & { _curAttrData: typeof look }, charsets, links, buffers };
}

/** What the emulator does as often as it is told, up to 2^31 times. */
const COUNTED = {
  b: "repeatPrecedingCharacter",
  L: "insertLines",
  M: "deleteLines",
  S: "scrollUp",
  T: "scrollDown",
  I: "cursorForwardTab",
  Z: "cursorBackwardTab",
} as const;

/** Twelve bytes in a file that the agent shows would hold guard run up for minutes. More than the whole screen changes nothing. */
function boundCounts(terminal: Terminal, handler: Counting): void {
  for (const [final, method] of Object.entries(COUNTED))
    terminal.parser.registerCsiHandler({ final }, ([count]) => {
      const { cols, rows } = terminal;
      const most = method === "repeatPrecedingCharacter" ? cols * rows : Math.max(cols, rows);
      if (typeof count !== "number" || count <= most) return false;
      handler[method]({ params: [most] });
      return true;
    });
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
