/** How work grows with its input, as a ratio of two runs on the same machine: nothing here is slow because the machine is. */

const ROUNDS = 5;
const TIMES = 16;

/** Work of one large size, measured in as much work of small sizes: about 1 for what is linear, 16 for what is quadratic. */
export function growthOf(run: (size: number) => unknown, size: number): number {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The best of several, taken in turns: whatever else runs on the machine makes both slower.
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, timeOf(run, size, TIMES));
    large = Math.min(large, timeOf(run, size * TIMES, 1));
  }
  return large / small;
}

/** Large arrays cost a little more than small ones. */
export const TOO_STEEP = 5;

function timeOf(run: (size: number) => unknown, size: number, times: number): number {
  const started = performance.now();
  for (let time = 0; time < times; time++) run(size);
  return performance.now() - started;
}
