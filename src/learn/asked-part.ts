/** What of a check stands in the way of running it, in the few words that tell which rules could matter to it. */
import type { CheckResult } from "../decide/result.ts";
import type { Seen } from "./seen.ts";

export interface AskedPart {
  readonly program: string;
  /** What follows the program. */
  readonly words: readonly string[];
  /** `inner`: what a script or a wrapper starts; a rule about that may answer it too. */
  readonly at: "top" | "inner";
}

/** Not allowed as things are, but a rule could change that. */
export interface Unallowed {
  readonly seen: Seen;
  readonly ruling: "ask" | "confirm" | "deny";
  /** Somebody wants to be asked each time, or in each session. */
  readonly remember?: "session" | "never";
  /** Never empty. */
  readonly parts: readonly AskedPart[];
}

/** Undefined: it is allowed, or what cannot be known is in it, which no rule answers. */
export function findUnallowed(seen: Seen, result: CheckResult): Unallowed | undefined {
  const { ruling, remember, commands, doubts } = result;
  if (ruling === "allow" || doubts.some((doubt) => doubt.ruling !== "allow")) return undefined;
  const parts = commands.flatMap(({ ruling: own, program, argv, nesting }): AskedPart[] =>
    own === "allow"
      ? []
      : [{ program: program ?? "", words: argv.slice(1), at: nesting.every(isPlainWay) ? "top" : "inner" }],
  );
  if (parts.length === 0) return undefined;
  return { seen, ruling, ...(remember === undefined ? {} : { remember }), parts };
}

/** As the ladder sees it (draft-rungs.ts): no wrapper that changes what runs. */
function isPlainWay(way: string): boolean {
  return /^(?:pipe|sh|bash|dash|zsh)$/.test(way);
}
