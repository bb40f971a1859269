/** Who waits at the other end of one connection, for each of its checks that is under way. */

export interface Asker {
  onGone(call: () => void): void;
}

export interface Askers {
  /** One more check; `leave` when it is answered, `hangUp` when nobody waits for this one any more. */
  enter(): { readonly asker: Asker; leave(): void; hangUp(): void };
  /** The connection is closed: nobody waits any more. */
  hangUp(): void;
}

export function createAskers(): Askers {
  const waiting = new Set<Set<() => void>>();
  let isGone = false;
  return {
    enter() {
      const calls = new Set<() => void>();
      let hasLeft = false;
      waiting.add(calls);
      // It may have gone while its check was judged, before anybody wanted to know.
      const onGone = (call: () => void) => (isGone || hasLeft ? call() : void calls.add(call));
      return {
        asker: { onGone },
        leave: () => void waiting.delete(calls),
        hangUp() {
          hasLeft = true;
          for (const call of calls) call();
        },
      };
    },
    hangUp() {
      isGone = true;
      for (const calls of waiting) for (const call of calls) call();
      waiting.clear();
    },
  };
}
