/**
 * How long a check may take. What counts is this process's own work: on a machine that is busy with others a plain line must not
 * become a doubtful one. The wall clock alone ends it only much later.
 */
export interface Stopwatch {
  isOver(): boolean;
}

const WALL_FACTOR = 20;

export function startStopwatch(limitMs: number): Stopwatch {
  const wallMs = performance.now();
  const worked = process.cpuUsage();
  return {
    isOver() {
      const tookMs = performance.now() - wallMs;
      // Most checks end long before: the second clock is only looked at when the first one is over.
      if (tookMs <= limitMs) return false;
      const { user, system } = process.cpuUsage(worked);
      return (user + system) / 1_000 > limitMs || tookMs > limitMs * WALL_FACTOR;
    },
  };
}
