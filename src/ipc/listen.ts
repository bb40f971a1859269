/**
 * Sockets and the folders they lie in. A connection hands over whole frames and takes whole frames; it never guesses:
 * a broken stream is reported once and closed. Nothing here knows what the messages mean.
 */
import { chmodSync, unlinkSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { encodeFrame, FrameReader } from "../protocol/frame.ts";
import { type CallerBounds, createUnfinished, type Unfinished } from "./unfinished.ts";

export interface Connection {
  /** False: the other side is gone, nothing was sent. */
  send(payload: Uint8Array): boolean;
  /** Lets what was sent go out, then closes. */
  end(): void;
  /** Reads no more until `resume`: the sender waits. */
  pause(): void;
  resume(): void;
  readonly isOpen: boolean;
  /** Sent, and not read by the other side yet. */
  readonly unsentBytes: number;
}

export interface ConnectionHandler {
  onFrame(payload: Buffer): void;
  /** The stream cannot be read; nothing more of it is, and it is closed after this. */
  onBroken(reason: string): Promise<void> | void;
  /** The other side is gone, or we ended it. Called once. */
  onClose(): void;
}

export interface ListenOptions {
  readonly path: string;
  readonly limitBytes: number;
  readonly maxConnections: number;
  /** For callers that nobody trusts; left out: none. */
  readonly bounds?: CallerBounds;
  accept(connection: Connection): ConnectionHandler;
}

/** Resolves when the socket is there, with rights for its owner only. */
export function listenForFrames(options: ListenOptions): Promise<Server> {
  const unfinished = createUnfinished(options.bounds);
  const server = createServer((socket) => serve(socket, options, unfinished));
  server.maxConnections = options.maxConnections;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: options.path, backlog: 1024 }, () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      chmodSync(options.path, 0o600);
      resolve(server);
    });
  });
}

export function removeSocket(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone already.
  }
}

const LINGER_MS = 1_000;

/** Who does not read its answers is not listened to until it does: they wait in our memory. */
const MOST_UNSENT_BYTES = 1024 * 1024;

/** Our clients never close their writing side and wait: an end means that the asker is gone, and it is told nothing more. */
export function serve(
  socket: Socket,
  options: Omit<ListenOptions, "path" | "maxConnections" | "bounds">,
  unfinished: Unfinished = createUnfinished(undefined),
): void {
  const reader = new FrameReader(options.limitBytes);
  let isOpen = true;
  let isReadable = true;
  let isPaused = false;
  let isFull = false;
  const flow = () => void (isPaused || isFull ? socket.pause() : socket.resume());
  const connection: Connection = {
    send(payload) {
      if (!isOpen || !socket.writable) return false;
      socket.write(encodeFrame(payload));
      if (!isFull && socket.writableLength > MOST_UNSENT_BYTES) {
        isFull = true;
        flow();
      }
      return true;
    },
    end() {
      isOpen = false;
      socket.end();
      // What still comes is read and dropped: closing over unread bytes would take our last words away from the other side.
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
    pause() {
      isPaused = true;
      flow();
    },
    resume() {
      isPaused = false;
      flow();
    },
    get isOpen() {
      return isOpen;
    },
    get unsentBytes() {
      return socket.writableLength;
    },
  };
  const handler = options.accept(connection);
  const breakOff = (reason: string): void => {
    isReadable = false;
    reader.forget();
    account.close();
    void Promise.resolve(handler.onBroken(reason)).finally(() => connection.end());
  };
  const account = unfinished.open((reason) => {
    if (isOpen && isReadable) breakOff(reason);
  });
  const close = once(() => {
    isOpen = false;
    account.close();
    socket.destroy();
    handler.onClose();
  });
  socket.on("data", (chunk) => {
    if (!isOpen || !isReadable) return;
    const outcome = reader.push(chunk);
    if (outcome.kind === "broken") return breakOff(outcome.reason);
    account.note(reader.unfinishedBytes);
    for (const frame of outcome.frames) handler.onFrame(frame);
  });
  socket.on("drain", () => {
    if (!isFull) return;
    isFull = false;
    flow();
  });
  socket.on("end", () => {
    if (reader.isInside && isOpen && isReadable) void handler.onBroken("the message ends in the middle");
    close();
  });
  socket.on("error", close);
  socket.on("close", close);
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
