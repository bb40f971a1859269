/** printf and wait: the variables that they set, by -v or -p or by a format that counts. */
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import type { Draft } from "./emit.ts";
import type { Scope } from "./scope.ts";
import { numberOf, setVariable } from "./set-variable.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

/** `printf 'ab%n' N` and `wait -p N` set a variable to a number. */
export function withNumbers(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  span: Span,
): Draft {
  const named = name === "printf" ? countTargets(args) : name === "wait" ? waitTarget(args) : [];
  const assignments = named.flatMap((word) => {
    const variable = knownText(word);
    if (variable === undefined)
      addDoubt(walk, "unknown-text", `${name} sets a variable whose name cannot be known`, span);
    const plain = /^[A-Za-z_]\w*$/.test(variable ?? "");
    return variable && plain
      ? setVariable({ name: variable, values: [numberOf(variable)] }, scope, walk, span)
      : [];
  });
  return { ...call.draft, assignments: [...call.draft.assignments, ...assignments] };
}

/** The words that a format with %n in it may name. */
function countTargets(args: readonly Word[]): readonly Word[] {
  const at = printfTarget(args).length === 0 ? 0 : knownText(args[0] as Word) === "-v" ? 2 : 1;
  const [format, ...values] = args.slice(at).filter((word) => knownText(word) !== "--");
  if (!format || !/%[^A-Za-z%]*n/.test(displayText(format).replaceAll("%%", ""))) return [];
  return values;
}

function waitTarget(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((arg) => /^-[a-z]*p/.test(knownText(arg) ?? ""));
  const [option, next] = at < 0 ? [] : args.slice(at);
  const attached = /^-[a-z]*?p(.+)$/.exec((option && knownText(option)) ?? "")?.[1];
  if (option && attached !== undefined) return [textWord(attached, option)];
  return next ? [next] : [];
}

/** `printf -v NAME`. */
export function printfTarget(args: readonly Word[]): readonly Word[] {
  const [first, second] = args;
  const flag = first ? knownText(first) : undefined;
  if (first && flag?.startsWith("-v") && flag !== "-v") return [textWord(flag.slice(2), first)];
  return flag === "-v" && second ? [second] : [];
}
