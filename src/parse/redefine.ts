/** alias, hash, enable and their like: from here on a name stands for something else. */
import { knownPrefix, knownText, type Word } from "../core/word.ts";
import { withoutLead } from "./make-word.ts";
import { mayAlsoStandFor, type Scope, setUnknown } from "./scope.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

export function redefine(name: string, args: readonly Word[], scope: Scope, walk: Walk, span: Span): void {
  switch (name) {
    case "alias":
      return defineAliases(args, scope, walk, span);
    case "unalias":
      return forgetAliases(args, scope);
    case "hash":
      return checkHashed(args, walk, span);
    case "source":
    case ".":
      // It may set whatever it likes.
      for (const known of scope.variables.keys()) setUnknown(scope, known);
      return;
    case "enable":
      return checkEnabled(args, walk, span);
    case "fc":
      // -l only shows earlier lines.
      if (!args.some((arg) => /^-[a-zA-Z]*l/.test(knownText(arg) ?? "")))
        addDoubt(walk, "unknown-text", "fc runs earlier lines again", span);
      return;
    case "r":
      if (walk.dialect === "zsh") addDoubt(walk, "unknown-text", "r runs earlier lines again", span);
      return;
    default:
      forgetAliases(args, scope);
      forgetFunctions(args, scope);
  }
}

function checkEnabled(args: readonly Word[], walk: Walk, span: Span): void {
  if (args.every((arg) => /^(?!-\w*[nfd])/.test(knownText(arg) ?? "-n"))) return;
  addDoubt(
    walk,
    "redefinition",
    "enable takes a command of the shell away, or puts another in its place",
    span,
  );
}

/** Names of guard's hooks inside a shell. */
const GUARDS_OWN = /^(?:_+guard_|guard-(?:was|denied)\b)/;
/** Commands of the shell itself that its hooks rely on. */
const SHELLS_OWN: ReadonlySet<string> = new Set(
  (
    ". : [ alias bind bindkey builtin command commandline declare emulate enable eval exec exit export fc functions hash " +
    "history local printf read readonly return set setopt shopt source status string test trap typeset unalias unset " +
    "unfunction unsetopt zle zmodload TRAPDEBUG TRAPZERR zshaddhistory preexec precmd"
  ).split(" "),
);

export function checkDefinedName(what: "alias" | "function", name: string, walk: Walk, span: Span): void {
  if (GUARDS_OWN.test(name)) addDoubt(walk, "tamper", `${name} belongs to guard's hooks`, span);
  else if (SHELLS_OWN.has(name))
    addDoubt(walk, "redefinition", `the ${what} ${name} takes the place of a command of the shell`, span);
}

/** bash: `hash -p /x ls`; zsh: `hash ls=/x` gives a program another path, `hash -d q=/x` a folder a name. */
function checkHashed(args: readonly Word[], walk: Walk, span: Span): void {
  const harmless = walk.dialect === "zsh" ? /^[^=]*$/ : /^(?!-\w*p)/;
  if (args.every((arg) => knownText(arg) !== undefined && harmless.test(knownText(arg) ?? ""))) return;
  addDoubt(walk, "redefinition", "hash makes a name stand for something else", span);
}

function defineAliases(args: readonly Word[], scope: Scope, walk: Walk, span: Span): void {
  // zsh puts global aliases in the place of any word, suffix aliases in front of files.
  if (args.some((arg) => /^[-+]\w*[gs]/.test(knownText(arg) ?? ""))) {
    addDoubt(walk, "redefinition", "an alias changes how words are read", span);
  }
  for (const arg of args) {
    const lead = knownPrefix(arg);
    const name = /^([^=]+)=/.exec(lead)?.[1];
    if (name !== undefined) {
      checkDefinedName("alias", name, walk, span);
      const text = { ...arg, pieces: withoutLead(arg, name.length + 1) };
      const before = scope.aliases.get(name);
      // The rest of this line was read before: there the old text still stands.
      scope.aliases.set(name, before ? mayAlsoStandFor(before, [text]) : { texts: [text], certain: false });
    } else if (knownText(arg) === undefined) {
      addDoubt(walk, "redefinition", "an alias is defined that cannot be known", span);
    }
  }
}

/** unalias, `unset -f`, unfunction: the name may stand for what it was, or for the program. */
function forgetAliases(args: readonly Word[], scope: Scope): void {
  const names = args.map((arg) => knownText(arg));
  const all = names.some((name) => name === undefined || /^-\w*[am]/.test(name));
  for (const [name, alias] of scope.aliases) {
    if (all || names.includes(name)) scope.aliases.set(name, { ...alias, certain: false });
  }
}

function forgetFunctions(args: readonly Word[], scope: Scope): void {
  const names = args.map((arg) => knownText(arg));
  const all = names.some((name) => name === undefined || /^-\w*[am]/.test(name));
  for (const [name, called] of scope.functions) {
    if (all || names.includes(name)) scope.functions.set(name, { ...called, certain: false });
  }
}
