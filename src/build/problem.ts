/** A mistake in a knowledge file, with where it is and what to do. */
import type { LineCounter, ParsedNode } from "yaml";
import { type Document, isMap, isPair, isScalar } from "yaml";

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export function problemText(problem: Problem): string {
  return `${problem.file}:${problem.line}: ${problem.message}`;
}

/** The way to a field, for people; long lists of names are cut. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .map((step) => (step.length > 40 ? `${step.slice(0, 37)}…` : step))
    .join(" > ");
}

/** The line of the deepest node that the path still reaches. */
export function lineOfPath(
  document: Document<ParsedNode>,
  lines: LineCounter,
  path: readonly PropertyKey[],
): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const next = child(node, step);
    if (next === undefined) break;
    offset = next.offset;
    node = next.node;
  }
  return Math.max(1, lines.linePos(offset).line);
}

function child(node: unknown, step: PropertyKey): { node: unknown; offset: number } | undefined {
  if (isMap(node)) {
    for (const pair of node.items) {
      if (!(isPair(pair) && isScalar(pair.key)) || String(pair.key.value) !== String(step)) continue;
      return { node: pair.value, offset: pair.key.range?.[0] ?? 0 };
    }
    return undefined;
  }
  if (typeof step !== "number" || typeof node !== "object" || node === null || !("items" in node))
    return undefined;
  const item = (node.items as readonly { range?: readonly number[] }[])[step];
  return item === undefined ? undefined : { node: item, offset: item.range?.[0] ?? 0 };
}
