/**
 * Sockets with a name that lies in no folder: nobody can move it or take it away while its process lives, and it is gone with
 * it. Anybody of the machine may take such a name and connect to it, so both sides look at who is there. One text, then the end.
 */
import { readFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";

/** Of the other side: a descriptor for who looks at it. */
type IsWelcome = (fd: number) => boolean;

/** What comes back ends it. */
export function serveText(name: string, isWelcome: IsWelcome, text: () => string): Promise<() => void> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (isWelcome(descriptorOf(socket))) socket.end(text());
    else socket.destroy();
  });
  server.maxConnections = 64;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(fillUp(name), () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      server.unref();
      resolve(() => server.close());
    });
  });
}

export type ReadText =
  | { readonly kind: "text"; readonly text: Buffer }
  /** Nobody is there, or says nothing in time, or too much. */
  | { readonly kind: "silent" }
  | { readonly kind: "not-welcome" };

export function readText(
  name: string,
  isWelcome: IsWelcome,
  { limitMs, mostBytes }: { readonly limitMs: number; readonly mostBytes: number },
): Promise<ReadText> {
  return new Promise((resolve) => {
    const socket = createConnection(fillUp(name));
    const chunks: Buffer[] = [];
    let bytes = 0;
    const give = (read: ReadText) => {
      clearTimeout(tooLate);
      socket.destroy();
      resolve(read);
    };
    const tooLate = setTimeout(() => give({ kind: "silent" }), limitMs);
    socket.on("connect", () => {
      if (!isWelcome(descriptorOf(socket))) give({ kind: "not-welcome" });
    });
    socket.on("error", () => give({ kind: "silent" }));
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) give({ kind: "silent" });
    });
    socket.on("end", () => give({ kind: "text", text: Buffer.concat(chunks) }));
  });
}

/** Those that some process listens at now. The kernel gives its list in pieces, and one that moves on in it meanwhile is missed: three readings. */
export function listAbstractNames(): readonly string[] {
  return [...new Set([readNames(), readNames(), readNames()].flat())];
}

/** By the flag of those that listen; a zero is shown as @. */
function readNames(): string[] {
  const found = readFileSync("/proc/net/unix", "utf8").matchAll(/^\w+: \w+ \w+ 00010000 .* @([\w/-]+)@*$/gm);
  return [...found].flatMap(([, name]) => name ?? []);
}

const ADDRESS_BYTES = 108;

/** Versions of node differ in whether they do so themselves. */
function fillUp(name: string): string {
  return `\0${name}`.padEnd(ADDRESS_BYTES, "\0");
}

/** node tells it nowhere else. -1: it is closed. */
function descriptorOf(socket: Socket): number {
  const { _handle } = socket as unknown as { readonly _handle: { readonly fd?: number } | null };
  return _handle?.fd ?? -1;
}
