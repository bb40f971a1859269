/**
 * Messages that have begun and not ended, of all connections to one socket. Whoever sends nothing, or half of something, takes
 * our memory and our descriptors: both have an end.
 */

export interface CallerBounds {
  readonly mostUnfinishedBytes: number;
  /** For a message, from its first byte or from the connection's beginning on. */
  readonly messageMs: number;
}

export interface Unfinished {
  /** `breakOff`: told once, when this connection has had its share. */
  open(breakOff: (reason: string) => void): Account;
}

export interface Account {
  /** So much of a message is there; 0: it is whole, and the connection may be silent for as long as it likes. */
  note(bytes: number): void;
  close(): void;
}

export function createUnfinished(bounds: CallerBounds | undefined): Unfinished {
  let allBytes = 0;
  if (bounds === undefined) return { open: () => ({ note: () => undefined, close: () => undefined }) };
  const { mostUnfinishedBytes, messageMs } = bounds;
  return {
    open(breakOff) {
      let ownBytes = 0;
      const late = () => breakOff(`the message did not come to its end within ${messageMs / 1000} s`);
      let timer: NodeJS.Timeout | undefined = setTimeout(late, messageMs).unref();
      const stopTimer = () => {
        clearTimeout(timer);
        timer = undefined;
      };
      return {
        note(bytes) {
          allBytes += bytes - ownBytes;
          ownBytes = bytes;
          if (bytes === 0) return stopTimer();
          timer ??= setTimeout(late, messageMs).unref();
          if (allBytes > mostUnfinishedBytes)
            breakOff(`more than ${mostUnfinishedBytes} bytes of unfinished messages wait already`);
        },
        close() {
          allBytes -= ownBytes;
          ownBytes = 0;
          stopTimer();
        },
      };
    },
  };
}
