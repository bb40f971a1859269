/** TCP to this machine: on a port that the daemon watches nobody is reached but the tree's own listeners, however it is written. */
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSeat } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GateHost } from "./gate-host.ts";

const seat = findSeat();
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], {
  encoding: "utf8",
}).stdout.trim();
const cannot = seat === undefined || python === "";
if (cannot) process.stderr.write("ports: no C compiler or no python here, the connect rule is not tested\n");

let host: GateHost;
let server: Server;
let port: number;
let heard = 0;
beforeEach(async () => {
  host = await new GateHost(() => "allow").listen();
  heard = 0;
  server = createServer((connection) => {
    heard++;
    connection.on("error", () => undefined).end("outside");
  });
  await listenOn("::");
});
afterEach(() => {
  server.close();
  host.close();
});

async function listenOn(address: string): Promise<void> {
  if (server.listening) await new Promise((done) => server.close(done));
  await new Promise<void>((done) => server.listen(0, address, done));
  ({ port } = server.address() as AddressInfo);
}

/** With `port` set, and `say` for what a connection brings, or its errno's name. */
const PRELUDE = `
import ctypes, errno, os, socket, threading
def say(call):
    try: print(call())
    except OSError as error: print(errno.errorcode.get(error.errno, error))
def many(*words):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.sendmmsg(*words) < 0: raise OSError(ctypes.get_errno(), "")
def listen(family, address, port=0):
    server = socket.socket(family); server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, port)); server.listen()
    def serve():
        while True: server.accept()[0].sendall(b"own")
    threading.Thread(target=serve, daemon=True).start()
    return server.getsockname()[1]
def ask(address, port, family=None):
    family = family or (socket.AF_INET6 if ":" in address else socket.AF_INET)
    with socket.socket(family) as client:
        client.settimeout(5); client.connect((address, port)); return client.recv(99).decode()
`;

async function run(code: string): Promise<string> {
  const folder = mkdtempSync(join(host.seat.folder, "w-"));
  chmodSync(folder, 0o777);
  const words = [python, "-c", `${PRELUDE}\nport = ${port}\n${code}`];
  const run = host.seat.spawn(seat ?? "", python, words, {
    seatOptions: ["--gate", host.socket, "--guarded", String(process.pid)],
    spawn: { cwd: folder },
  });
  await host.seat.go();
  await run.closed;
  return run.stdout + run.stderr;
}

