/** What of a check stands in the way of running it, in the few words that tell which rules could matter to it. */
import type { CheckResult, CommandResult } from "../decide/result.ts";
import type { Seen } from "./seen.ts";

export interface AskedPart {
  readonly program: string;
  /** What follows the program. */
  readonly words: readonly string[];
  /** `inner`: what a script or a wrapper starts; a rule about that may answer it too. */
  readonly at: "top" | "inner";
  /** Its words and its folder; undefined where these are not known before it runs. */
  readonly key: string | undefined;
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
  const parts = commands.filter((command) => command.ruling !== "allow").map(partOf);
  if (parts.length === 0) return undefined;
  return { seen, ruling, ...(remember === undefined ? {} : { remember }), parts };
}

function partOf(command: CommandResult): AskedPart {
  const { program = "", argv, nesting } = command;
  const at = nesting.every(isPlainWay) ? "top" : "inner";
  return { program, words: argv.slice(1), at, key: keyOf(command) };
}

function keyOf({ argv, open = [], cwds }: CommandResult): string | undefined {
  const [cwd, ...others] = cwds;
  const isKnown = typeof cwd === "string" && others.length === 0 && open.length === 0;
  return isKnown ? partKey(cwd, argv) : undefined;
}

export function partKey(cwd: string, argv: readonly string[]): string {
  return JSON.stringify([cwd, ...argv]);
}

/** As the ladder sees it (draft-rungs.ts): no wrapper that changes what runs. */
function isPlainWay(way: string): boolean {
  return /^(?:pipe|sh|bash|dash|zsh)$/.test(way);
}
