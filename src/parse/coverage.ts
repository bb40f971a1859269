/**
 * Every byte belongs to some node: what stands between the words must be blanks, comments, operators or keywords.
 * A leftover means that the parser passed over text which the shell would run.
 */
import type { Script, SyntaxNode } from "unbash";
import { forEachChild } from "unbash";

/** One thing that may stand between words; tried again and again, so that the time stays linear. */
const BETWEEN =
  /[\s;&|(){}!]+|\\\n|#[^\n]*|\b(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc)\b|-p|--/y;
/** An interactive zsh takes `#` for an ordinary character: a comment must not hold what would then run. */
const RUNS_WITHOUT_COMMENTS = /[;&|`$()<>]/;

/** `typed` = where a hash may be an ordinary character. */
export type Comments = "typed" | "file";

/** Offset of the first text that no node accounts for, or undefined. */
export function findLeftover(root: Script, source: string, comments: Comments): number | undefined {
  const spans: [number, number][] = [];
  collect(root, spans);
  spans.sort((a, b) => a[0] - b[0]);
  let at = 0;
  for (const [pos, end] of spans) {
    if (pos > at && !isBetween(source.slice(at, pos), comments)) return at;
    if (end > at) at = end;
  }
  return isBetween(source.slice(at), comments) ? undefined : at;
}

function isBetween(text: string, comments: Comments): boolean {
  let at = 0;
  while (at < text.length) {
    BETWEEN.lastIndex = at;
    const found = BETWEEN.exec(text)?.[0];
    if (found === undefined) return false;
    if (comments === "typed" && found.startsWith("#") && RUNS_WITHOUT_COMMENTS.test(found)) return false;
    at += found.length;
  }
  return true;
}

function collect(node: SyntaxNode, spans: [number, number][]): void {
  switch (node.type) {
    case "Word":
    case "Assignment":
    case "TestCommand":
    case "ArithmeticCommand":
      spans.push([node.pos, node.end]);
      return;
    case "ArithmeticFor":
      // `((…))` itself has no node; its three parts are expressions.
      spans.push([node.pos, node.body.pos]);
      collect(node.body, spans);
      return;
    case "HereDoc":
      spans.push([node.pos, node.end], [node.body.pos, node.closing?.end ?? node.body.end]);
      return;
    case "Redirect":
    case "HereString":
      spans.push([node.pos, node.end]);
      return;
    default:
      forEachChild(node, (child) => collect(child, spans));
  }
}
