/**
 * A signal while the session ends. The agent that it was meant for is gone, so it ends guard run, but not before the
 * terminal is the user's again and nothing of the session is left.
 */
import { isDeadly, passSignals } from "./pass-signals.ts";

export interface LateSignal {
  /** The first one that came. */
  readonly signal: number | undefined;
  readonly came: Promise<void>;
  /** From here on signals do what they do to any program. */
  stop(): void;
}

/** The others (USR1, TSTP …) are dropped: nobody is there to take them. */
export function awaitLateSignal(where: "pty" | "inherited"): LateSignal {
  let first: number | undefined;
  let tell: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const stop = passSignals(
    {
      onSignal(signal) {
        if (!isDeadly(signal)) return;
        first ??= signal;
        tell();
      },
      onContinue: () => undefined,
    },
    where,
  );
  return {
    get signal() {
      return first;
    },
    came,
    stop,
  };
}
