/** What is written down: every verdict, and what else a reader needs to understand the verdicts. Names are a contract. */
import type { Mode, Risk, Ruling } from "../core/ruling.ts";

export const DECIDERS = [
  "rule",
  "mode",
  "grant",
  "lease",
  "person",
  "timeout",
  "error",
  "root",
  "startup",
  "asker",
  "loop",
] as const;
export type Decider = (typeof DECIDERS)[number];

export interface VerdictRecord {
  /** The check's UUID, as the agent was told it. */
  readonly request_id: string;
  readonly session: string;
  /** The known agent's name, else the base name of the program that the user started. */
  readonly agent: string;
  /** The session's project root. */
  readonly project: string;
  /** "shell", or the program's name. */
  readonly tool_name: string;
  readonly kind: "line" | "argv" | "script" | "stdin";
  readonly layer: "hook" | "shim" | "gate" | "root";
  /** The line, or the argv. One of over 64 KiB is cut when it is written; `command_bytes` and `command_sha256` tell of the whole. */
  readonly command: string | readonly string[];
  /** Base names of the programs in it, as the parser knew them, `?` for one that it did not know. Only where redaction changed `command`. */
  readonly programs?: readonly string[];
  /** An agent's own text stood around the line in `command`: whose, and the sha256 of the whole argv, joined by NUL. */
  readonly wrapper?: string;
  readonly wrapped_sha256?: string;
  readonly cwd: string;
  readonly shell?: string;
  readonly pid: number;
  /** Who started it, the agent first. Left out where nobody had to look: it was allowed for itself. */
  readonly chain?: readonly string[];
  readonly mode: Mode;
  readonly ruling: Ruling;
  readonly verdict: "allow" | "deny";
  readonly approved: boolean;
  readonly reason: string;
  readonly rule: string;
  readonly decided_by: Decider;
  /** Who answered: by which door, and the user's name. `console:alice`. */
  readonly person?: string;
  /** The person did not answer in time. */
  readonly timeout: boolean;
  /** How long the question waited for a person. Left out: nobody was asked. */
  readonly asked_ms?: number;
  readonly latency_ms: number;
  readonly risk: Risk;
  /** `kind:target` of all that the line would do, each once; at most 20, then how many more. Left out: nothing is known of any. */
  readonly effects?: readonly string[];
  /**
   * `layer:ruling:rule`, by each layer that spoke about the command that decided, and by who decided in the end. Left out: only
   * one spoke, and `ruling` and `rule` say it.
   */
  readonly rulings?: readonly string[];
}

export const EVENTS = [
  "session-start",
  "session-end",
  "policy-reloaded",
  "policy-refused",
  "mode",
  "asked",
  "answered",
  "revoked",
  "gave-up",
  "notice",
  "suggestion",
  "loop",
  "exit",
  "clock",
  "retention",
  "repair",
  "policy-changed",
] as const;

/** As it is handed over; `seq`, `timestamp` and `hash` are added when it is written (store.ts). */
export interface EventRecord {
  readonly event: (typeof EVENTS)[number];
  readonly session: string;
  /** The check that it is about. */
  readonly request_id?: string;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export type AuditRecord = VerdictRecord | EventRecord;
