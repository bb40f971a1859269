/** What a person is asked, what they can decide, and what the asker is told. */
import type { Dialect } from "../core/command.ts";
import type { Risk } from "../core/ruling.ts";

export interface Question {
  /** The check's UUID. */
  readonly id: string;
  /** All of what is shown and would run, as one text: two checks with the same key are the same question. */
  readonly key: string;
  readonly session: string;
  /** The whole text; of a program that no shell started: its argv, quoted. */
  readonly line: string;
  /** The shell that was told to run the line: `sh -c`. Left out: there is none, or it is part of the line. */
  readonly by?: string;
  /** What the agent has put around the line, known to its last word: whose it is, and the whole. */
  readonly wrapper?: { readonly agent: string; readonly text: string };
  readonly cwd: string;
  readonly shell?: Dialect;
  readonly layer: "hook" | "shim" | "gate" | "root";
  readonly pid: number;
  /** Who started it: the agent first, the asked program last. */
  readonly chain: readonly string[];
  readonly risk: Risk;
  readonly ruling: "ask" | "confirm";
  readonly reasons: readonly string[];
  readonly rules: readonly string[];
  readonly instead?: string;
  /** What a tool of the confirm class can do. */
  readonly can?: readonly string[];
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
  /** `no`: the answer holds for this one check (`remember: never`); `session`: no longer than the session (`remember: session`). */
  readonly rememberable: "yes" | "session" | "no";
}

export interface PendingQuestion extends Question {
  /** How many identical checks wait for the answer; 0: all gave up waiting. */
  readonly waiting: number;
  /** `waits`: nobody looks at it yet, so its own time does not run. */
  readonly clock: "runs" | "waits";
}

export const DECISIONS = ["once", "session", "timed", "always", "deny", "deny-session"] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** Every kind that is not an allow. */
export function isDenial(kind: DecisionKind): kind is "deny" | "deny-session" {
  return kind === "deny" || kind === "deny-session";
}

export interface Decision {
  readonly kind: DecisionKind;
  /** Reaches the agent. */
  readonly reason?: string;
  /** `typed`: the person typed CONFIRM, or passed --confirm. */
  readonly confirm?: "typed";
  /** Who decides, for the record. */
  readonly person?: string;
}

/** While the question waited, a change of mode decided it. */
export interface RuledAnswer {
  readonly kind: "ruled";
  readonly verdict: "allow" | "deny";
  readonly reason: string;
  readonly rule: string;
}

export type Answer =
  | {
      readonly kind: "allowed";
      /** The question that the person saw: not always this check's own. */
      readonly question: string;
      readonly scope: "once" | "session" | "timed";
      readonly reason?: string;
      readonly person?: string;
    }
  | {
      readonly kind: "denied";
      readonly question: string;
      readonly reason?: string;
      readonly person?: string;
    }
  | RuledAnswer
  /** Nobody was asked, or nobody can answer any more. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly question: string }
  /** The asker is gone: there is nobody to tell. */
  | { readonly kind: "withdrawn" };
