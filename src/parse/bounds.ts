/** Cheap checks on the raw text, before any parser sees it. What they refuse is unparsable, never half-parsed. */

export const MAX_LINE_CHARS = 65_536;
/** For the text of a file that a shell reads. */
export const MAX_SCRIPT_CHARS = 262_144;
/** Commands and words, counted as often as they are looked at. */
export const MAX_STEPS = 12_000;
const MAX_BRACKET_DEPTH = 200;
/** Above this a parse runs in a worker that can be killed: some inputs cost quadratic time. */
export const INLINE_LINE_CHARS = 4_096;
const INLINE_BRACKETS = 300;

// Tab and newline are the only control characters that a shell line needs; CR and NUL change its meaning silently.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
/** A continuation that splits `$` or `<` from what follows is misread by the parser. */
const SPLIT_OPERATOR = /[$<]\\\n/;
// A lone surrogate comes from invalid UTF-8; what the shell gets is then not what we saw.
const BROKEN_TEXT = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The reason why the text cannot be parsed, or undefined. */
export function findBoundProblem(
  text: string,
  kind: "line" | "script" = "line",
): { reason: string; pos: number } | undefined {
  const most = kind === "line" ? MAX_LINE_CHARS : MAX_SCRIPT_CHARS;
  if (text.length > most) return { reason: `is longer than ${most} characters`, pos: most };
  const control = CONTROL.exec(text);
  if (control) {
    const code = text.charCodeAt(control.index).toString(16).padStart(2, "0");
    return { reason: `holds the control character 0x${code}`, pos: control.index };
  }
  const split = SPLIT_OPERATOR.exec(text);
  if (split) return { reason: "has a line continuation that splits an operator", pos: split.index };
  const broken = BROKEN_TEXT.exec(text);
  if (broken) return { reason: "holds text that is not valid UTF-8", pos: broken.index };
  const deep = findTooDeep(text);
  if (deep !== undefined) return { reason: `is nested deeper than ${MAX_BRACKET_DEPTH}`, pos: deep };
  return undefined;
}

/** True when the parse is cheap enough to run on the caller's thread. */
export function isInlineSize(text: string): boolean {
  return text.length <= INLINE_LINE_CHARS && countBrackets(text) <= INLINE_BRACKETS;
}

function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 40 || code === 91 || code === 123) {
      if (++depth > MAX_BRACKET_DEPTH) return i;
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
  }
  return undefined;
}

function countBrackets(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // ( [ { < `
    if (code === 40 || code === 91 || code === 123 || code === 60 || code === 96) count++;
  }
  return count;
}
