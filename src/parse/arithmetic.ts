/** Arithmetic: substitutions inside it run, assignments in it change variables, and values are evaluated once more. */
import type { ArithmeticExpression, WordPart } from "unbash";
import { checkEvaluated, checkEvaluatedValue, namesIn } from "./evaluated-text.ts";
import { cloneScope, type Scope } from "./scope.ts";
import { isKeyed, isNumber, numberOf, setAndTell } from "./set-variable.ts";
import { printsNumber } from "./static-output.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export function visitArithmetic(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  switch (node.type) {
    case "ArithmeticBinary":
      if (node.operator === "=") visitTarget(node.left, scope, walk, place);
      else visitArithmetic(node.left, scope, walk, place);
      visitArithmetic(node.right, scope, walk, place);
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assignName(node.left, scope, walk, place);
      return;
    case "ArithmeticUnary":
      visitArithmetic(node.operand, scope, walk, place);
      if (node.operator === "++" || node.operator === "--") assignName(node.operand, scope, walk, place);
      return;
    case "ArithmeticTernary":
      visitArithmetic(node.test, scope, walk, place);
      visitArithmetic(node.consequent, scope, walk, place);
      visitArithmetic(node.alternate, scope, walk, place);
      return;
    case "ArithmeticGroup":
      visitArithmetic(node.expression, scope, walk, place);
      return;
    case "ArithmeticWord":
      evaluateWord(node, scope, walk, place);
      return;
    case "ArithmeticCommandExpansion":
      if (!node.script || !printsNumber(node.script, scope)) doubtOutput(node, walk, place);
      if (node.script) walk.walkScript(node.script, cloneScope(scope), inside(place, "$( )"));
      return;
  }
}

function assignName(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  if (node.type !== "ArithmeticWord") return;
  const name = /^[A-Za-z_]\w*/.exec(node.value)?.[0];
  if (name === undefined) return;
  setAndTell({ name, values: [numberOf(name)] }, node, scope, walk, place);
}

/** `x = 1` does not look at x; `a[i] = 1` looks at i. */
function visitTarget(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  const plain = node.type === "ArithmeticWord" && !node.parts;
  if (!plain) return visitArithmetic(node, scope, walk, place);
  const [, name = "", rest = ""] = /^([A-Za-z_]\w*)?([\s\S]*)$/.exec(node.value) ?? [];
  if (!isKeyed(name, scope, walk.dialect)) evaluateWord({ ...node, value: rest }, scope, walk, place);
}

interface EvaluatedWord {
  readonly value: string;
  readonly parts?: readonly WordPart[] | undefined;
  readonly pos: number;
  readonly end: number;
}

/** Expands a word of arithmetic (a subscript and an offset are such words, too) and looks at what is evaluated then. */
export function evaluateWord(word: EvaluatedWord, scope: Scope, walk: Walk, place: Place): void {
  const parts = partsOf(word);
  const values = walk.expandEach(parts, scope, place);
  for (const [index, part] of parts.entries()) {
    if (isWritten(part)) checkWritten(part.text, word, scope, walk, place);
    const isPart = isJoined(parts[index - 1], parts[index + 1]);
    for (const value of isWritten(part) ? [] : (values[index] ?? [])) {
      checkEvaluatedValue(value, word, scope, walk, place);
      if (isPart && !isNumber(value)) doubtJoined(part, walk, place);
    }
  }
  for (const [, before, after] of word.value.matchAll(ASSIGNS)) {
    const name = before ?? after ?? "";
    setAndTell({ name, values: [numberOf(name)] }, word, scope, walk, place);
  }
}

/** The parser leaves a word that is nothing but `$x` in one piece. */
function partsOf({ value, parts, pos, end }: EvaluatedWord): readonly WordPart[] {
  if (parts) return parts;
  const type = /^\$(?:\w+|[@*#?$!-])$/.test(value) ? "SimpleExpansion" : "Literal";
  return [{ type, text: value, value, pos, end } as WordPart];
}

/** Stands in the line as it is; what was quoted is looked at like the text of an expansion. */
function isWritten(part: WordPart | undefined): boolean {
  return part?.type === "Literal" || part?.type === "Glob";
}

/** `$((x$i))`: what is evaluated is neither x nor the text of i. */
function isJoined(before: WordPart | undefined, after: WordPart | undefined): boolean {
  const behind = isWritten(before)
    ? /(?:^|[^\w#])[A-Za-z_]\w*$/.test(before?.text ?? "")
    : before !== undefined;
  const ahead = isWritten(after) ? /^\w/.test(after?.text ?? "") : after !== undefined;
  return behind || ahead;
}

function doubtJoined(part: WordPart, walk: Walk, place: Place): void {
  addDoubt(walk, "unknown-text", `arithmetic evaluates a name made of ${part.text}`, spanOf(part, place));
}

/** Names as they are written, but not the keys of a table. */
function checkWritten(text: string, word: EvaluatedWord, scope: Scope, walk: Walk, place: Place): void {
  const evaluated = text.replace(/([A-Za-z_]\w*)\[[^\]]*(?:\]|$)/g, (whole, name: string) =>
    isKeyed(name, scope, walk.dialect) ? name : whole,
  );
  if (/[`$]/.test(evaluated))
    addDoubt(walk, "unknown-text", `arithmetic evaluates the text ${text}`, spanOf(word, place));
  for (const name of namesIn(evaluated)) checkEvaluated(name, word, scope, walk, place);
}

/** `a[n = 1]`, `${x:n++}`: a subscript or an offset may assign as well. */
const ASSIGNS =
  /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** `echo $(( $(cat f) ))` runs what stands between brackets in the file. */
function doubtOutput(node: { pos: number; end: number; text: string }, walk: Walk, place: Place): void {
  addDoubt(walk, "unknown-text", `arithmetic evaluates the output of ${node.text}`, spanOf(node, place));
}
