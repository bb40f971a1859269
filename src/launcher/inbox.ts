/** What the daemon says, in order, for whoever takes it next; the person's conversation goes its own way. */
import type { ToLauncher } from "../protocol/launcher-messages.ts";

/** The daemon ended, or its words make no sense: in either case there is none. */
export interface Gone {
  readonly op: "gone";
  readonly reason: string;
}

export type Heard = Exclude<ToLauncher, { op: "control" | "tree-gone" }>;

export interface Inbox {
  put(message: ToLauncher | Gone): void;
  take(): Promise<Heard | Gone>;
  onControl(hear: (message: unknown) => void): void;
  onTreeGone(answer: () => void): void;
  close(): void;
}

export function createInbox(): Inbox {
  const waiting: (Heard | Gone)[] = [];
  let taker: ((message: Heard | Gone) => void) | undefined;
  let hearControl: (message: unknown) => void = () => undefined;
  let answerTreeGone: () => void = () => undefined;
  let last: Gone | undefined;
  let isClosed = false;
  return {
    close() {
      isClosed = true;
    },
    onControl(hear) {
      hearControl = hear;
    },
    onTreeGone(answer) {
      answerTreeGone = answer;
    },
    put(message) {
      if (last !== undefined || isClosed) return;
      if (message.op === "control") return hearControl(message.message);
      if (message.op === "tree-gone") return answerTreeGone();
      if (message.op === "gone") last = message;
      if (taker === undefined) waiting.push(message);
      else {
        const take = taker;
        taker = undefined;
        take(message);
      }
    },
    take() {
      const message = waiting.shift() ?? last;
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve) => {
        taker = resolve;
      });
    },
  };
}
