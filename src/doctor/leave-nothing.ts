/** What must be gone when the doctor is, also by Ctrl-C: each thing is named here before it is there. */

export interface Leavings {
  add(end: () => void): void;
  /** The last one first. A second time it does nothing. */
  endAll(): void;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export function watchLeavings(): Leavings {
  const ends: (() => void)[] = [];
  const endAll = () => {
    for (const end of ends.splice(0).reverse()) end();
  };
  for (const [signal, status] of Object.entries(SIGNALS)) {
    const leave = () => {
      endAll();
      process.exit(status);
    };
    process.once(signal, leave);
    ends.push(() => void process.off(signal, leave));
  }
  return { add: (end) => void ends.push(end), endAll };
}
