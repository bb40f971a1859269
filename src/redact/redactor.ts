/**
 * Takes secrets out of what is written down or shown, and puts a mark in their place. It must never hide what a command
 * does: what is hidden holds no blank, quote or other character that a shell acts on (src/redact/pieces.ts), and on screens
 * where a person approves only what is certain by its format is hidden.
 */
import type { RedactPattern } from "../core/redact-pattern.ts";
import { createFindSecrets, type FindSecrets } from "./find-secrets.ts";
import { hideTargets } from "./hidden-targets.ts";
import { putTexts, takeTexts } from "./json-texts.ts";
import { loadRedaction } from "./load-redaction.ts";
import { applyPieces, joinPieces, markOf, type Piece } from "./pieces.ts";
import { MOST_ROUNDS, redactTexts } from "./redact-texts.ts";
import type { RedactionData } from "./redaction-data.ts";

/** `tokens`: formats that are certain, for screens. `all`: what names and places say too, for what is kept. */
export type Strength = "tokens" | "all";

export interface Redactor {
  text(value: string, strength: Strength): string;
  argv(words: readonly string[], strength: Strength): readonly string[];
  /** All texts in it, `all`; what is a secret in one of them is hidden in the others. The same object where nothing is. */
  record<T>(value: T): T;
  /** `kind:target`, before they are part of a record: see hidden-targets.ts. */
  effects(command: string | readonly string[], effects: readonly string[]): readonly string[];
  /** A quick look at texts that stand one below the other: where it says `false`, nothing of them would be hidden. */
  mayHold(texts: string): boolean;
  /** All texts in it, `tokens`. */
  screen<T>(value: T): T;
  /** Where a place in a text is after `text(…, "tokens")`; inside of a secret it is the mark's beginning. */
  placeOnScreen(text: string): (place: number) => number;
}

/** `load` reads the built-in knowledge, when it is needed first. */
export function createRedactor(
  extra: readonly RedactPattern[],
  load: () => RedactionData = loadRedaction,
): Redactor {
  let find: FindSecrets | undefined;
  const finder = (): FindSecrets => {
    find ??= createFindSecrets(load(), extra);
    return find;
  };

  function all(texts: readonly string[], isArgv: "argv" | "texts"): readonly string[] {
    return redactTexts(
      texts,
      isArgv === "argv" ? [{ from: 0, to: texts.length, kind: "command" }] : [],
      finder(),
    );
  }

  /** One that touched another may be plain to see when that is gone. */
  function tokenRounds(text: string): readonly TokenRound[] {
    const rounds: TokenRound[] = [];
    for (let now = text; rounds.length < MOST_ROUNDS; ) {
      const pieces = joinPieces(finder().tokens(now));
      if (pieces.length === 0) break;
      now = applyPieces(now, pieces);
      rounds.push({ pieces, after: now });
    }
    return rounds;
  }

  const tokens = (text: string): string => tokenRounds(text).at(-1)?.after ?? text;

  return {
    text: (value, strength) => (strength === "tokens" ? tokens(value) : (all([value], "texts")[0] ?? "")),
    argv: (words, strength) => (strength === "tokens" ? words.map(tokens) : all(words, "argv")),
    record(value) {
      const { texts, argvs } = takeTexts(value);
      const shown = redactTexts(texts, argvs, finder());
      return shown === texts ? value : putTexts(value, shown);
    },
    effects: (command, effects) => hideTargets(command, effects, finder().options),
    mayHold: (texts) => finder().mayHold(texts),
    screen(value) {
      const { texts } = takeTexts(value);
      const shown = texts.map(tokens);
      return shown.every((text, index) => text === texts[index]) ? value : putTexts(value, shown);
    },
    placeOnScreen(text) {
      const moves = tokenRounds(text).map(({ pieces }) => placesAfter(pieces));
      return (place) => moves.reduce((at, move) => move(at), place);
    },
  };
}

interface TokenRound {
  readonly pieces: readonly Piece[];
  readonly after: string;
}

function placesAfter(pieces: readonly Piece[]): (place: number) => number {
  return (place) => {
    let moved = place;
    for (const { from, to, name } of pieces) {
      if (place <= from) break;
      moved += place < to ? from - place : markOf(name).length - (to - from);
    }
    return moved;
  };
}
