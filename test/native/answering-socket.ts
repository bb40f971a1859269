/** A real unix socket that stands in for the daemon: writes down what it is asked, and answers by a row of the test. */
import { createServer, type Server, type Socket } from "node:net";

export type Field = readonly [key: string, value: Buffer];

export type Reply =
  | { readonly kind: "allow" }
  | { readonly kind: "noted" }
  | { readonly kind: "deny"; readonly fields?: readonly string[] }
  /** These fields, in a whole frame. */
  | { readonly kind: "fields"; readonly fields: readonly string[] }
  /** These bytes, then the end, whatever they are. */
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  /** Byte by byte, each in a write of its own. */
  | { readonly kind: "dripping"; readonly fields: readonly string[] }
  /** Nothing; the test answers by `connection`. */
  | { readonly kind: "wait" };

export interface Asked {
  readonly payload: Buffer;
  readonly fields: readonly Field[];
  readonly connection: Socket;
}

export interface AnsweringSocket {
  readonly asked: readonly Asked[];
  /** Frames that could not be read, as hex: the clients must never send any. */
  readonly strange: readonly string[];
  answerWith(reply: Reply): void;
  close(): Promise<void>;
}

export async function startAnsweringSocket(path: string): Promise<AnsweringSocket> {
  const asked: Asked[] = [];
  const strange: string[] = [];
  let reply: Reply = { kind: "allow" };
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let received = Buffer.alloc(0);
    connection.on("error", () => undefined);
    connection.on("end", () => connection.end());
    connection.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < 4 || received.length < 4 + received.readUInt32BE()) return;
      const fields = readFields(received.subarray(4));
      if (fields === undefined || received.length !== 4 + received.readUInt32BE()) {
        strange.push(received.toString("hex"));
        connection.destroy();
        return;
      }
      asked.push({ payload: received.subarray(4), fields, connection });
      void give(connection, reply);
    });
  });
  await listen(server, path);
  return {
    asked,
    strange,
    answerWith: (next) => {
      reply = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const { connection } of asked) connection.destroy();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(path, resolve);
  });
}

function readFields(payload: Buffer): readonly Field[] | undefined {
  if (payload.at(-1) !== 0) return undefined;
  const fields: Field[] = [];
  for (let start = 0; start < payload.length; ) {
    const end = payload.indexOf(0, start);
    const equals = payload.indexOf("=", start);
    if (equals < 0 || equals > end) return undefined;
    fields.push([payload.toString("latin1", start, equals), payload.subarray(equals + 1, end)]);
    start = end + 1;
  }
  return fields;
}

export function frameOf(fields: readonly string[]): Buffer {
  const payload = Buffer.from(fields.map((field) => `${field}\0`).join(""));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(payload.length);
  return Buffer.concat([head, payload]);
}

const CHECK = "check=0b6f5a4e-0000-4000-8000-000000000001";
export const ALLOW_FIELDS = ["guard=1", "id=1", "verdict=allow", CHECK];
const DENY_FIELDS = [
  "guard=1",
  "id=1",
  "verdict=deny",
  CHECK,
  "reason=it deletes your home",
  "rule=floor.home",
];

async function give(connection: Socket, reply: Reply): Promise<void> {
  switch (reply.kind) {
    case "allow":
      connection.write(frameOf(ALLOW_FIELDS));
      return;
    case "noted":
      connection.write(frameOf(["guard=1", "id=1", "noted=yes"]));
      return;
    case "deny":
      connection.write(frameOf([...DENY_FIELDS, ...(reply.fields ?? [])]));
      return;
    case "fields":
      connection.write(frameOf(reply.fields));
      return;
    case "bytes":
      connection.end(reply.bytes);
      return;
    case "dripping":
      for (const byte of frameOf(reply.fields)) {
        await new Promise<void>((resolve) => connection.write(Uint8Array.of(byte), () => resolve()));
        await new Promise(setImmediate);
      }
      return;
    case "wait":
      return;
  }
}
