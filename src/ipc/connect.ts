/** A client's end of a frame socket: one request, one answer, or a stream of both. */
import { connect, type Socket } from "node:net";
import type { Connection, ConnectionHandler } from "./listen.ts";
import { serve } from "./listen.ts";

export type Connected =
  | { readonly kind: "connected"; readonly connection: Connection }
  | { readonly kind: "failed"; readonly code: string };

/** `failed` with the system's code: ENOENT and ECONNREFUSED mean that nobody listens there. */
export function connectForFrames(
  path: string,
  limitBytes: number,
  accept: (connection: Connection) => ConnectionHandler,
): Promise<Connected> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ path });
    const fail = (error: NodeJS.ErrnoException) => resolve({ kind: "failed", code: error.code ?? "EIO" });
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.off("error", fail);
      serve(socket, {
        limitBytes,
        accept: (connection) => {
          resolve({ kind: "connected", connection });
          return accept(connection);
        },
      });
    });
  });
}
