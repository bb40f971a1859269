/** Whether the disk may be waited for on the loop. One late write is a busy machine, or code that ran for the first time; several are a slow disk. */
const SLOW_WRITE_MS = 5;
const TOO_SLOW_MS = 50;
const SLOW_IN_A_ROW = 3;
const STAY_OFF_LOOP_MS = 5_000;

export class SlowDisk {
  #inARow = 0;
  #offLoopUntilMs = 0;

  isSlow(): boolean {
    return performance.now() < this.#offLoopUntilMs;
  }

  timed<Result>(write: () => Result): Result {
    const startMs = performance.now();
    const result = write();
    this.#note(startMs, performance.now());
    return result;
  }

  #note(startMs: number, endMs: number): void {
    const tookMs = endMs - startMs;
    this.#inARow = tookMs > SLOW_WRITE_MS ? this.#inARow + 1 : 0;
    if (tookMs < TOO_SLOW_MS && this.#inARow < SLOW_IN_A_ROW) return;
    this.#inARow = 0;
    this.#offLoopUntilMs = endMs + STAY_OFF_LOOP_MS;
  }
}
