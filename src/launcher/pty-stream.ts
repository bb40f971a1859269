/**
 * The agent's pty as a stream that loses nothing. Left alone it would: node destroys it 200 ms after the child's end, and
 * takes a hang-up for the end though a part is still unread. So we hold the other side open until the agent has ended,
 * and then read the rest directly, up to the system's own end.
 */
import { closeSync, constants, openSync, readSync } from "node:fs";
import type { ReadStream } from "node:tty";
import type { IPty } from "@lydell/node-pty";

export interface PtyStream {
  readonly socket: ReadStream;
  /**
   * Takes all that was written until now and closes the stream; then node-pty tells the exit status. Done by itself a
   * moment after the child's end (node-pty tells it so late).
   */
  readRest(): void;
}

/** Not in node-pty's types; its version is pinned exactly, and a change shows here at once. */
interface Inside {
  readonly _socket?: ReadStream;
  readonly fd?: number;
  readonly ptsName?: string;
}

export function openPtyStream(pty: IPty, take: (bytes: Buffer) => void): PtyStream {
  const { socket, fd, ptsName } = lookInside(pty);
  const otherSide = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  const destroy = socket.destroy.bind(socket);
  let isRead = false;
  function readRest(): void {
    if (isRead) return;
    isRead = true;
    socket.pause();
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read()) take(bytes as Buffer);
    closeSync(otherSide);
    if (!socket.destroyed) readDirectly(fd, take);
    destroy();
  }
  socket.destroy = (error?: Error) => {
    if (error) return destroy(error);
    readRest();
    return socket;
  };
  return { socket, readRest };
}

function lookInside(pty: IPty): { socket: ReadStream; fd: number; ptsName: string } {
  const { _socket: socket, fd, ptsName } = pty as IPty & Inside;
  if (socket === undefined || fd === undefined || ptsName === undefined)
    throw new Error("this node-pty is not the one that guard was made with");
  return { socket, fd, ptsName };
}

const CHUNK_BYTES = 65_536;

/** EIO: nobody holds the other side. EAGAIN: somebody does (--keep), but has written no more. */
function readDirectly(fd: number, take: (bytes: Buffer) => void): void {
  for (;;) {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
    let length: number;
    try {
      length = readSync(fd, bytes);
    } catch {
      return;
    }
    if (length === 0) return;
    take(bytes.subarray(0, length));
  }
}
