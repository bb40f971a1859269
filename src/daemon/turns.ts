/** So many checks are judged at once; the others wait in line. A check's own time limit begins with its turn, not in the queue. */

export type TakeTurn = <T>(run: () => Promise<T>) => Promise<T>;

/** So long one check may follow the other by promises alone; then everybody else has a turn of the loop. */
const BURST_MS = 5;

export function createTurns(most: number): TakeTurn {
  let running = 0;
  let sinceMs = 0;
  const waiting: (() => void)[] = [];
  const handOver = (next: () => void): void => {
    if (performance.now() - sinceMs < BURST_MS) return next();
    setImmediate(() => {
      sinceMs = performance.now();
      next();
    });
  };
  return async (run) => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await run();
    } finally {
      // Handed over, not given back: nobody comes in between.
      const next = waiting.shift();
      if (next) handOver(next);
      else running--;
    }
  };
}
