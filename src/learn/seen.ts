/** Recorded checks, each once, with how often it came and how it went. */
import type { StoredVerdict } from "../history/stored-record.ts";
import type { RecordedCheck, Unusable } from "./recorded-check.ts";
import type { RemovedRules } from "./removed-rules.ts";

/** How often a person was asked and what came of it, and how often nobody was. */
export interface Outcomes {
  readonly yes: number;
  readonly no: number;
  /** Nobody answered, or the asker gave up. */
  readonly silent: number;
  /** Allowed as a part of an allowed line, or started by one. */
  readonly part: number;
  /** Allowed without a question: by a rule, an answer that was remembered. */
  readonly ran: number;
  readonly stopped: number;
}

/** The same command in the same folder, project, shell and mode, with the exec gate or without. */
export interface Seen extends Omit<RecordedCheck, "ruling"> {
  readonly project: string;
  readonly gate: "on" | "off";
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly outcomes: Outcomes;
  /** Of the yes-answers: those that nobody took back. */
  readonly standing: number;
  /** A person said no to it, at any time; also where an earlier no was remembered. */
  readonly refused: "yes" | "no";
  /** How often it was ruled how. */
  readonly rulings: ReadonlyMap<RecordedCheck["ruling"], number>;
}

export interface Gathered {
  readonly seen: readonly Seen[];
  readonly records: number;
  readonly sessions: number;
  readonly unusable: ReadonlyMap<LeftOut, number>;
  /** Rules of answers that were taken out of a file again. */
  readonly removed: readonly RemovedRules[];
}

export type LeftOut = Unusable | "more different commands than are kept: a later --since helps";

export function questionsOf({ yes, no, silent }: Outcomes): number {
  return yes + no + silent;
}

/** Only what was asked as an ask: CONFIRM is an answer to that one time. */
export function outcomeOf({ decided_by, verdict, ruling }: StoredVerdict): keyof Outcomes {
  switch (decided_by) {
    case "person":
      if (verdict === "deny") return "no";
      return ruling === "ask" ? "yes" : "ran";
    case "timeout":
    case "asker":
      return "silent";
    case "lease":
      return verdict === "allow" ? "part" : "stopped";
    default:
      return verdict === "allow" ? "ran" : "stopped";
  }
}

export function isRefusal({ decided_by, verdict }: StoredVerdict): boolean {
  return verdict === "deny" && (decided_by === "person" || decided_by === "grant");
}
