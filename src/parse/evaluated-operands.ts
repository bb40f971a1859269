/** Builtins that evaluate an operand: the subscript of a name, and in zsh whatever should be a number. */
import type { Dialect } from "../core/command.ts";
import { displayText, knownPrefix, knownText, type Piece, type Word } from "../core/word.ts";
import { checkEvaluated, checkNameText, namesIn } from "./evaluated-text.ts";
import type { Scope } from "./scope.ts";
import { printfTarget } from "./set-numbers.ts";
import { isKeyed, isNumber } from "./set-variable.ts";
import { addDoubt, type Place, type Span, spanOf, type Walk } from "./walk-state.ts";

/** They evaluate what stands between the brackets of a name: `test -v 'a[$(rm f)]'` runs rm. */
const SUBSCRIPTS: ReadonlySet<string> = new Set(
  "test [ declare typeset local export readonly unset read printf let mapfile readarray getopts wait".split(
    " ",
  ),
);
const TESTS: ReadonlySet<string> = new Set(["test", "["]);
/** In zsh their operands are arithmetic. */
const NUMBERS_ZSH: ReadonlySet<string> = new Set("exit return shift break continue logout bye".split(" "));

export function checkOperands(
  name: string,
  args: readonly Word[],
  node: Span,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const span = spanOf(node, place);
  if (SUBSCRIPTS.has(name) || (walk.dialect === "zsh" && name === "set")) {
    const hidden = args.map(displayText).find((text) => /\[[^\]]*(?:\$\(|`|\$\{)/.test(text));
    if (hidden !== undefined) return doubt(name, `the subscript in ${hidden}`, walk, span);
    if (TESTS.has(name)) checkTested(args, node, scope, walk, place);
    else for (const arg of namedBy(name, args)) checkSubscript(name, arg, scope, walk, place, span);
  }
  if (walk.dialect !== "zsh") return;
  for (const arg of numbersIn(name, args)) {
    if (!isNumber(arg.pieces)) doubt(name, `${displayText(arg)} as arithmetic`, walk, span);
  }
}

function doubt(name: string, what: string, walk: Walk, span: Span): void {
  addDoubt(walk, "unknown-text", `${name} evaluates ${what}`, span);
}

function after(args: readonly Word[], option: RegExp): readonly Word[] {
  return args.filter((_, index) =>
    option.test((args[index - 1] && knownText(args[index - 1] as Word)) ?? ""),
  );
}

/** `test -v NAME`: a subscript of the name is evaluated. */
function checkTested(args: readonly Word[], node: Span, scope: Scope, walk: Walk, place: Place): void {
  // Without quotes a text may become several words: `x='-v a[$(rm)] -o 1'; [ $x -eq 1 ]`.
  const compares = args.some((arg) => COMPARES.test(knownText(arg) ?? ""));
  const split = args.find(({ pieces }) => pieces.some((piece) => maySplit(piece, walk.dialect)));
  if (compares && split)
    doubt("test", `a subscript that may be in ${displayText(split)}`, walk, spanOf(node, place));
  for (const arg of after(args, /^-[vR]$/)) checkNameText(arg.pieces, node, scope, walk, place);
}

/** Only numbers belong there. Where any text does, words of other texts are too common to ask about. */
const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** zsh splits only what a command printed. */
function maySplit(piece: Piece, dialect: Dialect): boolean {
  if (piece.kind !== "unknown" || !piece.splits || isNumber([piece])) return false;
  return dialect !== "zsh" || piece.why === "substitution";
}

/** The words that may be names; not texts that only look like it: `read -p "Sure[y/n]"`. */
function namedBy(name: string, args: readonly Word[]): readonly Word[] {
  if (name === "printf") return printfTarget(args);
  if (name === "getopts") return args.slice(1, 2);
  if (name !== "read") return args;
  const values = after(args, /^-[a-zA-Z]*[dinNptu]$/);
  return args.filter((arg) => !values.includes(arg));
}

/** `unset "a[$i]"`, `unset 'a[x]'`: the text of i is expanded, that of x evaluated. */
function checkSubscript(name: string, arg: Word, scope: Scope, walk: Walk, place: Place, span: Span): void {
  const lead = /^([A-Za-z_]\w*)\[([\s\S]*)$/.exec(knownPrefix(arg));
  if (!lead) return;
  const [inner = "", closed] = (lead[2] ?? "").split("]");
  if (closed !== undefined && isKeyed(lead[1] ?? "", scope, walk.dialect)) return;
  for (const variable of namesIn(inner)) checkEvaluated(variable, span, scope, walk, place);
  const open = closed === undefined ? arg.pieces.slice(1).filter((piece) => piece.kind !== "text") : [];
  if (!isNumber(open) || /=|\+\+|--/.test(inner))
    doubt(name, `the subscript in ${displayText(arg)}`, walk, span);
}

/** The operands that must be plain numbers. */
function numbersIn(name: string, args: readonly Word[]): readonly Word[] {
  if (NUMBERS_ZSH.has(name)) return args;
  if (TESTS.has(name)) return after(args, /^-t$/).filter((arg) => knownText(arg) !== "]");
  if (name === "read") return after(args, /^-[a-zA-Z]*t$/);
  return name === "printf" ? printedNumbers(args) : [];
}

/** What a format takes for numbers; without %d and its like all is text. */
function printedNumbers([format, ...values]: readonly Word[]): readonly Word[] {
  const text = format ? knownText(format) : undefined;
  if (text === undefined) return values.filter((word) => /[[$`]/.test(displayText(word)));
  const kinds = text.replaceAll("%%", "").match(/%[^A-Za-z%]*[A-Za-z]/g) ?? [];
  return kinds.some((kind) => !/^%[^*]*[sbqc]$/.test(kind)) ? values : [];
}
