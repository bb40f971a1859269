/**
 * How long a check may take. What counts is its own work: neither a machine that is busy with others nor the checks that are
 * judged while this one gives its turn away make a plain line a doubtful one. The wall clock alone ends it only much later.
 */
export interface Stopwatch {
  isOver(): boolean;
  /** From here until what it gives back is called, others work. */
  leave(): () => void;
}

const WALL_FACTOR = 20;

export function startStopwatch(limitMs: number): Stopwatch {
  const startedMs = performance.now();
  let away = { wallMs: 0, workMs: 0 };
  let worked: { readonly from: NodeJS.CpuUsage; readonly beforeMs: number } | undefined;

  function ownWorkMs(since: NonNullable<typeof worked>): number {
    return since.beforeMs + workSince(since.from) - away.workMs;
  }

  return {
    isOver() {
      const wallMs = performance.now() - startedMs;
      const tookMs = wallMs - away.wallMs;
      // Most checks end long before: to look at the second clock takes longer than many of them.
      if (tookMs <= limitMs / 4) return wallMs > limitMs * WALL_FACTOR;
      if (worked === undefined) {
        worked = { from: process.cpuUsage(), beforeMs: tookMs };
        away = { ...away, workMs: 0 };
      }
      if (tookMs <= limitMs) return wallMs > limitMs * WALL_FACTOR;
      return ownWorkMs(worked) > limitMs || wallMs > limitMs * WALL_FACTOR;
    },
    leave() {
      const leftMs = performance.now();
      const left = process.cpuUsage();
      return () => {
        away = { wallMs: away.wallMs + performance.now() - leftMs, workMs: away.workMs + workSince(left) };
      };
    },
  };
}

function workSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
