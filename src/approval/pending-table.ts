/** What is pending, found by id and by key, each with its clock. Bounded: the lines are the agent's, the memory is ours. */
import type { Answer, PendingQuestion, Question } from "./question.ts";
import { type Clock, createQuestionTime, type QuestionTime } from "./question-time.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

export interface PendingOptions extends Clock {
  readonly maxPending?: number;
  /** A new question, or one that is not as it was: another waits for it, its clock runs or stands. */
  onChanged?(id: string): void;
  /** Nobody can answer it any more. */
  onOver?(id: string, how: HowOver): void;
}

export type HowOver = "allowed" | "denied" | "timed-out" | "withdrawn";

export interface Entry {
  readonly question: Question;
  readonly waiters: Waiters;
  readonly bytes: number;
  readonly time: QuestionTime;
}

/** One of those who answer: a console, a card. */
export type Approver = object;

const MAX_PENDING = 2_000;
const MAX_WAITERS = 10_000;
/** All that is pending, as JSON: one message to an approver (4 MiB at most) must hold the whole list. */
const MAX_SHOWN_BYTES = 3.5 * 1024 * 1024;
/** What no person can read, no person can allow. */
const MAX_LINE = 256 * 1024;

export class PendingTable {
  readonly #options: PendingOptions;
  readonly #maxPending: number;
  readonly #byId = new Map<string, Entry>();
  readonly #byKey = new Map<string, Entry>();
  /** What each approver has in front of them. */
  readonly #focus = new Map<Approver, string>();
  #running: readonly Entry[] = [];
  #waiting = 0;
  #bytes = 0;

  constructor(options: PendingOptions) {
    this.#options = options;
    this.#maxPending = options.maxPending ?? MAX_PENDING;
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
    const time = createQuestionTime(this.#options, timeOf(question), () => this.expire(entry));
    const entry: Entry = { question, bytes, waiters: createWaiters(), time };
    this.#byId.set(question.id, entry);
    this.#byKey.set(joinKey(question), entry);
    this.#bytes += bytes;
    this.#changed(entry);
    return entry;
  }

  /** `leave` is told when the last one left. */
  addWaiter(entry: Entry, onLastLeft: () => void): { answer: Promise<Answer>; leave: () => void } {
    this.#waiting++;
    const { answer, leave } = entry.waiters.add();
    this.#changed(entry);
    this.#runTimes();
    const leaveOnce = () => {
      if (leave() === "was not waiting") return;
      this.#waiting--;
      if (entry.waiters.size() === 0) onLastLeft();
      this.#changed(entry);
      this.#runTimes();
    };
    return { answer, leave: leaveOnce };
  }

  /** Undefined: the approver looks at none, or has gone. */
  setFocus(approver: Approver, id: string | undefined): void {
    if (id === undefined) this.#focus.delete(approver);
    else this.#focus.set(approver, id);
    this.#runTimes();
  }

  /** Where nobody shows what they look at, it is the one that has waited longest. */
  #inFocus(): Entry[] {
    const seen = [...new Set(this.#focus.values())].flatMap((id) => this.#byId.get(id) ?? []);
    if (seen.length > 0) return seen;
    for (const entry of this.#byId.values()) if (entry.waiters.size() > 0) return [entry];
    return [];
  }

  #runTimes(): void {
    const running = this.#inFocus();
    for (const entry of this.#running) {
      if (running.includes(entry)) continue;
      entry.time.pause();
      this.#changed(entry);
    }
    for (const entry of running) {
      if (this.#running.includes(entry)) continue;
      entry.time.run();
      this.#changed(entry);
    }
    this.#running = running;
  }

  #changed({ question: { id } }: Entry): void {
    if (this.#byId.has(id)) this.#options.onChanged?.(id);
  }

  expire(entry: Entry): void {
    this.close(entry, { kind: "timed-out", question: entry.question.id });
  }

  /** Everybody who waits hears it; nothing of it is kept. */
  close(entry: Entry, answer: Answer): void {
    const { question, waiters } = entry;
    if (!this.#byId.delete(question.id)) return;
    this.#byKey.delete(joinKey(question));
    this.#bytes -= entry.bytes;
    this.#waiting -= waiters.size();
    const how = howOver(answer, waiters.size());
    waiters.answerAll(answer);
    this.#runTimes();
    entry.time.cancel();
    this.#options.onOver?.(question.id, how);
  }
}

export function showEntry({ question, waiters, time }: Entry): PendingQuestion {
  return { ...question, expiresAtMs: time.endsAtMs(), clock: time.state(), waiting: waiters.size() };
}

function howOver(answer: Answer, waiting: number): HowOver {
  switch (answer.kind) {
    case "allowed":
      return "allowed";
    case "ruled":
      return answer.verdict === "allow" ? "allowed" : "denied";
    case "denied":
    case "refused":
      return "denied";
    // Its askers had gone: its end concerns nobody.
    case "timed-out":
      return waiting === 0 ? "withdrawn" : "timed-out";
    case "withdrawn":
      return "withdrawn";
  }
}

export function timeOf({ askedAtMs, expiresAtMs }: Question): number {
  return expiresAtMs - askedAtMs;
}

/** The same text under another ruling is another question: what a person sees differs. */
function joinKey({ ruling, rememberable, key }: Question): string {
  return `${ruling} ${rememberable} ${key}`;
}

/** The key stays here; `waiting` and the like are what the rest of the 4 MiB is for. */
function bytesOf(question: Question): number {
  return Buffer.byteLength(JSON.stringify({ ...question, key: "" }));
}
