/** A pipe that was there when this process began. */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Connection, type ConnectionHandler, serve } from "./listen.ts";

export function openInherited(
  fd: number,
  limitBytes: number,
  accept: (connection: Connection) => ConnectionHandler,
): void {
  serve(new Socket({ fd, readable: true, writable: true }), { limitBytes, accept });
}

/** The other end: what child_process hands out for a pipe. */
export function serveChildPipe(
  stream: Duplex,
  limitBytes: number,
  accept: (connection: Connection) => ConnectionHandler,
): void {
  serve(stream as Socket, { limitBytes, accept });
}
