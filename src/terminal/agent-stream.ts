/** The agent's bytes on their way to the terminal: they pass, or wait in order; and the way is closed only where no sequence is torn. */
import { findGround, GROUND, type Place, placeAfter } from "./stream-place.ts";

export interface AgentStream {
  take(bytes: Uint8Array): void;
  /** Resolves when nothing passes any more, with the stream in ground; or when open() came first. */
  close(): Promise<void>;
  /** What waited passes first. */
  open(): void;
  waitingBytes(): number;
}

type Gate = "open" | "closing" | "closed";

/** So long a sequence may take to its end, then it is broken off: else an agent could keep the card away for ever. */
const SEQUENCE_MS = 150;
const CAN = Uint8Array.of(0x18);

export function createAgentStream(pass: (bytes: Uint8Array) => void): AgentStream {
  let gate: Gate = "open";
  let place: Place = GROUND;
  /** Inside a sequence that was broken off: its rest is nobody's. */
  let broken: Place = GROUND;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let stopWaiting = (): void => undefined;

  function send(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    place = placeAfter(place, bytes);
    pass(bytes);
  }
  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }
  function withoutBroken(bytes: Uint8Array): Uint8Array {
    if (broken === GROUND) return bytes;
    const end = findGround(broken, bytes);
    broken = end === undefined ? placeAfter(broken, bytes) : GROUND;
    return bytes.subarray(end ?? bytes.length);
  }
  function take(bytes: Uint8Array): void {
    switch (gate) {
      case "open":
        return send(withoutBroken(bytes));
      case "closed":
        return hold(bytes);
      case "closing": {
        const end = findGround(place, bytes) ?? bytes.length;
        send(bytes.subarray(0, end));
        if (place !== GROUND) return;
        hold(bytes.subarray(end));
        gate = "closed";
        return stopWaiting();
      }
    }
  }
  return {
    take,
    waitingBytes: () => waitingBytes,
    async close() {
      gate = place === GROUND ? "closed" : "closing";
      if (gate === "closed") return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, SEQUENCE_MS);
        stopWaiting = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (gate !== "closing") return;
      broken = place;
      gate = "closed";
      send(CAN);
    },
    open() {
      if (gate === "closing") stopWaiting();
      gate = "open";
      const held = waiting;
      waiting = [];
      waitingBytes = 0;
      for (const bytes of held) take(bytes);
    },
  };
}
