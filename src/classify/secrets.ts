/** Printing a variable may show a secret to the agent and its provider. */
import type { Effect } from "../core/effect.ts";
import { displayText, knownText, type Piece, type Word } from "../core/word.ts";
import type { Variables } from "./variables.ts";

/** $1, $?, $@ and the like hold what the line itself gave them. */
const SPECIAL = /^(?:\d+|[?#@*$!_-])$/u;

/** Names inside of a longer expression: `${HOME/a/$TOKEN}`, `$((PIN))`. */
const NAMES = /[A-Za-z_]\w*/gu;

type Unknown = Extract<Piece, { readonly kind: "unknown" }>;

/** A word that may be printed: every variable in it that is not known to be plain asks. */
export function printedEffects(word: Word, variables: Variables, label: string): readonly Effect[] {
  return unknownsIn(word)
    .filter((piece) => mayShow(piece, variables))
    .map((piece) => shown(piece.text, label));
}

/** A word that is shown only in a complaint: only names that say "secret" ask. */
export function secretEffects(word: Word, variables: Variables, label: string): readonly Effect[] {
  return unknownsIn(word)
    .filter((piece) => namesSecret(piece, variables))
    .map((piece) => shown(piece.text, label));
}

const NONE: readonly Unknown[] = [];

function unknownsIn(word: Word): readonly Unknown[] {
  let found: Unknown[] | undefined;
  for (const piece of word.pieces) {
    if (piece.kind !== "unknown") continue;
    found ??= [];
    found.push(piece);
  }
  return found ?? NONE;
}

function mayShow(piece: Unknown, variables: Variables): boolean {
  switch (piece.why) {
    case "variable":
      return piece.name === undefined || !isPlain(piece.name, variables) || namesSecret(piece, variables);
    case "input":
    case "arithmetic":
    case "special":
      return namesSecret(piece, variables);
    // What is inside was judged as a command of its own.
    case "substitution":
    case "appended":
      return false;
  }
}

function namesSecret(piece: Unknown, variables: Variables): boolean {
  if (piece.why === "substitution" || piece.why === "appended") return false;
  // What the line itself read into a variable is no secret because of the variable's name.
  const own = piece.why === "input" ? piece.name : undefined;
  for (const [name] of piece.text.matchAll(NAMES)) {
    if (name !== own && !variables.printable(name) && variables.secret(name)) return true;
  }
  return false;
}

/** `printenv NAME`: the word is a variable's name. */
export function printedVariable(word: Word, variables: Variables, label: string): readonly Effect[] {
  const name = knownText(word);
  return name !== undefined && isPlain(name, variables) ? [] : [shown(displayText(word), label)];
}

function isPlain(name: string, variables: Variables): boolean {
  return SPECIAL.test(name) || variables.printable(name);
}

function shown(text: string, label: string): Effect {
  return {
    kind: "execute",
    target: { kind: "variable", text },
    because: `${label} may show ${text}, which may be a secret`,
  };
}
