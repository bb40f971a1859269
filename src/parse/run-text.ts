/** eval and trap: text that the shell reads once more. */
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import { emit } from "./emit.ts";
import { cloneScope, type Scope, setUnknown } from "./scope.ts";
import { addDoubt, inside, type Place, type Span, spanOf, type Walk } from "./walk-state.ts";

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
  if (asks || signals.length === 0) return;
  checkEvents(handler, signals, walk, spanOf(call.node, place));
  if (knownText(handler) === "-") return;
  runLater(handler, call, scope, walk, place);
}

/** Not signals from outside but what the shell does itself: a command failed, a function or the shell ends. */
const EVENT = /^(?:SIG)?(?:Z?ERR|EXIT|RETURN|DEBUG)$|^0+$/i;
/** zsh gives some of them numbers behind those of the signals. */
const HIGH_NUMBER = /^0*(?:3[2-9]|[4-9]\d|\d{3,})$/;

/** In a shell with a prompt such a handler runs between guard's own commands, and may return from its functions. */
function checkEvents(handler: Word, signals: readonly Word[], walk: Walk, span: Span): void {
  if (walk.text === "script") return;
  const empty = /^-?$/.test(knownText(handler) ?? "unknown");
  const event = signals.find((word) => {
    const text = knownText(word);
    return text === undefined || (EVENT.test(text) && !empty) || HIGH_NUMBER.test(text);
  });
  if (event === undefined) return;
  const because = `trap ${displayText(event)} runs its text among the commands of guard's own hooks`;
  addDoubt(walk, "redefinition", because, span);
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
