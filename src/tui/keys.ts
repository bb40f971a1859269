// biome-ignore-all lint/suspicious/noControlCharactersInRegex: it is what terminals send
/** Bytes of a terminal to keys. Sequences that nobody knows are one unknown key, never the letters in them. */
import type { Key, KeyName } from "./key.ts";

const CONTROL: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "interrupt",
  "\u0015": "clear-line",
};

/** By what follows ESC [. Enter is not among them: ESC [ M begins a report of the mouse. */
const AFTER_BRACKET: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  Z: "back-tab",
  "5~": "page-up",
  "6~": "page-down",
};

/** By what follows ESC O. */
const AFTER_O: Readonly<Record<string, KeyName>> = { A: "up", B: "down", M: "enter" };

/**
 * Whole sequences. Terminals answer an agent's questions with some of them, and a slow line tears them: what has begun as one is
 * never read as letters.
 */
const WHOLE = [
  // Three letters or more behind it are a place on the screen; [[A is a function key of the Linux console.
  /^\u001b\[(?:M.{3}|\[.)/s,
  /^\u001b\[(?![M[])(?<control>[0-?]*[ -/]*[@-~])/,
  /^\u001bO(?<function>[ -~])/,
  // A text, up to its end or to what breaks it off.
  /^\u001b[\]PX^_][^\u0003\u0007\u001b\u0018\u001a]*(?:[\u0007\u0018\u001a]|\u001b\\|(?=\u0003|\u001b[^\\]))/,
  /^\u001b(?<alt>[^[O\]PX^_\u001b])/u,
];
/** They could still become one. */
const UNFINISHED = /^\u001b(?:\[(?:[0-?]*[ -/]*|M.{0,2}|\[)|O)?$/s;
const UNFINISHED_TEXT = /^\u001b[\]PX^_][^\u0003\u0007\u001b\u0018\u001a]*\u001b?$/;
/** Controls of eight bits, as characters or as bytes that are none: a terminal that was told to reply so. */
const EIGHT_BITS = /[\u0080-\u009f\ufffd]/;
/** What no terminal sends: up to the byte that does not belong there. */
const BROKEN = /^\u001b(?:\[[0-?]*[ -/]*|O)/;
const NO_LETTER = /[\u0000-\u001f\u007f-\u009f]/;

const ESC = "\u001b";
const PASTE_BEGINS = "200~";
const PASTE_ENDS = "\u001b[201~";
const HALF_AN_END = /\u001b(?:\[(?:2(?:01?)?)?)?$/;
/** An Esc that nothing follows for so long was pressed alone. */
const ESC_ALONE_MS = 40;
/** A paste whose end does not come (a line that lost it, an agent's terminal that never sends it) would swallow every key. */
const PASTE_OVER_MS = 2_000;
/** More is thrown away; nothing that is pasted here is long. */
const MOST_PASTED = 4_000;

export class KeyReader {
  readonly #decoder = new TextDecoder("utf-8");
  #rest = "";
  #pasted: string | undefined;

  push(bytes: Uint8Array): Key[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const keys: Key[] = [];
    while (this.#rest !== "") {
      const taken = this.#pasted === undefined ? this.#takeKey() : this.#takePaste();
      if (taken === "more") break;
      if (taken) keys.push(taken);
    }
    return keys;
  }

  /** More may follow within this; whoever waits calls `flush` then. Undefined: nothing has begun. */
  get moreWithinMs(): number | undefined {
    if (this.#pasted !== undefined) return PASTE_OVER_MS;
    return this.#rest === "" ? undefined : ESC_ALONE_MS;
  }

  /** Nothing more followed: a paste is over, or Esc was pressed alone. What is torn waits for its rest, and never becomes letters. */
  flush(): Key[] {
    if (this.#pasted !== undefined) {
      this.#pasted += this.#rest.replace(HALF_AN_END, "");
      return [this.#endPaste("")];
    }
    // At the end of a text it is pressed by somebody whose keys the text has swallowed.
    if (!this.#rest.endsWith(ESC)) return [];
    this.#rest = "";
    return [{ kind: "named", name: "escape" }];
  }

  #takeKey(): Key | "more" | undefined {
    if (this.#rest.startsWith(ESC)) return this.#takeSequence();
    if (EIGHT_BITS.test(this.#rest.charAt(0))) {
      this.#rest = "";
      return { kind: "unknown" };
    }
    const letter = String.fromCodePoint(this.#rest.codePointAt(0) ?? 0);
    this.#rest = this.#rest.slice(letter.length);
    const name = CONTROL[letter];
    if (name) return { kind: "named", name };
    return NO_LETTER.test(letter) ? { kind: "unknown" } : { kind: "letter", letter };
  }

  #takeSequence(): Key | "more" | undefined {
    const match = WHOLE.map((one) => one.exec(this.#rest)).find((found) => found !== null);
    if (!match) return this.#takeUnfinished();
    this.#rest = this.#rest.slice(match[0].length);
    const { control, function: afterO } = match.groups ?? {};
    if (control === PASTE_BEGINS) {
      this.#pasted = "";
      return undefined;
    }
    const name = control === undefined ? AFTER_O[afterO ?? ""] : AFTER_BRACKET[control];
    return name ? { kind: "named", name } : { kind: "unknown" };
  }

  #takeUnfinished(): Key | "more" {
    if (UNFINISHED.test(this.#rest)) return "more";
    if (UNFINISHED_TEXT.test(this.#rest)) {
      // Only that it is a text matters, and how it ends.
      this.#rest = `${this.#rest.slice(0, 2)}${this.#rest.slice(2).endsWith(ESC) ? ESC : ""}`;
      return "more";
    }
    const begun = BROKEN.exec(this.#rest)?.[0] ?? ESC;
    this.#rest = this.#rest.slice(begun.length);
    return begun === ESC ? { kind: "named", name: "escape" } : { kind: "unknown" };
  }

  #takePaste(): Key | "more" {
    const end = this.#rest.indexOf(PASTE_ENDS);
    // The end's own beginning may be the last that came.
    const until = end < 0 ? Math.max(0, this.#rest.length - PASTE_ENDS.length + 1) : end;
    this.#pasted = `${this.#pasted ?? ""}${this.#rest.slice(0, until)}`.slice(0, MOST_PASTED);
    this.#rest = this.#rest.slice(until);
    return end < 0 ? "more" : this.#endPaste(this.#rest.slice(PASTE_ENDS.length));
  }

  #endPaste(rest: string): Key {
    const text = this.#pasted ?? "";
    this.#pasted = undefined;
    this.#rest = rest;
    return { kind: "paste", text };
  }
}
