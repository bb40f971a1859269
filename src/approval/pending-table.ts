/** What is pending, found by id and by key, each with its clock. Bounded: the lines are the agent's, the memory is ours. */
import type { Answer, PendingQuestion, Question } from "./question.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

/** Runs once after the delay; the function that comes back cancels it. */
export type SetTimer = (delayMs: number, run: () => void) => () => void;

export interface PendingOptions {
  readonly nowMs: () => number;
  readonly setTimer: SetTimer;
  readonly maxPending?: number;
}

export interface Entry {
  readonly question: Question;
  readonly waiters: Waiters;
  readonly bytes: number;
  deadlineMs: number;
  cancelTimer: () => void;
}

const MAX_PENDING = 2_000;
const MAX_WAITERS = 10_000;
/** All that is pending, as JSON: one message to an approver (4 MiB at most) must hold the whole list. */
const MAX_SHOWN_BYTES = 3.5 * 1024 * 1024;
/** What no person can read, no person can allow. */
const MAX_LINE = 256 * 1024;
/** Longer delays overflow in Node's timers, which then fire at once. */
const MAX_DELAY_MS = 0x7fffffff;

export class PendingTable {
  readonly #nowMs: () => number;
  readonly #setTimer: SetTimer;
  readonly #maxPending: number;
  readonly #byId = new Map<string, Entry>();
  readonly #byKey = new Map<string, Entry>();
  #waiting = 0;
  #bytes = 0;

  constructor({ nowMs, setTimer, maxPending = MAX_PENDING }: PendingOptions) {
    this.#nowMs = nowMs;
    this.#setTimer = setTimer;
    this.#maxPending = maxPending;
  }

  /** Oldest first. */
  list(): Entry[] {
    return [...this.#byId.values()];
  }

  find(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  findIdentical(question: Question): Entry | undefined {
    return this.#byKey.get(joinKey(question));
  }

  /** Why one more asker cannot be taken, or undefined. What nobody waits for goes first. */
  findNoRoom(question: Question): string | undefined {
    if (this.#waiting >= MAX_WAITERS) return `${this.#waiting} checks wait for an answer already`;
    if (this.findIdentical(question)) return undefined;
    if (this.find(question.id)) return "a check with this id waits already";
    if (question.line.length > MAX_LINE)
      return `its ${question.line.length} characters are too many to ask a person about`;
    const bytes = bytesOf(question);
    if (this.#isFullFor(bytes)) {
      for (const entry of this.list()) if (entry.waiters.size() === 0) this.expire(entry);
    }
    if (!this.#isFullFor(bytes)) return undefined;
    return `${this.#byId.size} questions wait for an answer already; guard pending shows them`;
  }

  #isFullFor(bytes: number): boolean {
    return this.#byId.size >= this.#maxPending || this.#bytes + bytes > MAX_SHOWN_BYTES;
  }

  open(question: Question): Entry {
    const bytes = bytesOf(question);
    const entry = { question, bytes, waiters: createWaiters(), deadlineMs: 0, cancelTimer: () => undefined };
    this.#byId.set(question.id, entry);
    this.#byKey.set(joinKey(question), entry);
    this.#bytes += bytes;
    this.setDeadline(entry, question.expiresAtMs);
    return entry;
  }

  /** `leave` is told when the last one left. */
  addWaiter(entry: Entry, onLastLeft: () => void): { answer: Promise<Answer>; leave: () => void } {
    this.#waiting++;
    const { answer, leave } = entry.waiters.add();
    const leaveOnce = () => {
      if (leave() === "was not waiting") return;
      this.#waiting--;
      if (entry.waiters.size() === 0) onLastLeft();
    };
    return { answer, leave: leaveOnce };
  }

  setDeadline(entry: Entry, deadlineMs: number): void {
    entry.cancelTimer();
    entry.deadlineMs = deadlineMs;
    const delayMs = Math.min(Math.max(0, deadlineMs - this.#nowMs()), MAX_DELAY_MS);
    entry.cancelTimer = this.#setTimer(delayMs, () => this.expire(entry));
  }

  expire(entry: Entry): void {
    this.close(entry, { kind: "timed-out", question: entry.question.id });
  }

  /** Everybody who waits hears it; nothing of it is kept. */
  close(entry: Entry, answer: Answer): void {
    const { question, waiters } = entry;
    entry.cancelTimer();
    if (!this.#byId.delete(question.id)) return;
    this.#byKey.delete(joinKey(question));
    this.#bytes -= entry.bytes;
    this.#waiting -= waiters.size();
    waiters.answerAll(answer);
  }
}

export function showEntry({ question, waiters, deadlineMs }: Entry): PendingQuestion {
  return { ...question, expiresAtMs: deadlineMs, waiting: waiters.size() };
}

/** The same text under another ruling is another question: what a person sees differs. */
function joinKey({ ruling, rememberable, key }: Question): string {
  return `${ruling} ${rememberable} ${key}`;
}

/** The key stays here; `waiting` and the like are what the rest of the 4 MiB is for. */
function bytesOf(question: Question): number {
  return Buffer.byteLength(JSON.stringify({ ...question, key: "" }));
}
