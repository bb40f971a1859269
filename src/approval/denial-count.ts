/** A person's denials, in a row and in all, and whether they are a reason to suggest something. Nothing lowers the sum. */

export interface DenialCount {
  readonly note: (said: "allow" | "deny") => void;
  /** "you said no 3 times in a row"; undefined: no reason. */
  readonly findReason: () => string | undefined;
  /** A suggestion was taken: the row begins again. */
  readonly startAgain: () => void;
  /** A suggestion was refused: it takes as many denials again. */
  readonly wait: () => void;
  readonly inARow: () => number;
  readonly inAll: () => number;
}

const ROW = 3;
const SUM = 20;

export function createDenialCount(): DenialCount {
  let inARow = 0;
  let inAll = 0;
  /** Those of the row, and of the sum, that were answered for already. */
  let rowBefore = 0;
  let allBefore = 0;

  return {
    note(said) {
      if (said === "allow") {
        inARow = 0;
        rowBefore = 0;
      } else {
        inARow++;
        inAll++;
      }
    },
    findReason() {
      if (inARow - rowBefore >= ROW) return `you said no ${inARow} times in a row`;
      // Not with each denial beyond the sum.
      return inAll >= SUM && inAll - allBefore >= ROW ? `you said no ${inAll} times in all` : undefined;
    },
    startAgain() {
      inARow = 0;
      rowBefore = 0;
      allBefore = inAll;
    },
    wait() {
      rowBefore = inARow;
      allBefore = inAll;
    },
    inARow: () => inARow,
    inAll: () => inAll,
  };
}
