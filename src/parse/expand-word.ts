/**
 * One shell word -> the words it may become. Each alternative is a list of words, because braces, `"$@"` and unquoted
 * variables can make several. What cannot be known stays marked as unknown; nothing is dropped.
 */
import type { Word as SyntaxWord, WordPart } from "unbash";
import type { Piece, Word } from "../core/word.ts";
import { expandBraces } from "./braces.ts";
import { cross } from "./combine.ts";
import { expandPart } from "./expand-part.ts";
import { type Fragments, joinValues, splitGlobs } from "./fragments.ts";
import { makeWord, mergeTexts } from "./make-word.ts";
import type { Scope, Value } from "./scope.ts";
import { literalPieces, type Standing } from "./tilde.ts";
import { type Place, spanOf, step, TooComplex, type Walk } from "./walk-state.ts";

/** One word that becomes more words than this asks for more than any honest line needs. */
const MAX_WORDS = 4_096;

/** Alternatives; each is the list of words that the one word becomes. Never empty. */
export function expandWord(node: SyntaxWord, scope: Scope, walk: Walk, place: Place): Word[][] {
  step(walk, place);
  const span = spanOf(node, place);
  const parts = node.parts;
  if (!parts) return [[makeWord(literalPieces(node, "first", undefined, "word", scope, walk), span)]];
  const alternatives = expandParts(parts, scope, walk, place);
  if (alternatives.some((values) => values.length > MAX_WORDS))
    throw new TooComplex("becomes too many words");
  return alternatives.map((values) => values.map((pieces) => makeWord(pieces, span)));
}

/** The word as one value, never split: assignments, here-documents, redirection targets. */
export function expandValue(
  node: SyntaxWord,
  scope: Scope,
  walk: Walk,
  place: Place,
  standing: Standing = "word",
): Value[] {
  step(walk, place);
  if (!node.parts) return [mergeTexts(literalPieces(node, "first", undefined, standing, scope, walk))];
  const alternatives = expandFragments(node.parts, scope, walk, place, "one-word", standing);
  // `x=$@`: what would be several words is one value, with blanks between.
  return alternatives.map((values) =>
    mergeTexts(joinValues(values, { kind: "text", text: " " }).map(asText)),
  );
}

function asText(piece: Piece): Piece {
  return piece.kind === "glob" ? { kind: "text", text: piece.text } : piece;
}

/** Braces first, as the shell does: each choice becomes a word of its own. */
function expandParts(parts: readonly WordPart[], scope: Scope, walk: Walk, place: Place): Value[][] {
  const index = parts.findIndex(
    (part) => part.type === "BraceExpansion" && expandBraces(part.text) !== undefined,
  );
  const brace = parts[index];
  if (brace?.type !== "BraceExpansion") return expandFragments(parts, scope, walk, place, "split");
  let alternatives: Value[][] = [[]];
  for (const choice of expandBraces(brace.text) ?? []) {
    const variant = [...parts.slice(0, index), ...choiceParts(choice, brace), ...parts.slice(index + 1)];
    alternatives = cross(alternatives, expandParts(variant, scope, walk, place), (a, b) => [...a, ...b]);
    step(walk, place);
  }
  return alternatives;
}

/** A choice is plain text, perhaps with wildcards. */
function choiceParts(choice: string, brace: { pos: number; end: number }): WordPart[] {
  return splitGlobs(choice).map((piece) =>
    piece.kind === "glob"
      ? { type: "Glob", kind: "star", pos: brace.pos, end: brace.end, text: piece.text, value: piece.text }
      : { type: "Literal", pos: brace.pos, end: brace.end, value: piece.text, text: piece.text },
  );
}

interface Building {
  done: Value[];
  open: Piece[];
  /** The open word exists even if it is empty: a quote was seen. */
  exists: boolean;
}

function expandFragments(
  parts: readonly WordPart[],
  scope: Scope,
  walk: Walk,
  place: Place,
  splitting: "split" | "one-word",
  standing: Standing = "word",
): Value[][] {
  let builds: Building[] = [{ done: [], open: [], exists: splitting === "one-word" }];
  joinLiterals(parts).forEach((part, index, all) => {
    const position = index === 0 ? "first" : "later";
    const fragments =
      part.type === "Literal"
        ? [{ words: [literalPieces(part, position, all[index + 1], standing, scope, walk)], quoted: false }]
        : expandPart(part, scope, walk, place, splitting === "split" ? "unquoted" : "quoted");
    builds = cross(builds, fragments, append);
  });
  return builds.map((build) => {
    const last = build.exists || build.open.length > 0 ? [build.open] : [];
    return [...build.done, ...last];
  });
}

/** What a brace leaves behind joins its neighbours: `{~,x}/y` begins with a tilde and a slash. */
function joinLiterals(parts: readonly WordPart[]): readonly WordPart[] {
  const joined: WordPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type !== "Literal" || last?.type !== "Literal") joined.push(part);
    else joined[joined.length - 1] = { ...last, text: last.text + part.text, value: last.value + part.value };
  }
  return joined;
}

function append(build: Building, fragment: Fragments): Building {
  const done = [...build.done];
  let open = [...build.open];
  let exists = build.exists || fragment.quoted;
  fragment.words.forEach((pieces, index) => {
    if (index > 0) {
      if (exists || open.length > 0) done.push(open);
      open = [];
      exists = fragment.quoted;
    }
    open.push(...pieces.filter((piece) => piece.text !== ""));
  });
  return { done, open, exists };
}
