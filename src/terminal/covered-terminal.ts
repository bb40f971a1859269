/**
 * The real terminal, with the agent's output on it and now and then a card over it. Uncovered, the agent's bytes go through at
 * once and unchanged. Covered, they wait. It must never leave a card on the terminal when it ends, and never let the agent
 * write on a card.
 */
import { cover, uncover } from "./cover.ts";
import { type CursorPlace, createKeptScreen, type Kept } from "./kept-screen.ts";
import { findGround, GROUND, type Place, placeAfter } from "./stream-place.ts";

export interface CoveredTerminal {
  /** "wait": read no more from the agent until onRoom's call; bytes that come all the same are taken. */
  fromAgent(bytes: Uint8Array): "go-on" | "wait";
  onRoom(call: () => void): void;
  /** The real terminal took what it was given, after write() had said false. */
  drained(): void;
  resize(columns: number, rows: number): void;
  /** Resolves when draw() may be called, or when uncover() or end() came first. */
  cover(): Promise<void>;
  /** Only while covered, else nothing. Never DECSC, ?1049 or a scroll region: they are the agent's. */
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
  /** Where the cursor is before the agent's first byte, if the terminal was asked: else a saved cursor may be lost. */
  readonly cursor?: Promise<CursorPlace | undefined>;
}

type State =
  | { readonly kind: "open" }
  /** A cover is wanted, but a sequence is not at its end, or not everything is read yet. */
  | { readonly kind: "covering" }
  | { readonly kind: "covered"; readonly kept: Kept };

/** So long a sequence may take to its end, then it is broken off: else an agent could keep the card away for ever. */
const SEQUENCE_MS = 150;
const MOST_WAITING_BYTES = 1 << 20;
const CAN = Uint8Array.of(0x18);

export function createCoveredTerminal(output: RealOutput): CoveredTerminal {
  let state: State = { kind: "open" };
  let place: Place = GROUND;
  /** Inside a sequence that was broken off: its rest is nobody's. */
  let broken: Place = GROUND;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let isFull = false;
  let isResized = false;
  let hasEnded = false;
  let isToldToWait = false;
  let tellRoom = () => undefined as void;
  let tellGround = () => undefined as void;
  const screen = createKeptScreen({
    columns: output.columns,
    rows: output.rows,
    cursor: output.cursor ?? Promise.resolve(undefined),
    onCaughtUp: look,
  });

  function isRoom(): boolean {
    return !isFull && !screen.isBehind() && waitingBytes < MOST_WAITING_BYTES;
  }
  function look(): void {
    if (!isToldToWait || !isRoom()) return;
    isToldToWait = false;
    tellRoom();
  }
  function pass(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (!output.write(bytes)) isFull = true;
    place = placeAfter(place, bytes);
    if (!hasEnded) screen.feed(bytes);
  }
  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }
  /** Without the rest of a sequence that was broken off. */
  function withoutBroken(bytes: Uint8Array): Uint8Array {
    if (broken === GROUND) return bytes;
    const end = findGround(broken, bytes);
    broken = end === undefined ? placeAfter(broken, bytes) : GROUND;
    return bytes.subarray(end ?? bytes.length);
  }
  function take(bytes: Uint8Array): void {
    if (state.kind === "open") return pass(withoutBroken(bytes));
    if (state.kind === "covered" || place === GROUND) return hold(bytes);
    const end = findGround(place, bytes) ?? bytes.length;
    pass(bytes.subarray(0, end));
    hold(bytes.subarray(end));
    if (place === GROUND) tellGround();
  }
  function letGo(): void {
    state = { kind: "open" };
    const held = waiting;
    waiting = [];
    waitingBytes = 0;
    for (const bytes of held) take(bytes);
    look();
  }
  function giveBack(): "same" | "resized" {
    if (state.kind === "open") return "same";
    if (state.kind === "covered") send(uncover(state.kept));
    if (state.kind === "covering") tellGround();
    letGo();
    return isResized ? "resized" : "same";
  }
  function send(text: string): void {
    if (!output.write(Buffer.from(text))) isFull = true;
  }
  async function reachGround(): Promise<void> {
    if (place === GROUND) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, SEQUENCE_MS);
      tellGround = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (state.kind !== "covering" || place === GROUND) return;
    broken = place;
    pass(CAN);
  }
  return {
    fromAgent(bytes) {
      take(bytes);
      if (isRoom()) return "go-on";
      isToldToWait = true;
      return "wait";
    },
    onRoom(call) {
      tellRoom = call;
    },
    drained() {
      isFull = false;
      look();
    },
    resize(columns, rows) {
      isResized = true;
      screen.resize(columns, rows);
    },
    async cover() {
      if (state.kind !== "open" || hasEnded) return;
      const covering: State = { kind: "covering" };
      state = covering;
      isResized = false;
      await reachGround();
      const kept = await screen.settled();
      if (state !== covering) return;
      send(cover(kept));
      state = { kind: "covered", kept };
    },
    draw(text) {
      if (state.kind === "covered") send(text);
    },
    uncover: giveBack,
    end() {
      hasEnded = true;
      giveBack();
    },
  };
}