const own = Object.values(networkInterfaces())
  .flatMap((one) => one ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

const ADDRESSES = ["127.0.0.1", "127.8.9.10", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0"];

describe.skipIf(cannot)("a watched port", () => {
  test.for([...ADDRESSES, ...(own ? [own, `::ffff:${own}`] : [])])(
    "of somebody outside is not reached by %s",
    async (address) => {
      const code = `${PRELUDE}\nprint(ask("${address}", ${port}))`;
      expect((await promisify(execFile)(python, ["-c", code])).stdout).toBe("outside\n");
      expect(await run(`say(lambda: ask("${address}", port))`)).toBe("EACCES\n");
      expect(host.reaches).toMatchObject([
        { kind: "port", name: `tcp:${port}`, found: "other" },
        { kind: "tcp", name: `tcp:${port}`, found: "socket" },
      ]);
      expect(heard).toBe(1);
    },
  );

  const byIndex = (address: string, index: string) => `ask_on("${address}", port, ${index})`;
  test.for([
    ["::1 on another interface", byIndex("::1", "other")],
    ["::1 on one that is not there", byIndex("::1", "999")],
    ["127.0.0.1, mapped, on another interface", byIndex("::ffff:127.0.0.1", "other")],
    ...(own ? [["its own address, mapped, on the loopback", byIndex(`::ffff:${own}`, "1")] as const] : []),
  ])("of somebody outside is not reached by %s", async ([, call]) => {
    const index = Math.max(2, ...Object.values(networkInterfaces()).flatMap((one) => one?.[0]?.scopeid ?? 0));
    const code = `
other = ${index}
def ask_on(address, port, index):
    with socket.socket(socket.AF_INET6) as client:
        client.settimeout(5); client.connect((address, port, 0, index)); return client.recv(99).decode()
`;
    const outside = `${PRELUDE}\nport = ${port}\n${code}\nprint(${call})`;
    expect((await promisify(execFile)(python, ["-c", outside])).stdout).toBe("outside\n");
    expect(await run(`${code}\nsay(lambda: ${call})`)).toBe("EACCES\n");
    expect(heard).toBe(1);
  });

  test.for([
    ["sendto", `client.sendto(b"x", socket.MSG_FASTOPEN, ("127.0.0.1", port))`],
    ["sendmsg", `client.sendmsg([b"x"], [], socket.MSG_FASTOPEN, ("127.0.0.1", port))`],
    ["sendmmsg", `many(client.fileno(), None, 0, socket.MSG_FASTOPEN)`],
  ])("of somebody outside is not reached by a fast open (%s)", async ([, call]) => {
    const code = `client = socket.socket(); say(lambda: ${call}); say(lambda: client.send(b"x"))`;
    expect(await run(code)).toMatch(/^E(?:OPNOT|NOT)SUPP?\n(?:EPIPE|ENOTCONN)\n$/);
    expect(heard).toBe(0);
  });

  test("of somebody outside is not reached by a connect that does not wait, or one that is deferred", async () => {
    const code = `
one = socket.socket(); one.setblocking(False); say(lambda: one.connect(("127.0.0.1", port)))
two = socket.socket(); say(lambda: two.setsockopt(socket.IPPROTO_TCP, 30, 1)); say(lambda: two.connect(("127.0.0.1", port)))
say(lambda: socket.socket(type=socket.SOCK_STREAM, proto=262).setsockopt(socket.IPPROTO_TCP, 34, 1))
say(lambda: two.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1))
`;
    expect(await run(code)).toBe("EACCES\nENOTSUP\nEACCES\nENOTSUP\nNone\n");
    expect(heard).toBe(0);
  });

  test.for([
    ["AF_INET", "127.0.0.1", "127.0.0.1"],
    ["AF_INET", "0.0.0.0", "127.0.0.1"],
    ["AF_INET6", "::", "127.0.0.1"],
    ["AF_INET6", "::", "::1"],
    ["AF_INET6", "::1", "::1"],
  ])("of the tree's own (%s %s) is reached by %s", async ([family, bound, address]) => {
    expect(await run(`own = listen(socket.${family}, "${bound}"); say(lambda: ask("${address}", own))`)).toBe(
      "own\n",
    );
    expect(host.reaches.map(({ kind }) => kind)).toEqual(["port"]);
  });

  test("of the tree's own does not open that of another address", async () => {
    await listenOn("127.0.0.2");
    const code = `listen(socket.AF_INET, "127.0.0.3", port); say(lambda: ask("127.0.0.3", port)); say(lambda: ask("127.0.0.2", port))`;
    expect(await run(code)).toBe("own\nEACCES\n");
    expect(heard).toBe(0);
  });

  test("of a child that is left is still the tree's own", async () => {
    const code = `
mine, its = os.pipe()
if os.fork() == 0:
    os.setsid()
    os.write(its, str(listen(socket.AF_INET, "127.0.0.1")).encode()); threading.Event().wait(5); os._exit(0)
own = int(os.read(mine, 9)); say(lambda: ask("127.0.0.1", own))
`;
    expect(await run(code)).toBe("own\n");
  });

  test("where nobody listens is as it ever was, without a word", async () => {
    server.close();
    expect(await run(`say(lambda: ask("127.0.0.1", port))`)).toBe("ECONNREFUSED\n");
    expect(host.reaches.map(({ kind }) => kind)).toEqual(["port"]);
  });

  test.for(["198.51.100.7", "2001:db8::7"])("of another machine (%s) is none of ours", async (address) => {
    const family = address.includes(":") ? "AF_INET6" : "AF_INET";
    const code = `one = socket.socket(socket.${family}); one.setblocking(False); say(lambda: one.connect(("${address}", port)))`;
    expect(await run(code)).toMatch(/^(?:EINPROGRESS|ENETUNREACH|EHOSTUNREACH)\n$/);
    expect(host.reaches.map(({ kind }) => kind)).toEqual(["port"]);
  });

  test("that the daemon allows after all is reached", async () => {
    host.reach = ({ kind }) => (kind === "tcp" ? "allow" : "deny");
    expect(await run(`say(lambda: ask("127.0.0.1", port))`)).toBe("outside\n");
  });
});

test.skipIf(cannot)("a port that is not watched is reached, and asked about once", async () => {
  host.reach = ({ kind }) => (kind === "port" ? "allow" : "deny");
  expect(await run(`[say(lambda: ask("127.0.0.1", port)) for _ in range(5)]`)).toBe("outside\n".repeat(5));
  expect(host.reaches).toHaveLength(1);
  await waitUntil("all of them", () => heard === 5);
});

test.skipIf(cannot)("UDP goes through, sendto and after a connect", async () => {
  const code = `
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); server.bind(("127.0.0.1", 0))
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); client.sendto(b"one", server.getsockname())
client.connect(server.getsockname()); client.send(b"two"); print(server.recv(9), server.recv(9))
`;
  expect(await run(code)).toBe("b'one' b'two'\n");
  expect(host.reaches).toEqual([]);
});
