/** eval and trap: text that the shell reads once more. */
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import { emit } from "./emit.ts";
import { cloneScope, type Scope, setUnknown } from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

/** eval: its text is judged like the line itself. */
export function evaluate(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const [first] = call.draft.argv;
  const texts = args.map(knownText);
  const evaluates = texts.includes(undefined) ? {} : { evaluates: texts.join(" ") };
  emit({ ...call.draft, argv: first ? [first] : [], ...evaluates }, call.node, scope, walk, place);
  runText(args, "eval", call, scope, walk, place);
}

function runText(
  args: readonly Word[],
  name: string,
  call: Call,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const span = spanOf(call.node, place);
  const texts = args.map((arg) => knownText(arg));
  if (texts[0] === "--") texts.shift();
  if (texts.some((text) => text === undefined)) {
    addDoubt(
      walk,
      "unknown-text",
      `${name} runs text that cannot be known: ${args.map(displayText).join(" ")}`,
      span,
    );
    // Whatever it ran may have changed any variable.
    for (const known of scope.variables.keys()) setUnknown(scope, known);
    return;
  }
  walk.walkText(texts.join(" "), scope, inside(place, name, { at: span }));
}

/** The handler runs later, with variables as they are then. */
export function trap(call: Call, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const words = args[0] && knownText(args[0]) === "--" ? args.slice(1) : args;
  const [handler, ...signals] = words;
  const asks = !handler || /^-[lpP]$/.test(knownText(handler) ?? "");
  // The handler is judged by itself, below; in its place stands the command that does nothing. `builtin trap` is a trap, too.
  const shown = asks
    ? call.draft.argv
    : [textWord("trap", handler), textWord(":", handler), ...(signals.length > 0 ? signals : words)];
  emit({ ...call.draft, argv: shown }, call.node, scope, walk, place);
  if (asks || signals.length === 0 || knownText(handler) === "-") return;
  runLater(handler, call, scope, walk, place);
}

function runLater(handler: Word, call: Call, scope: Scope, walk: Walk, place: Place): void {
  const later = cloneScope(scope);
  for (const known of later.variables.keys()) setUnknown(later, known);
  const start = new Map(later.variables);
  runText([handler], "trap", call, later, walk, place);
  // It may run between any two commands: what it sets may be set from here on.
  for (const [known, variable] of later.variables)
    if (start.get(known) !== variable) setUnknown(scope, known);
  if (later.replaced !== scope.replaced) {
    const because = "trap: what the commands after it read cannot be known";
    addDoubt(walk, "unknown-text", because, spanOf(call.node, place));
  }
}
