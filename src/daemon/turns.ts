/** So many checks are judged at once; the others wait in line. A check's own time limit begins with its turn, not in the queue. */

export type TakeTurn = <T>(run: () => Promise<T>) => Promise<T>;

export function createTurns(most: number): TakeTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await run();
    } finally {
      // Handed over, not given back: nobody comes in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
