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
  let worked: { readonly from: NodeJS.CpuUsage; readonly beforeMs: number } | undefined;
  return {
    isOver() {
      const tookMs = performance.now() - wallMs;
      // Most checks end long before: to look at the second clock takes longer than many of them.
      if (tookMs <= limitMs / 4) return false;
      worked ??= { from: process.cpuUsage(), beforeMs: tookMs };
      if (tookMs <= limitMs) return false;
      const { user, system } = process.cpuUsage(worked.from);
      return worked.beforeMs + (user + system) / 1_000 > limitMs || tookMs > limitMs * WALL_FACTOR;
    },
  };
}
