/** The person's conversation with the daemon over guard run's own pipe. Several may listen; the pipe stays open. */

import type { Ask } from "../ipc/control-client.ts";
import type { ControlExchange } from "../ipc/control-exchange.ts";
import type { ControlEvent } from "../protocol/control-events.ts";
import type { DaemonLink } from "./start-daemon.ts";

export interface PipeLink {
  request(ask: Ask): Promise<ControlExchange>;
  /** Gives back what ends it. */
  listen(onEvent: (event: ControlEvent) => void): () => void;
}

export async function openPipeLink(daemon: Pick<DaemonLink, "send" | "onControl">): Promise<PipeLink> {
  const { createExchange } = await import("../ipc/control-exchange.ts");
  const listeners = new Set<(event: ControlEvent) => void>();
  const exchange = await createExchange((request) => daemon.send({ op: "control", request }), {
    onEvent(event) {
      for (const tell of listeners) tell(event);
    },
    // The pipe itself tells when the daemon is gone.
    onClosed: () => undefined,
  });
  daemon.onControl((message) => void exchange.hear(message));
  return {
    request: exchange.request,
    listen(onEvent) {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
  };
}
