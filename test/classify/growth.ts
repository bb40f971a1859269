/** How work grows with its input, as a ratio of two runs on the same machine: nothing here is slow because the machine is. */

const ROUNDS = 5;
const TIMES = 16;
/** What is shorter says more of the moment than of the work. */
const LEAST_US = 5_000;

/** Work of one large size, measured in as much work of small sizes: about 1 for what is linear, 16 for what is quadratic. */
export function growthOf(run: (size: number) => unknown, size: number): number {
  let often = 1;
  while (timeOf(run, size, TIMES * often) < LEAST_US) often *= 2;
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The best of several, taken in turns: whatever else runs on the machine makes both slower.
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, timeOf(run, size, TIMES * often));
    large = Math.min(large, timeOf(run, size * TIMES, often));
  }
  return large / small;
}

/** Large arrays cost a little more than small ones. */
export const TOO_STEEP = 5;

/** Of the processor: on a busy machine the clock runs on without us. */
function timeOf(run: (size: number) => unknown, size: number, times: number): number {
  const started = process.cpuUsage();
  for (let time = 0; time < times; time++) run(size);
  const { user, system } = process.cpuUsage(started);
  return user + system;
}
