/** What an analyser of code found; nothing found = the code only computes. */
import type { EffectKind } from "../core/effect.ts";

export interface CodeFinding {
  readonly kind: EffectKind;
  readonly because: string;
  /** The file, when the code names it literally. */
  readonly path?: string;
  /** The shell text that it runs, when the code holds it literally. */
  readonly shell?: string;
}

export function notUnderstood(language: string, what: string): CodeFinding {
  return { kind: "execute", because: `${language} code is not understood: ${what}` };
}
