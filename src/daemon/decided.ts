/** What was decided of a check, by whom and why; and how the engine's own answer says it. */
import type { Decider } from "../audit/record.ts";
import type { CheckResult } from "../decide/result.ts";
import type { RunFiles } from "./run-files.ts";

export interface Decided {
  readonly verdict: "allow" | "deny";
  readonly by: Decider;
  readonly reason: string;
  readonly rule: string;
  readonly instead?: string;
  /** Its lease is for what it names itself, and for nothing that those start. */
  readonly covers?: "named";
  /** What the answer was for: read anew they might be others by now. */
  readonly files?: RunFiles;
  /** It stands under what started it, and needs no lease of its own. */
  readonly under?: "lease";
  /** The check that a remembered answer was given for. */
  readonly from?: string;
  /** Who answered. */
  readonly person?: string;
  /** How long a question waited. */
  readonly askedMs?: number;
}

export function byEngine(verdict: "allow" | "deny", result: CheckResult): Decided {
  const decisive = result.commands.find(({ rule }) => rule === result.rules[0]);
  const [rule = "guard.engine"] = result.rules;
  return {
    verdict,
    by: decisive?.layer === "mode" ? "mode" : "rule",
    reason: reasonOf(result),
    rule,
    ...(verdict === "deny" && result.instead !== undefined ? { instead: result.instead } : {}),
  };
}

/** For a deny only what is denied: what would have been asked besides is no help. */
export function reasonOf({ ruling, reasons, commands, doubts }: CheckResult): string {
  if (ruling !== "deny") return reasons.join("; ");
  const denied = [...commands, ...doubts]
    .filter((part) => part.ruling === "deny")
    .map(({ because }) => because);
  const told = reasons.filter((reason) => denied.includes(reason));
  return (told.length > 0 ? told : reasons).join("; ");
}

/** There is nobody to tell. */
export const GONE: Decided = {
  verdict: "deny",
  by: "asker",
  reason: "the asker gave up waiting",
  rule: "guard.gone",
};

export const FROM_START_UP: Decided = {
  verdict: "allow",
  by: "startup",
  reason: "a start-up file of a shell runs it",
  rule: "guard.startup",
  covers: "named",
};
