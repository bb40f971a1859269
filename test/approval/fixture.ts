/** A clock that only moves when it is told to, and questions for it. */
import type { Question } from "../../src/approval/question.ts";

export function createClock(startMs = 1_000_000) {
  let now = startMs;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    nowMs: () => now,
    setTimer(delayMs: number, run: () => void) {
      const timer = { atMs: now + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    timerCount: () => timers.size,
    /** Only the clock of the wall: timers do not notice, as when a machine sleeps. */
    jump(ms: number) {
      now += ms;
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= now)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

export const TIMEOUT_MS = 300_000;
let made = 0;

export function question(clock: Clock, changes: Partial<Question> = {}): Question {
  const id = `check-${++made}`;
  return {
    id,
    key: id,
    session: "abcd1234",
    line: "npm publish",
    cwd: "/work",
    shell: "bash",
    layer: "hook",
    pid: 42,
    chain: ["codex", "bash"],
    risk: "needs-review",
    ruling: "ask",
    reasons: ["it does more than read"],
    rules: ["mode.default"],
    askedAtMs: clock.nowMs(),
    expiresAtMs: clock.nowMs() + TIMEOUT_MS,
    rememberable: "yes",
    ...changes,
  };
}
