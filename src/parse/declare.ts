/** export, declare, typeset, local, readonly: assignments in the clothes of a command. */
import type { Assignment } from "../core/command.ts";
import { isUnknown, knownText, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import { emit } from "./emit.ts";
import { type Scope, setUnknown, type Value } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

export function declare(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const flags = args.map((arg) => knownText(arg)).filter((text) => text !== undefined && /^[-+]/.test(text));
  const exported = name === "export" || flags.some((flag) => /^-[A-Za-z]*x/.test(flag ?? ""));
  const span = spanOf(call.node, place);
  const assignments: Assignment[] = [...call.draft.assignments];
  const set = (variable: string, values: readonly Value[], elements?: readonly Value[]) => {
    const reach = exported || (scope.variables.get(variable)?.exported ?? false);
    scope.variables.set(variable, { values, exported: reach, ...(elements ? { elements } : {}) });
    for (const pieces of values) {
      assignments.push({ name: variable, values: [{ pieces, ...span }], exported: reach, ...span });
    }
  };
  for (const { part, values } of call.declarations) set(part.name, values.values, values.elements);
  for (const arg of args) declareWord(arg, exported, scope, walk, place, call, set);
  const words = call.declarations.flatMap(({ part, values }) =>
    values.values.map((value) => ({
      pieces: [{ kind: "text", text: `${part.name}=` } as const, ...value],
      ...span,
    })),
  );
  // -l and -u change the letters of every value that the name gets from here on.
  if (flags.some((flag) => /^-[A-Za-z]*[nfluc]/.test(flag ?? ""))) {
    addDoubt(walk, "redefinition", `${name} makes a name stand for something else`, span);
  }
  const [first] = call.draft.argv;
  emit(
    { ...call.draft, argv: first ? [first, ...args, ...words] : [], assignments },
    call.node,
    scope,
    walk,
    place,
  );
}

/** `export "A=b"`, `export A`. */
function declareWord(
  arg: Word,
  exported: boolean,
  scope: Scope,
  walk: Walk,
  place: Place,
  call: Call,
  set: (variable: string, values: readonly Value[]) => void,
): void {
  const [head] = arg.pieces;
  const match = head?.kind === "text" ? /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(head.text) : undefined;
  if (!match?.[1]) {
    // `declare 'a[0]=x'` and `declare 'a+=x'` change a part of the value.
    const changed = head?.kind === "text" ? /^([A-Za-z_]\w*)(?:\[|\+=)/.exec(head.text)?.[1] : undefined;
    if (changed !== undefined) setUnknown(scope, changed);
    else if (isUnknown(arg)) {
      const span = spanOf(call.node, place);
      addDoubt(walk, "unknown-text", "a variable is set whose name cannot be known", span);
    }
    return;
  }
  if (match[2] !== undefined) {
    set(match[1], [[{ kind: "text", text: match[2] }, ...arg.pieces.slice(1)]]);
    return;
  }
  const before = scope.variables.get(match[1]);
  if (before && exported) set(match[1], before.values);
}
