/** The time that a card may take of the disk: one for all of its questions, and no disk that hangs may hold the card back. */

export const CARD_MS = 300;

export interface CardTime {
  /** 0 and less: it is over. */
  readonly leftMs: () => number;
}

export function startCardTime(nowMs: () => number, limitMs: number = CARD_MS): CardTime {
  const endMs = nowMs() + limitMs;
  return { leftMs: () => endMs - nowMs() };
}

/** One of `jobs` gets its part of what is left; what it does not use is there for the next. */
export function shareOf(time: CardTime, jobs: number): CardTime {
  const reserveMs = time.leftMs() * (1 - 1 / Math.max(1, jobs));
  return { leftMs: () => time.leftMs() - reserveMs };
}

/** `late`: what is known when the time is over, or when it went wrong. The work itself cannot be ended: it must look at the time. */
export async function inTime<T>(work: Promise<T>, time: CardTime, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), Math.max(0, time.leftMs()));
  });
  try {
    return await Promise.race([work, alarm]);
  } catch {
    return late();
  } finally {
    clearTimeout(timer);
  }
}

const TURN_MS = 4;

/** For work that takes no disk: called again and again, it lets everybody else have a turn every few milliseconds. */
export function startTurns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    sinceMs = performance.now();
  };
}
