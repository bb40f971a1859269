/** For who waits at a terminal: how far it is, on a row of stderr that goes away again. Silent where nobody watches, and at first. */

export interface Progress {
  tell(done: number): void;
  end(): void;
}

const QUIET_MS = 1_500;
const EVERY_MS = 200;

export function createProgress(total: number, what: string): Progress {
  const { stderr } = process;
  let toldAtMs = performance.now() + QUIET_MS - EVERY_MS;
  let isShown = false;
  return {
    tell(done) {
      if (!stderr.isTTY || performance.now() - toldAtMs < EVERY_MS) return;
      toldAtMs = performance.now();
      isShown = true;
      stderr.write(`\r${what}: ${done} of ${total} `);
    },
    end() {
      if (isShown) stderr.write("\r\u001b[K");
    },
  };
}
