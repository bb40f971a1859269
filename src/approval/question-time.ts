/**
 * The time that one question has. It runs only while the question is in front of a person, so that ten that wait in a row have
 * as much of it as one; from its arrival on it has half an hour at most, seen or not.
 */

/** Runs once after the delay; the function that comes back cancels it. */
export type SetTimer = (delayMs: number, run: () => void) => () => void;

export interface Clock {
  readonly nowMs: () => number;
  readonly setTimer: SetTimer;
}

export interface QuestionTime {
  /** If nothing changes. */
  endsAtMs(): number;
  state(): "runs" | "waits";
  /** It has all of its time again: somebody new waits. */
  restart(timeMs: number): void;
  /** Nobody waits: it ends then, seen or not. */
  endAt(endsAtMs: number): void;
  run(): void;
  pause(): void;
  cancel(): void;
}

export const MOST_MS = 30 * 60_000;
/** Longer delays overflow in Node's timers, which then fire at once. */
const MAX_DELAY_MS = 0x7fffffff;

export function createQuestionTime(
  { nowMs, setTimer }: Clock,
  timeMs: number,
  onEnd: () => void,
): QuestionTime {
  let leftMs = timeMs;
  let mostAtMs = nowMs() + MOST_MS;
  let runsSinceMs: number | undefined;
  let fixedAtMs: number | undefined;
  let cancelTimer: () => void = () => undefined;

  const endsAtMs = (): number =>
    fixedAtMs ?? (runsSinceMs === undefined ? mostAtMs : Math.min(mostAtMs, runsSinceMs + leftMs));

  function setAgain(): void {
    cancelTimer();
    const delayMs = Math.min(Math.max(0, endsAtMs() - nowMs()), MAX_DELAY_MS);
    cancelTimer = setTimer(delayMs, onEnd);
  }

  setAgain();
  return {
    endsAtMs,
    state: () => (runsSinceMs === undefined && fixedAtMs === undefined ? "waits" : "runs"),
    restart(newTimeMs) {
      leftMs = newTimeMs;
      mostAtMs = nowMs() + MOST_MS;
      fixedAtMs = undefined;
      if (runsSinceMs !== undefined) runsSinceMs = nowMs();
      setAgain();
    },
    endAt(atMs) {
      fixedAtMs = atMs;
      setAgain();
    },
    run() {
      if (runsSinceMs !== undefined) return;
      runsSinceMs = nowMs();
      setAgain();
    },
    pause() {
      if (runsSinceMs === undefined) return;
      leftMs -= nowMs() - runsSinceMs;
      runsSinceMs = undefined;
      setAgain();
    },
    cancel: () => cancelTimer(),
  };
}
