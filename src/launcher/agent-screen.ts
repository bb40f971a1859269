/** Where the agent's output goes: the user's terminal, over which a card may lie. */
import type { CoveredTerminal } from "../terminal/covered-terminal.ts";

export interface AgentScreen {
  /** "wait": read no more from the agent until onRoom's call. */
  fromAgent(bytes: Buffer): "go-on" | "wait";
  onRoom(call: () => void): void;
  /** From here on questions are shown; before it the agent need not wait for what that loads. */
  begin(): void;
  /** What the person types. `mine`: it was for a card. */
  typed(bytes: Buffer): "mine" | "agent's";
  resize(columns: number, rows: number): void;
  /** The terminal is the user's shell's for a while, or for good: nothing of ours is left on it. */
  giveBack(): void;
  takeAgain(): void;
  /** After the agent's last byte. */
  end(): void;
}

/** Without cards: bytes go through untouched. */
export function plainScreen(): AgentScreen {
  const { stdout } = process;
  let tellRoom: () => void = () => undefined;
  const drained = (): void => tellRoom();
  stdout.on("drain", drained);
  // A terminal that went away takes everything.
  stdout.on("error", drained);
  return {
    fromAgent: (bytes) => (stdout.write(bytes) ? "go-on" : "wait"),
    onRoom(call) {
      tellRoom = call;
    },
    begin: () => undefined,
    typed: () => "agent's",
    resize: () => undefined,
    giveBack: () => undefined,
    takeAgain: () => undefined,
    end: () => void stdout.off("drain", drained),
  };
}

/** The same, with a terminal that can be covered. */
export function connectOutput(terminal: CoveredTerminal): () => void {
  const { stdout } = process;
  const drained = (): void => terminal.drained();
  stdout.on("drain", drained);
  stdout.on("error", drained);
  return () => void stdout.off("drain", drained).off("error", drained);
}
