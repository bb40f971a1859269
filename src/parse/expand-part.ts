/** One part of a word -> its possible fragments. Several fragments mean that the shell splits the word there. */
import type { WordPart } from "unbash";
import type { Piece } from "../core/word.ts";
import { visitArithmetic } from "./arithmetic.ts";
import { cross } from "./combine.ts";
import type { Fragments, Quoting } from "./fragments.ts";
import { expandParameter } from "./parameter.ts";
import { cloneScope, type Scope } from "./scope.ts";
import { printsNumber, staticOutput } from "./static-output.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

/** Alternatives; never empty. */
export function expandPart(
  part: WordPart,
  scope: Scope,
  walk: Walk,
  place: Place,
  quoting: Quoting,
): Fragments[] {
  switch (part.type) {
    case "Literal":
      return [one({ kind: "text", text: part.value }, "unquoted")];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [one({ kind: "text", text: part.value }, "quoted")];
    case "DoubleQuoted":
    case "LocaleString":
      return expandQuoted(part.parts, scope, walk, place);
    case "Glob":
      for (const inner of part.parts ?? []) expandPart(inner, scope, walk, place, "quoted");
      return [one({ kind: "glob", text: part.text }, quoting)];
    case "ExtendedGlob":
      return [expandExtendedGlob(part, scope, walk, place)];
    case "BraceExpansion":
      for (const inner of part.parts ?? []) expandPart(inner, scope, walk, place, "quoted");
      return [one({ kind: "unknown", why: "special", text: part.text, splits: true }, quoting)];
    case "SimpleExpansion":
      return expandParameter(part.text.slice(1), undefined, part.text, scope, walk, place, quoting);
    case "ParameterExpansion":
      return expandParameter(part.parameter, part, part.text, scope, walk, place, quoting);
    case "CommandExpansion":
      return [expandSubstitution(part, scope, walk, place, quoting)];
    case "ProcessSubstitution":
      return [expandProcess(part, scope, walk, place)];
    case "ArithmeticExpansion":
      if (part.expression) visitArithmetic(part.expression, scope, walk, place);
      return [one({ kind: "unknown", why: "arithmetic", text: part.text, splits: false }, quoting)];
  }
}

export function one(piece: Piece, quoting: Quoting): Fragments {
  return { words: [[piece]], quoted: quoting === "quoted" };
}

function expandQuoted(parts: readonly WordPart[], scope: Scope, walk: Walk, place: Place): Fragments[] {
  let all: Fragments[] = [{ words: [[]], quoted: true }];
  for (const part of parts) {
    const next = expandPart(part, scope, walk, place, "quoted");
    // `"$@"` without arguments is no word at all.
    if (parts.length === 1 && next.every(({ words }) => words.length === 0)) return next;
    all = cross(all, next, joinQuoted);
  }
  return all;
}

/** `"a$@b"`: the first and the last word join with their neighbours. */
function joinQuoted(left: Fragments, right: Fragments): Fragments {
  if (right.words.length === 0) return left;
  const last = left.words.at(-1) ?? [];
  const [first = [], ...rest] = right.words;
  return { words: [...left.words.slice(0, -1), [...last, ...first], ...rest], quoted: true };
}

function expandExtendedGlob(
  part: Extract<WordPart, { type: "ExtendedGlob" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
): Fragments {
  for (const inner of part.parts ?? []) expandPart(inner, scope, walk, place, "quoted");
  addDoubt(walk, "unknown-text", `the pattern ${part.text} may run code in zsh`, spanOf(part, place));
  return one({ kind: "glob", text: part.text }, "unquoted");
}

function expandSubstitution(
  part: Extract<WordPart, { type: "CommandExpansion" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
  quoting: Quoting,
): Fragments {
  const script = part.script;
  const first = walk.commands.length;
  if (script) {
    const at = script.source === undefined ? {} : { at: spanOf(part, place) };
    walk.walkScript(
      script,
      cloneScope(scope),
      inside(place, "$( )", { ...at, stdin: { kind: "inherited" } }),
    );
    const text = staticOutput(script, scope);
    if (text !== undefined) return one({ kind: "text", text }, quoting);
    if (printsNumber(script, scope))
      return one({ kind: "unknown", why: "arithmetic", text: part.text, splits: false }, quoting);
  }
  const splits = quoting === "unquoted";
  const from = { first, end: walk.commands.length };
  return one({ kind: "unknown", why: "substitution", text: part.text, splits, from }, quoting);
}

/** `<(cmd)` is a path that the shell makes up; what reads it gets the command's output. */
function expandProcess(
  part: Extract<WordPart, { type: "ProcessSubstitution" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
): Fragments {
  if (part.script) {
    const stdin =
      part.operator === ">" ? ({ kind: "pipe", from: [] } as const) : ({ kind: "inherited" } as const);
    walk.walkScript(part.script, cloneScope(scope), inside(place, `${part.operator}( )`, { stdin }));
  }
  return one({ kind: "text", text: "/dev/fd/63" }, "unquoted");
}
