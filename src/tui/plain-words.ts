/** What a typed line means: the keys of the screen, in words. */
import { MODES } from "../core/ruling.ts";
import type { Key, KeyName } from "./key.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import type { Open } from "./model.ts";

export type PlainSaid =
  /** Counts only for what was read out last. */
  | { readonly kind: "answer"; readonly keys: readonly Key[] }
  | { readonly kind: "press"; readonly keys: readonly Key[] }
  | { readonly kind: "back" }
  | { readonly kind: "show"; readonly number: string }
  | { readonly kind: "help" | "list" | "next" | "quit" | "nothing" }
  | { readonly kind: "unknown"; readonly text: string };

const ANSWERS: ReadonlyMap<string, string> = new Map([
  ["once", "a"],
  ["session", "s"],
  ["hour", "t"],
  ["always", "p"],
  ["deny", "d"],
  ["deny session", "D"],
  ["all session", "A"],
  ["all always", "S"],
  ["all deny", "X"],
  // On the cards that nobody waits for.
  ["again", "a"],
  ["seen", "d"],
  ["stay", "n"],
]);

const ABOUT = ["help", "list", "next", "quit"] as const;
const LENGTHS: ReadonlyMap<string, string> = new Map([
  ["once", "o"],
  ["o", "o"],
  ["session", "s"],
  ["s", "s"],
  ["always", "p"],
  ["p", "p"],
]);

export function readPlainLine(rawLine: string, open: Open): PlainSaid {
  const line = rawLine.trim();
  if (line === "") return { kind: "nothing" };
  switch (open.kind) {
    case "confirm":
      return open.text === CONFIRM_WORD ? readLength(line) : readConfirm(line);
    case "ladder":
      return readRung(line.toLowerCase());
    case "bulk":
      return isYes(line) ? { kind: "answer", keys: [letter("y")] } : { kind: "back" };
    case "full-auto":
      return isYes(line) ? { kind: "press", keys: [letter("y")] } : { kind: "back" };
    case "card":
    case "help":
    case "reason":
    case "broken-off":
    case "mode":
      return readWords(line);
  }
}

function isYes(line: string): boolean {
  return /^y(?:es)?$/i.test(line);
}

function readConfirm(line: string): PlainSaid {
  return line === CONFIRM_WORD ? { kind: "press", keys: Array.from(CONFIRM_WORD, letter) } : { kind: "back" };
}

function readLength(line: string): PlainSaid {
  const press = LENGTHS.get(line.toLowerCase());
  return press === undefined ? { kind: "back" } : { kind: "answer", keys: [letter(press)] };
}

/** "2 project": the number of a rule, and perhaps the file. */
function readRung(line: string): PlainSaid {
  const match = /^(?<rung>[1-4])(?:\s+(?<file>user|project))?$/.exec(line);
  if (!match?.groups) return { kind: "back" };
  const file = match.groups["file"];
  const files = file === undefined ? [] : [letter(file === "user" ? "u" : "j")];
  return { kind: "answer", keys: [letter(match.groups["rung"] ?? ""), ...files, named("enter")] };
}

function readWords(line: string): PlainSaid {
  const words = line.toLowerCase().replace(/\s+/g, " ");
  const [first = "", second = ""] = words.split(" ");
  const press = ANSWERS.get(words);
  if (press !== undefined) return { kind: "answer", keys: [letter(press)] };
  // The letter that opens the place to type in is not the word's first.
  if (words === "confirm") return { kind: "answer", keys: [letter("c"), named("clear-line")] };
  const about = ABOUT.find((one) => one === words);
  if (about !== undefined) return { kind: about };
  if (words === "undo") return { kind: "press", keys: [letter("u")] };
  if (first === "show") return { kind: "show", number: second };
  if (first === "mode") return readMode(second);
  if (first === "deny")
    return {
      kind: "answer",
      keys: [letter("r"), { kind: "paste", text: line.slice(first.length).trim() }, named("enter")],
    };
  return { kind: "unknown", text: `${first} is not a word here; help lists them` };
}

function readMode(word: string): PlainSaid {
  const mode = MODES.find((one) => one === word.replaceAll("_", "-"));
  return mode === undefined
    ? { kind: "unknown", text: `a mode is one of ${MODES.join(", ")}` }
    : { kind: "press", keys: [letter("m"), letter(mode[0] ?? "")] };
}

function letter(one: string): Key {
  return { kind: "letter", letter: one };
}

function named(name: KeyName): Key {
  return { kind: "named", name };
}
