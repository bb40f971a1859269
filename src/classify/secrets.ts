/** Printing a variable may show a secret to the agent and its provider. */
import type { Effect } from "../core/effect.ts";
import { displayText, knownText, type Word } from "../core/word.ts";
import type { Variables } from "./variables.ts";

/** $1, $?, $@ and the like hold what the line itself gave them. */
const SPECIAL = /^(?:\d+|[?#@*$!_-])$/u;

/** A printed word: every variable in it that is not known to be plain asks. */
export function printedEffects(word: Word, variables: Variables, label: string): readonly Effect[] {
  const effects: Effect[] = [];
  for (const piece of word.pieces) {
    if (piece.kind !== "unknown" || piece.why !== "variable") continue;
    if (piece.name === undefined || !isPlain(piece.name, variables)) effects.push(shown(piece.text, label));
  }
  return effects;
}

/** Text that a program may print although that is not what it is for: only names that say "secret". */
export function secretEffects(word: Word, variables: Variables, label: string): readonly Effect[] {
  const effects: Effect[] = [];
  for (const piece of word.pieces) {
    if (piece.kind !== "unknown" || piece.why !== "variable" || piece.name === undefined) continue;
    if (!variables.printable(piece.name) && variables.secret(piece.name))
      effects.push(shown(piece.text, label));
  }
  return effects;
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
    because: `${label} prints ${text}, which may be a secret`,
  };
}
