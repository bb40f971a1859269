/**
 * Is the seat still at work? One that the kernel holds (a file system that never answers, a caller's memory that is locked)
 * passes nothing on: the user must be able to see that, and to end the session all the same.
 */

export interface SeatPulse {
  /** It has answered. */
  beat(): void;
  /** The user wants an end: whoever does not answer now is given up. */
  expectSoon(): void;
  stop(): void;
}

export interface PulseOptions {
  ping(): void;
  /** It has not answered for a while. Called once, until it answers again. */
  onSlow(): void;
  onGivenUp(): void;
  readonly everyMs?: number;
  readonly soonMs?: number;
}

const EVERY_MS = 5_000;
/** Longer than anything that the seat does by itself. */
const SOON_MS = 3_000;

export function createSeatPulse(options: PulseOptions): SeatPulse {
  const { ping, onSlow, onGivenUp, everyMs = EVERY_MS, soonMs = SOON_MS } = options;
  let unanswered = 0;
  let soon: NodeJS.Timeout | undefined;
  const regularly = setInterval(() => {
    // Once may be a busy machine.
    if (unanswered === 2) onSlow();
    unanswered++;
    ping();
  }, everyMs).unref();
  return {
    beat() {
      unanswered = 0;
      clearTimeout(soon);
      soon = undefined;
    },
    expectSoon() {
      soon ??= setTimeout(onGivenUp, soonMs).unref();
      ping();
    },
    stop() {
      clearInterval(regularly);
      clearTimeout(soon);
    },
  };
}
