/** What a person opens by hand (`--reveal`, `reveal:` of their own file): a path, or what has none. */

/** Unix sockets for datagrams: such a socket sends to every address, and nobody sees it. */
export const DATAGRAMS = "unix-datagrams";

export interface Openings {
  readonly paths: readonly string[];
  /** `tcp:PORT`, on this machine. */
  readonly ports: readonly string[];
  readonly datagrams: "open" | "closed";
}

/** One of them, as it is written. */
export const OPENING = new RegExp(`^(?:/|~/|~$|${DATAGRAMS}$|tcp:[1-9][0-9]{0,4}$)`);
export const OPENING_IN_WORDS = `tcp:PORT or ${DATAGRAMS}`;

export function sortOpenings(written: readonly string[]): Openings {
  return {
    paths: written.filter((one) => /^[/~]/.test(one)),
    ports: written.filter((one) => one.startsWith("tcp:")),
    datagrams: written.includes(DATAGRAMS) ? "open" : "closed",
  };
}

/** Those that are no paths. */
export function withoutPaths(written: readonly string[]): readonly string[] {
  return [...new Set(written)].filter((one) => !/^[/~]/.test(one));
}
