/** A covered terminal whose real one only takes down what it is sent. */
import {
  type CoveredTerminal,
  createCoveredTerminal,
  type RealOutput,
} from "../../src/terminal/covered-terminal.ts";

export interface Sent {
  readonly terminal: CoveredTerminal;
  /** What came since the last look. */
  take(): Buffer;
}

export function openSent(output: Partial<RealOutput> = {}): Sent {
  let parts: Uint8Array[] = [];
  const terminal = createCoveredTerminal({
    columns: 80,
    rows: 24,
    write: (bytes) => parts.push(bytes) > 0,
    ...output,
  });
  return {
    terminal,
    take() {
      const all = Buffer.concat(parts);
      parts = [];
      return all;
    },
  };
}
