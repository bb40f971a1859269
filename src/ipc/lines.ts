/** Short lines of text on a socket: for guard-seat, which is C. */
import { createServer, type Server, type Socket } from "node:net";

export interface LineConnection {
  send(line: string): void;
  end(): void;
}

export interface LineHandler {
  onLine(line: string): void;
  onClose(): void;
}

const MAX_LINE = 256;

/** One caller is taken; the door is closed behind it. */
export function listenForOneCaller(
  path: string,
  accept: (connection: LineConnection) => LineHandler,
): Promise<Server> {
  const server = createServer((socket) => {
    server.close();
    serveLines(socket, accept);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path }, () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      resolve(server);
    });
  });
}

function serveLines(socket: Socket, accept: (connection: LineConnection) => LineHandler): void {
  let rest = "";
  let closed = false;
  const handler = accept({
    send: (line) => void (socket.writable && socket.write(`${line}\n`)),
    end: () => void socket.end(),
  });
  const close = () => {
    if (closed) return;
    closed = true;
    socket.destroy();
    handler.onClose();
  };
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) handler.onLine(line);
    if (rest.length > MAX_LINE) close();
  });
  socket.on("end", close);
  socket.on("error", close);
  socket.on("close", close);
}
