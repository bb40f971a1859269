/** `[[ … ]]`: nothing in it runs but substitutions, and arithmetic comparison evaluates text. */
import type { Word as SyntaxWord, TestCommand, TestExpression } from "unbash";
import { textWord, type Word } from "../core/word.ts";
import { emit } from "./emit.ts";
import { checkEvaluatedValue, checkNameText } from "./evaluated-text.ts";
import type { Scope } from "./scope.ts";
import { type Place, spanOf, type Walk } from "./walk-state.ts";

const EVALUATING = /^-(?:eq|ne|lt|le|gt|ge)$/;
const EVALUATING_ZSH = /^-(?:eq|ne|lt|le|gt|ge|t)$/;
/** Their operand is a name. */
const NAMING = /^-[vR]$/;

export function walkTest(node: TestCommand, scope: Scope, walk: Walk, place: Place): void {
  const argv: Word[] = [textWord("[[", spanOf(node, place))];
  visit(node.expression, scope, walk, place, argv);
  emit({ argv, assignments: [], redirects: [], stdin: place.stdin }, node, scope, walk, place);
}

function visit(node: TestExpression, scope: Scope, walk: Walk, place: Place, argv: Word[]): void {
  switch (node.type) {
    case "TestUnary":
      operand(node.operand, node.operator, scope, walk, place, argv);
      return;
    case "TestBinary":
      operand(node.left, node.operator, scope, walk, place, argv);
      operand(node.right, node.operator, scope, walk, place, argv);
      return;
    case "TestLogical":
      for (const inner of node.operands) visit(inner, scope, walk, place, argv);
      return;
    case "TestNot":
      visit(node.operand, scope, walk, place, argv);
      return;
    case "TestGroup":
      visit(node.expression, scope, walk, place, argv);
      return;
  }
}

function operand(
  node: SyntaxWord,
  operator: string,
  scope: Scope,
  walk: Walk,
  place: Place,
  argv: Word[],
): void {
  const span = spanOf(node, place);
  for (const pieces of walk.expandValue(node, scope, place)) {
    const word = { pieces, ...span };
    argv.push(word);
    if (NAMING.test(operator)) checkNameText(pieces, node, scope, walk, place);
    else if ((walk.dialect === "zsh" ? EVALUATING_ZSH : EVALUATING).test(operator))
      checkEvaluatedValue(pieces, node, scope, walk, place);
  }
}
