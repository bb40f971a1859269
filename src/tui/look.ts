/** What this terminal can draw: signs beyond ASCII, colours. */
import { makeVisible, showCodePoint } from "../core/visible.ts";

export interface Signs {
  /** In front, waiting, a card's edge, its end, the command's own bar, a text's bar. */
  readonly active: string;
  readonly waiting: string;
  readonly edge: string;
  readonly end: string;
  readonly bar: string;
  readonly textBar: string;
  readonly chosen: string;
  readonly open: string;
  readonly cursor: string;
  readonly more: string;
  readonly dot: string;
}

export interface Look {
  readonly signs: Signs;
  readonly letters: "unicode" | "ascii";
  readonly colour: "colour" | "plain";
  /** `card`: over the agent's screen. There is nowhere to leave to but that. */
  readonly place: "console" | "card";
}

const UNICODE: Signs = {
  active: "◆",
  waiting: "◇",
  edge: "│",
  end: "└",
  bar: "┃",
  textBar: "┊",
  chosen: "●",
  open: "○",
  cursor: "█",
  more: "…",
  dot: "·",
};

const ASCII: Signs = {
  active: "*",
  waiting: "o",
  edge: "|",
  end: "`-",
  bar: "#",
  textBar: ":",
  chosen: "(x)",
  open: "( )",
  cursor: "_",
  more: "...",
  dot: "-",
};

/** The console of Linux has 512 letters at most; a dumb terminal none of its own. */
const POOR = /^(?:linux|dumb|vt\d+|)$/;

export function chooseLook(
  env: Readonly<Record<string, string | undefined>>,
  wanted: "as-the-terminal-can" | "no-colour",
  place: Look["place"] = "console",
): Look {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  const term = env["TERM"] ?? "";
  const letters = /utf-?8/i.test(locale) && !POOR.test(term) ? "unicode" : "ascii";
  const colourless = wanted === "no-colour" || env["NO_COLOR"] || term === "dumb" || term === "";
  return {
    signs: letters === "unicode" ? UNICODE : ASCII,
    letters,
    colour: colourless ? "plain" : "colour",
    place,
  };
}

/** Text of anybody, for one place on the screen: visible, and in letters that the terminal has. Not made visible again. */
export function showText(text: string, { letters }: Look): string {
  return letters === "unicode" ? makeVisible(text) : inAscii(text);
}

/** The same for text that will be made visible later, where rows are filled. */
export function spellText(text: string, { letters }: Look): string {
  return letters === "unicode" ? text : inAscii(text);
}

export function inAscii(text: string): string {
  return text.replace(/[^ -~]/gu, showCodePoint);
}
