/** alias and hash: from here on a name stands for something else. */
import { knownPrefix, knownText, type Word } from "../core/word.ts";
import { withoutLead } from "./make-word.ts";
import type { Scope } from "./scope.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

/** zsh: `hash ls=/x` gives a program another path, `hash -d q=/x` a folder a name. */
export function checkHashed(args: readonly Word[], walk: Walk, span: Span): void {
  if (walk.dialect !== "zsh" || args.every((arg) => /^[^=]*$/.test(knownText(arg) ?? "="))) return;
  addDoubt(walk, "redefinition", "hash makes a name stand for something else", span);
}

export function defineAliases(args: readonly Word[], scope: Scope, walk: Walk, span: Span): void {
  // zsh puts global aliases in the place of any word, suffix aliases in front of files.
  if (args.some((arg) => /^[-+]\w*[gs]/.test(knownText(arg) ?? ""))) {
    addDoubt(walk, "redefinition", "an alias changes how words are read", span);
  }
  for (const arg of args) {
    const lead = knownPrefix(arg);
    const name = /^([^=]+)=/.exec(lead)?.[1];
    if (name !== undefined) {
      scope.aliases.set(name, { ...arg, pieces: withoutLead(arg, name.length + 1) });
    } else if (knownText(arg) === undefined) {
      addDoubt(walk, "redefinition", "an alias is defined that cannot be known", span);
    }
  }
}
