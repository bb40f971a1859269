/** When lines get their rows: soon, all of a moment together; and what follows when they cannot. */
import type { Stored } from "./store.ts";

export interface Settling {
  /** A line was added. */
  soon(): void;
  /** Resolves when none waits any more, or cannot be helped: the next who opens the record takes them in. */
  now(): Promise<void>;
  /** Then nothing may be on record by its line alone, until a whole write has gone through. */
  isBehind(): boolean;
  /** How a whole write went: it takes in what waited. */
  by(stored: Stored): Stored;
}

export interface SettlingPorts {
  /** How many lines have no rows yet. */
  readonly waiting: () => number;
  readonly settle: () => Stored;
  /** By another thread, which waits for another session's lock. It knows nothing of these lines: whether all have rows is looked at here afterwards. */
  readonly settleAside: () => Promise<Stored>;
  readonly onSettled: (stored: Stored) => void;
}

/** Records of one moment share a commit, which is most of their cost. */
const SETTLE_AFTER_MS = 5;
/** A millisecond or two of the loop. */
const MOST_TOGETHER = 256;
/** While another session has the lock. */
const MOST_WAITING = 5_000;
/** One by the thread, one here that finds it done; and once more. */
const MOST_TRIES = 3;

export function createSettling({ waiting, settle, settleAside, onSettled }: SettlingPorts): Settling {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let state: "follows" | "failed" = "follows";

  function by(stored: Stored): Stored {
    state = stored.kind === "stored" ? "follows" : "failed";
    return stored;
  }

  async function run(): Promise<void> {
    const stored = settle();
    onSettled(by(stored.kind === "busy" ? await settleAside() : stored));
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting() === 0 || running !== undefined) return;
    running = run().finally(() => {
      running = undefined;
      if (state === "follows" && waiting() > 0) soon();
    });
  }

  function soon(): void {
    if (waiting() >= MOST_TOGETHER) start();
    else timer ??= setTimeout(start, SETTLE_AFTER_MS);
  }

  return {
    soon,
    async now() {
      await running;
      for (let tries = 0; tries < MOST_TRIES && waiting() > 0; tries++) {
        start();
        await running;
        // Who ends must not wait again and again for a lock that somebody holds: the lines are there.
        if (state === "failed") break;
      }
      clearTimeout(timer);
      timer = undefined;
    },
    isBehind: () => state === "failed" || waiting() >= MOST_WAITING,
    by,
  };
}
