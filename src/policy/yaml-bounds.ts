/** Cheap checks on the text, before the YAML parser spends time on it. */

export interface TextProblem {
  readonly line: number;
  readonly problem: string;
  readonly fix: string;
}

export const MAX_DEPTH = 16;
/** More marks than any policy has; each may become a node, or an error with a message of its own. */
const MAX_MARKS = 20_000;
const MARK = /[,[\]{}"'&*!?|>%\\\n\r]|[:-][\s,]/g;

export function findTextProblem(text: string): TextProblem | undefined {
  const deep = tooDeep(text);
  if (deep !== undefined) {
    const problem = `is nested deeper than ${MAX_DEPTH} levels`;
    return { line: deep, problem, fix: "flatten it; no policy needs that" };
  }
  const full = tooFull(text);
  if (full !== undefined) {
    const problem = `the file holds more than ${MAX_MARKS} lines, list entries and quotes`;
    return { line: full, problem, fix: "shorten it; use patterns" };
  }
  // `%YAML 1.1` would bring merge keys back, `%TAG` other types. No text of a policy begins a line with %.
  const directive = text.split(/\r\n?|\n/).findIndex((row) => /^\ufeff*%/.test(row));
  if (directive < 0) return undefined;
  const problem = "directives (%YAML, %TAG) are not accepted";
  return { line: directive + 1, problem, fix: "leave the line out" };
}

/** Before the parser recurses: brackets in a row, or deep indentation of nested block sequences. */
function tooDeep(text: string): number | undefined {
  let line = 1;
  let depth = 0;
  for (const char of text) {
    if (char === "\n") line++;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1);
    if (depth > 200) return line;
  }
  return text.split("\n").findIndex((row) => /^(?:[-?]\s+){40}/.test(row.trimStart())) + 1 || undefined;
}

function tooFull(text: string): number | undefined {
  let count = 0;
  for (const mark of text.matchAll(MARK)) {
    if (++count > MAX_MARKS) return text.slice(0, mark.index).split("\n").length;
  }
  return undefined;
}
