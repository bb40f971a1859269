/**
 * The real terminal, with the agent's output on it and now and then a card over it. Uncovered, the agent's bytes go through at
 * once and unchanged. Covered, they wait. It must never leave a card on the terminal when it ends, and never let the agent
 * write on a card.
 */
import { createAgentStream } from "./agent-stream.ts";
import { cover, uncover } from "./cover.ts";
import { type CursorPlace, createKeptScreen, type Kept } from "./kept-screen.ts";

export interface CoveredTerminal {
  /** "wait": read no more from the agent until onRoom's call; bytes that come all the same are taken. */
  fromAgent(bytes: Uint8Array): "go-on" | "wait";
  onRoom(call: () => void): void;
  /** The real terminal took what it was given, after write() had said false. */
  drained(): void;
  resize(columns: number, rows: number): void;
  /** Resolves when draw() may be called, or when uncover() or end() came first. Rejects, uncovered, if the screen cannot be kept. */
  cover(): Promise<void>;
  /** Only while covered, else nothing. Never a saved cursor, another screen or a scroll region: they are the agent's. */
  draw(text: string): void;
  /** "resized": the size changed meanwhile, and the agent must be made to draw anew. */
  uncover(): "same" | "resized";
  /** The terminal is the agent's from now on; what waited is written. */
  end(): void;
}

export interface RealOutput {
  /** False: no more for now; drained() is called later. */
  write(bytes: Uint8Array): boolean;
  readonly columns: number;
  readonly rows: number;
  /**
   * Where the cursor was before the agent's first byte, if the terminal was asked (CSI 6 n). Unknown: somewhere in the first
   * column; then a cursor that the agent saved may be lost.
   */
  readonly cursor?: Promise<CursorPlace | undefined>;
}

type State =
  | { readonly kind: "open" | "covering" | "ended" }
  | { readonly kind: "covered"; readonly kept: Kept };

const MOST_WAITING_BYTES = 1 << 20;

export function createCoveredTerminal(output: RealOutput): CoveredTerminal {
  let state: State = { kind: "open" };
  let size: "same" | "resized" = "same";
  let isFull = false;
  const room = createRoom(() => !isFull && !screen.isBehind() && stream.waitingBytes() < MOST_WAITING_BYTES);
  const { columns, rows, cursor = Promise.resolve(undefined) } = output;
  const screen = createKeptScreen({ columns, rows, cursor, onCaughtUp: room.look });
  const stream = createAgentStream((bytes) => {
    write(bytes);
    if (state.kind !== "ended") screen.feed(bytes);
  });

  function write(bytes: Uint8Array): void {
    if (!output.write(bytes)) isFull = true;
  }
  function giveBack(to: "open" | "ended"): "same" | "resized" {
    if (state.kind === "ended") return "same";
    if (state.kind === "covered") write(Buffer.from(uncover(state.kept)));
    const was = state.kind;
    state = { kind: to };
    if (was === "open") return "same";
    stream.open();
    room.look();
    return size;
  }
  async function close(covering: State): Promise<Kept | undefined> {
    try {
      await stream.close();
      const kept = await screen.settled();
      return state === covering ? kept : undefined;
    } catch (error) {
      if (state === covering) giveBack("open");
      throw error;
    }
  }
  return {
    fromAgent(bytes) {
      stream.take(bytes);
      return room.ask();
    },
    onRoom: room.onRoom,
    drained() {
      isFull = false;
      room.look();
    },
    resize(newColumns, newRows) {
      size = "resized";
      screen.resize(newColumns, newRows);
    },
    async cover() {
      if (state.kind !== "open") return;
      const covering: State = { kind: "covering" };
      state = covering;
      size = "same";
      const kept = await close(covering);
      if (kept === undefined) return;
      write(Buffer.from(cover(kept)));
      state = { kind: "covered", kept };
    },
    draw(text) {
      if (state.kind === "covered") write(Buffer.from(text));
    },
    uncover: () => giveBack("open"),
    end: () => void giveBack("ended"),
  };
}

/** Who was told to wait is told once when there is room again. */
function createRoom(isRoom: () => boolean) {
  let isToldToWait = false;
  let tell = (): void => undefined;
  return {
    ask(): "go-on" | "wait" {
      isToldToWait = !isRoom();
      return isToldToWait ? "wait" : "go-on";
    },
    look(): void {
      if (!isToldToWait || !isRoom()) return;
      isToldToWait = false;
      tell();
    },
    onRoom(call: () => void): void {
      tell = call;
    },
  };
}
