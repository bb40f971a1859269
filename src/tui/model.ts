/**
 * The approval console and the card: what a person sees of waiting questions, and what their keys mean. Pure but for
 * screen.ts and approver.ts; no sockets, no files. Never answers by itself, and never anything that was not on the screen.
 */
import type { Card, Ladder } from "../protocol/card-messages.ts";
import type { ControlEvent, Recent } from "../protocol/control-events.ts";
import type { Decision, Pending } from "../protocol/question-messages.ts";
import type { Status } from "../protocol/status-message.ts";
import type { Key } from "./key.ts";
import type { Ask, Exchange } from "./link.ts";

export interface QuestionView {
  readonly asked: Pending;
  /** Comes later than the question: it takes the disk. */
  readonly card?: Card;
  /** It was asked for, and is not to be had. */
  readonly lacks?: "card";
  /** Our answer is on its way. */
  readonly sent?: Decision;
}

export interface SessionView {
  readonly name: string;
  readonly status: Status;
  /** Oldest first. */
  readonly questions: readonly QuestionView[];
  /** Newest last. */
  readonly recent: readonly Recent[];
}

/** The one thing that keys are about. */
export interface Front {
  readonly kind: "question" | "loop" | "suggestion";
  readonly session: string;
  readonly id: string;
  /** `hand`: the person went there. Else it came, and quick keys may have been meant for what was there before. */
  readonly by: "hand" | "itself";
  /** When it was first drawn; until then nobody can have seen it. */
  readonly sinceMs?: number;
  /** Rows of the card that were on screen without a gap, from the first on; `all` once the command's last row was. */
  readonly seen: number | "all";
}

export type BulkDecision = "session" | "always" | "deny";

export interface BulkEntry {
  readonly session: string;
  readonly check: string;
  readonly seen: "yes" | "no";
}

export type LeftOut = "confirm" | "once-only" | "session-only" | "long" | "beware";

/** What is open in the place of the card's keys, or of the whole card. */
export type Open =
  | { readonly kind: "card" }
  | { readonly kind: "help" }
  | { readonly kind: "reason"; readonly text: string }
  | { readonly kind: "confirm"; readonly text: string }
  /** Somebody typed when the question went away: what else they type is not meant for the next one. */
  | { readonly kind: "broken-off" }
  | {
      readonly kind: "ladder";
      readonly ladder?: Ladder;
      /** Which rung (`none`: a person has to choose), which file. */
      readonly rung: number | "none";
      readonly file: number;
      readonly confirmed: "yes" | "no";
    }
  | {
      readonly kind: "bulk";
      readonly decision: BulkDecision;
      readonly entries: readonly BulkEntry[];
      readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
    }
  | { readonly kind: "mode"; readonly session: string }
  /** Asked once more: what waits may run at once. `suggestion`: whose card it was chosen on. */
  | { readonly kind: "full-auto"; readonly session: string; readonly suggestion?: string };

export interface Note {
  readonly atMs: number;
  readonly tone: "good" | "warning" | "plain";
  /** May quote the agent: made visible where it is drawn. */
  readonly text: string;
  /** It goes away with the input, or with the next session that comes; others with a later key. */
  readonly about?: "input" | "session-over";
}

/** What the screen really shows: keys count for this and nothing else. */
export interface Drawn {
  /** Session and id of the front. */
  readonly front: string;
  readonly open: Open["kind"];
  /** Rows of what scrolls: first, behind the last, all. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** Behind the command's last row. */
  readonly commandEnd: number;
  /** Checks of a bulk list that are whole on the screen. */
  readonly listed: readonly string[];
}

/** The last answer that can be taken back: of a list, all that its replies told of. */
export interface LastGiven {
  readonly to: "one" | "list";
  readonly grants: readonly { readonly session: string; readonly grant: string }[];
  /** How many were taken back. */
  readonly taken: number;
}

export interface State {
  readonly nowMs: number;
  readonly sessions: readonly SessionView[];
  /** What was decided in sessions that are over, newest last. */
  readonly past: readonly (Recent & { readonly session: string })[];
  readonly front?: Front;
  readonly open: Open;
  /** First row that is shown of what scrolls. */
  readonly scroll: number;
  readonly drawn?: Drawn;
  /** When a letter came that means nothing where it was typed. */
  readonly strayAtMs?: number;
  /** What was told, newest last; `note` is the one that is shown. */
  readonly notes: readonly Note[];
  readonly note?: Note;
  /** What was answered last: it may be over before its reply comes. */
  readonly lastSent?: { readonly check: string; readonly line: string };
  readonly lastGiven?: LastGiven;
  /** When a rule was saved by an answer; the note says where, and somebody should be able to read it. */
  readonly savedAtMs?: number;
}

export type Happening = { readonly nowMs: number } & (
  | {
      readonly kind: "attached";
      readonly session: string;
      readonly status: Status;
      readonly pending: readonly Pending[];
      readonly recent: readonly Recent[];
    }
  | { readonly kind: "told"; readonly session: string; readonly event: ControlEvent }
  | { readonly kind: "detached"; readonly session: string; readonly why: string }
  | { readonly kind: "replied"; readonly session: string; readonly exchange: Exchange }
  /** `words`: of whoever typed a whole line to the linear console; no single key of it can be stray. */
  | { readonly kind: "key"; readonly key: Key; readonly from?: "keyboard" | "words" }
  | { readonly kind: "drawn"; readonly drawn: Drawn }
  | { readonly kind: "noted"; readonly note: Omit<Note, "atMs"> }
  | { readonly kind: "tick" }
);

export type Action =
  | { readonly kind: "request"; readonly session: string; readonly ask: Ask }
  /** Something waits, and nothing did: bell and the like. */
  | { readonly kind: "notice" }
  | { readonly kind: "quit" };

export interface Updated {
  readonly state: State;
  readonly actions: readonly Action[];
}

export const EMPTY: State = {
  nowMs: 0,
  sessions: [],
  past: [],
  open: { kind: "card" },
  scroll: 0,
  notes: [],
};
