/** How often a person said no: in a row, and in all. An allow ends the row, nothing lowers the sum. */

export interface Denials {
  readonly count: (said: "allow" | "deny") => void;
  readonly inARow: () => number;
  readonly inAll: () => number;
}

export function createDenials(): Denials {
  let inARow = 0;
  let inAll = 0;
  return {
    count(said) {
      if (said === "allow") inARow = 0;
      else {
        inARow++;
        inAll++;
      }
    },
    inARow: () => inARow,
    inAll: () => inAll,
  };
}
