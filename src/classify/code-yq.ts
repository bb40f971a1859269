/** yq expressions: two programs of that name read them differently, so every word counts, also inside of strings. */
import type { CodeFinding } from "./code-finding.ts";

const RISKY =
  /(?<![.\w])(?:str)?env(?:subst)?\b|\$\s*ENV\b|\b(?:load\w*|eval|system|import|include|modulemeta)\b/u;

export function yqFindings(text: string): readonly CodeFinding[] {
  const word = RISKY.exec(text)?.[0];
  if (word === undefined) return [];
  return [{ kind: "execute", because: `yq expression may load, run or read the environment with ${word}` }];
}
