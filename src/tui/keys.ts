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

/** By what follows ESC [ or ESC O. */
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  Z: "back-tab",
  // ESC [ M is a mouse, with three bytes behind it.
  M: "enter",
  "5~": "page-up",
  "6~": "page-down",
};

const WHOLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what terminals send
  /^\u001b(?:\[M[\s\S]{3}|\[(?!M)(?<control>[0-?]*[ -/]*[@-~])|O(?<function>[ -~])|[\]PX^_][^\u0003\u0007\u001b]*(?:\u0007|\u001b\\)|(?<alt>[^[O\]PX^_\u001b]))/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what terminals send
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|\[M[\s\S]{0,2}|O|[\]PX^_][^\u0003\u0007\u001b]*\u001b?)?$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever ends a sequence that is not whole
const BREAKS_OFF = /(?<!^)[\u0000-\u001f]/;
/** Controls of eight bits, as characters or as bytes that are none: a terminal that was told to reply so. */
const EIGHT_BITS = /[\u0080-\u009f\ufffd]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever is no letter
const NO_LETTER = /[\u0000-\u001f\u007f-\u009f]/;

const PASTE_BEGINS = "200~";
const PASTE_ENDS = "\u001b[201~";
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

  /** More may follow; whoever waits asks again after a moment, with `flush`. */
  get isInside(): boolean {
    return this.#rest !== "" && this.#pasted === undefined;
  }

  /** Nothing more followed: Esc was pressed alone. A reply of the terminal's goes on, however late, and Esc ends it. */
  flush(): Key[] {
    if (!this.isInside) return [];
    const alone = this.#rest.endsWith("\u001b");
    if (!alone && this.#rest.length > 2) return [];
    this.#rest = "";
    return [alone ? { kind: "named", name: "escape" } : { kind: "unknown" }];
  }

  #takeKey(): Key | "more" | undefined {
    if (this.#rest.startsWith("\u001b")) return this.#takeSequence();
    if (EIGHT_BITS.test(this.#rest.charAt(0))) return this.#breakOff(this.#rest.length);
    const letter = String.fromCodePoint(this.#rest.codePointAt(0) ?? 0);
    this.#rest = this.#rest.slice(letter.length);
    const name = CONTROL[letter];
    if (name) return { kind: "named", name };
    return NO_LETTER.test(letter) ? { kind: "unknown" } : { kind: "letter", letter };
  }

  #takeSequence(): Key | "more" | undefined {
    const match = WHOLE.exec(this.#rest);
    if (!match) return this.#takeUnfinished();
    this.#rest = this.#rest.slice(match[0].length);
    const body = match.groups?.["control"] ?? match.groups?.["function"];
    if (body === PASTE_BEGINS) {
      this.#pasted = "";
      return undefined;
    }
    const name = body === undefined ? undefined : SEQUENCES[body];
    return name ? { kind: "named", name } : { kind: "unknown" };
  }

  /** What was begun and not ended is never letters: a terminal's replies hold text of the agent's choice. */
  #takeUnfinished(): Key | "more" {
    if (UNFINISHED.test(this.#rest)) {
      // Its beginning tells what it is, and its last character whether it ends.
      if (this.#rest.length > MOST_PASTED) this.#rest = this.#rest.slice(0, 3) + this.#rest.slice(-1);
      return "more";
    }
    const end = this.#rest.search(BREAKS_OFF);
    if (end > 1) return this.#breakOff(end);
    // Esc, and another sequence behind it.
    this.#rest = this.#rest.slice(1);
    return { kind: "named", name: "escape" };
  }

  #breakOff(end: number): Key {
    this.#rest = this.#rest.slice(end);
    return { kind: "unknown" };
  }

  #takePaste(): Key | "more" {
    const end = this.#rest.indexOf(PASTE_ENDS);
    // The end's own beginning may be the last that came.
    const until = end < 0 ? Math.max(0, this.#rest.length - PASTE_ENDS.length + 1) : end;
    this.#pasted = `${this.#pasted ?? ""}${this.#rest.slice(0, until)}`.slice(0, MOST_PASTED);
    this.#rest = this.#rest.slice(until);
    if (end < 0) return "more";
    this.#rest = this.#rest.slice(PASTE_ENDS.length);
    const text = this.#pasted;
    this.#pasted = undefined;
    return { kind: "paste", text };
  }
}
