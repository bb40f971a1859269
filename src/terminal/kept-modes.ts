/** Every mode that the agent has set or reset, as xterm understands them. What it never touched is as a terminal starts. */
import type { Emulator } from "./emulator.ts";

export interface KeptModes {
  isSet(kind: ModeKind, number: number): boolean;
  /** Of the mouse's protocols, and of its encodings, one holds at a time. */
  mouseProtocol(): number | undefined;
  mouseEncoding(): number | undefined;
  /** As in DECSCUSR; undefined: never changed. */
  cursorStyle(): number | undefined;
  /** DECSLRM, from 1; undefined: the whole width. */
  sideMargins(): readonly [number, number] | undefined;
}

export type ModeKind = "private" | "ansi";

export const KEYPAD = 66;
const SIDE_MARGINS = 69;
const PROTOCOLS = [9, 1000, 1001, 1002, 1003];
const ENCODINGS = [1005, 1006, 1015, 1016];
/** Wraparound, a visible cursor, and no echo by the terminal itself. */
const SET_AT_START = { private: [7, 25], ansi: [12] };
/** What a soft reset (DECSTR) puts back. */
const SOFT = { private: [1, 6, 7, 25, KEYPAD, SIDE_MARGINS], ansi: [2, 4] };

type Params = readonly (number | number[])[];

export function keepModes({ parser }: Emulator): KeptModes {
  const changed = { private: new Map<number, boolean>(), ansi: new Map<number, boolean>() };
  let protocol: number | undefined;
  let encoding: number | undefined;
  let style: number | undefined;
  let margins: readonly [number, number] | undefined;

  function change(kind: ModeKind, number: number, to: boolean): void {
    if (kind === "private" && PROTOCOLS.includes(number)) protocol = to ? number : undefined;
    else if (kind === "private" && ENCODINGS.includes(number)) encoding = to ? number : undefined;
    else changed[kind].set(number, to);
    if (kind === "private" && number === SIDE_MARGINS && !to) margins = undefined;
  }
  const changeAll = (kind: ModeKind, to: boolean) => (params: Params) => {
    for (const param of params) if (typeof param === "number") change(kind, param, to);
    return false;
  };
  parser.registerCsiHandler({ prefix: "?", final: "h" }, changeAll("private", true));
  parser.registerCsiHandler({ prefix: "?", final: "l" }, changeAll("private", false));
  parser.registerCsiHandler({ final: "h" }, changeAll("ansi", true));
  parser.registerCsiHandler({ final: "l" }, changeAll("ansi", false));
  parser.registerEscHandler({ final: "=" }, () => changeAll("private", true)([KEYPAD]));
  parser.registerEscHandler({ final: ">" }, () => changeAll("private", false)([KEYPAD]));
  parser.registerCsiHandler({ intermediates: " ", final: "q" }, ([first]) => {
    style = typeof first === "number" ? first : 0;
    return false;
  });
  parser.registerCsiHandler({ final: "s" }, ([left, right]) => {
    if (changed.private.get(SIDE_MARGINS) && typeof left === "number" && typeof right === "number")
      margins = [left, right];
    return false;
  });
  parser.registerCsiHandler({ intermediates: "!", final: "p" }, () => {
    for (const number of SOFT.private) changed.private.delete(number);
    for (const number of SOFT.ansi) changed.ansi.delete(number);
    margins = undefined;
    return false;
  });
  parser.registerEscHandler({ final: "c" }, () => {
    changed.private.clear();
    changed.ansi.clear();
    protocol = encoding = style = margins = undefined;
    return false;
  });
  return {
    isSet: (kind, number) => changed[kind].get(number) ?? SET_AT_START[kind].includes(number),
    mouseProtocol: () => protocol,
    mouseEncoding: () => encoding,
    cursorStyle: () => style,
    sideMargins: () => margins,
  };
}
