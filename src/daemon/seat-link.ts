/** The daemon's end of the line to guard-seat, the agent's parent. */
import { type LineConnection, listenForOneCaller } from "../ipc/lines.ts";

export type SeatReport =
  | { readonly kind: "agent"; readonly pid: number }
  | { readonly kind: "stopped"; readonly signal: number }
  | { readonly kind: "continued" }
  /** Answers a ping. */
  | { readonly kind: "pong" }
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: number }
  | { readonly kind: "failed"; readonly errno: number }
  | KeeperReport
  /** Nothing is left below the seat. */
  | { readonly kind: "empty" }
  /** The seat itself is gone. */
  | { readonly kind: "closed" };

export type KeeperReport =
  /** Names that are replaced outside are held again from now on. */
  | { readonly kind: "keeper"; readonly pid: number }
  | { readonly kind: "no-keeper"; readonly errno: number }
  /** Of the plan's kept names: it is held again; it is a link, and what that leads to is seen. */
  | { readonly kind: "held"; readonly number: number }
  | { readonly kind: "shown"; readonly number: number }
  /** The keeper is gone, or could not hold one: the seat ends the tree. */
  | { readonly kind: "unkept" };

export interface Seat {
  readonly isThere: boolean;
  go(): void;
  continue(): void;
  signal(signal: number): void;
  end(): void;
  ping(): void;
}

export async function startSeatLink(path: string, onReport: (report: SeatReport) => void): Promise<Seat> {
  let connection: LineConnection | undefined;
  await listenForOneCaller(path, (caller) => {
    connection = caller;
    return {
      onLine(line) {
        const report = parseReport(line);
        if (report) onReport(report);
      },
      onClose() {
        connection = undefined;
        onReport({ kind: "closed" });
      },
    };
  });
  return {
    get isThere() {
      return connection !== undefined;
    },
    go: () => connection?.send("go"),
    continue: () => connection?.send("continue"),
    signal: (signal) => connection?.send(`signal ${signal}`),
    end: () => connection?.send("end"),
    ping: () => connection?.send("ping"),
  };
}

/** What cannot be read is left out: the seat is ours, but its line might be cut. */
function parseReport(line: string): SeatReport | undefined {
  const [word, rawNumber = ""] = line.split(" ");
  const number = /^\d{1,9}$/.test(rawNumber) ? Number(rawNumber) : undefined;
  if (word === "continued" || word === "empty" || word === "pong" || word === "unkept") return { kind: word };
  if (number === undefined) return undefined;
  switch (word) {
    case "agent":
    case "keeper":
      return { kind: word, pid: number };
    case "stopped":
    case "killed":
      return { kind: word, signal: number };
    case "exited":
      return { kind: word, code: number };
    case "failed":
    case "no-keeper":
      return { kind: word, errno: number };
    case "held":
    case "shown":
      return { kind: word, number };
    default:
      return undefined;
  }
}
