/** What belongs to the tree works as without guard: sockets of its own, the network, signals while a connect waits. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildAttackers } from "../evasion/attackers.ts";
import { Place } from "../evasion/attempt.ts";
import { stateOf } from "../launcher/processes.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GateHost } from "./gate-host.ts";

const seat = findSeat();
const attackers = buildAttackers();
if (seat === undefined) process.stderr.write("reach: no C compiler here, the connect rule is not tested\n");
if (attackers.kind === "none") process.stderr.write(`reach: ${attackers.why}\n`);

const BWRAP = "/usr/bin/bwrap";
const NOBODY = 65_534;
const USERS = process.getuid?.() === 0 ? (["root", "nobody"] as const) : (["this user"] as const);
const as = (user: string) => (user === "nobody" ? { uid: NOBODY, gid: NOBODY } : {});

let host: GateHost;
let place: Place;
beforeEach(async () => {
  if (attackers.kind === "none") return;
  host = await new GateHost(() => "allow").listen();
  place = new Place(host.seat.folder, attackers.folder);
  for (const socket of [host.socket, host.seat.socket]) chmodSync(socket, 0o777);
});
afterEach(() => host?.close());

/** In an empty folder of its own. */
function makeFolder(): string {
  const folder = mkdtempSync(join(place.folder, "w-"));
  chmodSync(folder, 0o777);
  return folder;
}

function plainly([program = "", ...words]: readonly string[], user: string) {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return spawnSync(program, words, { ...as(user), cwd: makeFolder(), encoding: "utf8", stdio: [...stdio] });
}

async function start(argv: readonly string[], user = "", env?: NodeJS.ProcessEnv): Promise<SeatRun> {
  const [program = ""] = argv;
  const run = host.seat.spawn(place.copy(seat ?? "", "guard-seat"), program, argv, {
    seatOptions: ["--gate", host.socket, "--guarded", String(process.pid)],
    spawn: { ...as(user), cwd: makeFolder(), ...(env ? { env } : {}) },
  });
  await host.seat.go();
  return run;
}

async function run(argv: readonly string[], user = "", env?: NodeJS.ProcessEnv): Promise<SeatRun> {
  const started = await start(argv, user, env);
  await started.closed;
  return started;
}

describe.skipIf(seat === undefined || attackers.kind === "none").each(USERS)("as %s", (user) => {
  test.for<[way: string, name: string]>([
    ["path", "a socket with a path"],
    ["packets", "packets"],
    ["datagrams", "datagrams"],
    ["abstract", "an abstract name"],
    ["problems", "every problem"],
    ["internet", "the network"],
    ["own-network", "a network namespace of its own"],
    ["many", "two hundred at once"],
  ])("%s: $1 as without guard", async ([way]) => {
    const own = place.attacker("reach-own");
    const plain = plainly([own, way], user);
    host.reach = ({ kind }) => (kind === "datagrams" ? "allow" : "deny");
    const guarded = await run([own, way], user);
    expect(guarded.stdout).toBe(plain.stdout);
    expect(plain.stdout).not.toBe("");
    expect(host.reaches.filter(({ found }) => found === "socket")).toEqual([]);
  });

  test.for<[name: string, options: readonly string[], ways: string]>([
    ["a view of its own", [], "path packets abstract problems"],
    // Abstract names there are refused: nothing is known of them.
    ["a network of its own", ["--unshare-net"], "path packets"],
    ["less rights", ["--unshare-user", "--cap-drop", "ALL"], "path packets abstract problems"],
  ])("below bubblewrap, with %s, as without guard", async ([, options, ways], { skip }) => {
    if (!existsSync(BWRAP)) skip(`${BWRAP} is not here`);
    const line = `for way in ${ways}; do "${place.attacker("reach-own")}" $way; done`;
    const words = [BWRAP, "--dev-bind", "/", "/", ...options, "/bin/sh", "-c", line] as const;
    const plain = plainly(words, user);
    if (!plain.stdout.includes("one: done")) skip(`it does not work here: ${plain.stderr}`);
    host.reach = ({ kind }) => (kind === "datagrams" ? "allow" : "deny");
    const guarded = await run(words, user);
    expect(guarded.stdout).toBe(plain.stdout);
  });
});

/** Its number, as /proc tells what a process is in. */
const CONNECT = process.arch === "x64" ? "42 " : "203 ";

describe.skipIf(seat === undefined || attackers.kind === "none").each(["full", "full-internet"])(
  "a connect that waits (%s)",
  (way) => {
    let started: SeatRun;
    let pid: number;
    beforeEach(async () => {
      started = await start([place.attacker("reach-own"), way]);
      pid = Number(await host.seat.hear("agent"));
      await waitUntil(
        "its connect",
        () =>
          started.stdout.includes("waits") &&
          readFileSync(`/proc/${pid}/syscall`, "utf8").startsWith(CONNECT),
      );
    });

    test.for<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGKILL"])("ends by %s", async (signal) => {
      process.kill(pid, signal);
      expect(await started.ended).toEqual({ code: null, signal });
    });

    test("is broken off by a signal that is caught", async () => {
      process.kill(pid, "SIGUSR2");
      await started.closed;
      expect(started.stdout).toBe("waits: done\nusr2\nconnect: errno 4\n");
    });

    test("goes on after a signal whose handler wants that", async () => {
      for (const count of [1, 2, 3]) {
        process.kill(pid, "SIGUSR1");
        await waitUntil("the handler", () => started.stdout.split("usr1").length === count + 1);
        await waitUntil("its connect", () =>
          readFileSync(`/proc/${pid}/syscall`, "utf8").startsWith(CONNECT),
        );
      }
      process.kill(pid, "SIGTERM");
      expect(await started.ended).toEqual({ code: null, signal: "SIGTERM" });
      expect(started.stdout).toBe("waits: done\nusr1\nusr1\nusr1\n");
    });

    test("stops and goes on", async () => {
      process.kill(pid, "SIGSTOP");
      await waitUntil("the stop", () => stateOf(pid) === "T");
      process.kill(pid, "SIGCONT");
      await waitUntil("its connect", () => readFileSync(`/proc/${pid}/syscall`, "utf8").startsWith(CONNECT));
      process.kill(pid, "SIGTERM");
      expect(await started.ended).toEqual({ code: null, signal: "SIGTERM" });
    });
  },
);

describe.skipIf(seat === undefined || attackers.kind === "none")("a gate", () => {
  test("that may not take descriptors over lets connects be, and says why", async () => {
    const own = place.attacker("reach-own");
    // The jail becomes the seat; its own words stand where the seat's options would.
    const started = host.seat.spawn(own, own, [own, "path"], {
      seatOptions: ["contained", seat ?? "", "--gate", host.socket],
      spawn: { cwd: makeFolder() },
    });
    await host.seat.go();
    await started.closed;
    expect(started.stdout).toBe("one: done\n");
    expect(host.notes).toEqual([
      expect.stringMatching(/^no-connect-rule descriptors .*--cap-add=SYS_PTRACE/),
    ]);
  });

  test("with forty connects that wait serves others, and starts programs", async () => {
    const started = await start([place.attacker("reach-own"), "forty", "/bin/echo", "ran"]);
    for (const line of ["own-39: done\n", "all: done\n", "ran\n"])
      await waitUntil(line, () => started.stdout.includes(line));
    await waitUntil("all forty", () => started.stdout.split("waits").length === 41);
    // All that wait are ended, and the gate's threads with them.
    host.seat.say("end");
    await started.closed;
  });
});

describe.skipIf(seat === undefined || attackers.kind === "none")("rights", () => {
  test("a caller that gave them up reaches what it may, and is told as who it is", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("it needs root");
    const { stdout } = await run([place.attacker("reach-own"), "dropped"]);
    expect(stdout).toBe("not mine: EACCES\nfor all: done\ntold: 1234 1234\n");
  });
});

const TMUX = "/usr/bin/tmux";
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], {
  encoding: "utf8",
}).stdout.trim();
const SERVER_AND_CLIENT = `
import socket, threading
server = socket.socket(socket.AF_UNIX); server.bind("py.sock"); server.listen()
def serve():
    while True: server.accept()[0].sendall(b"served")
threading.Thread(target=serve, daemon=True).start()
client = socket.socket(socket.AF_UNIX); client.connect("py.sock"); print(client.recv(9).decode())
from multiprocessing.connection import Listener, Client
with Listener(family="AF_UNIX") as listener:
    threading.Thread(target=lambda: listener.accept().send("piped"), daemon=True).start()
    print(Client(listener.address).recv())
`;
const NODE_SERVER = `
const net = require("node:net");
const server = net.createServer((c) => c.end("served")).listen("node.sock", () => {
  net.connect("node.sock").on("data", (d) => console.log(String(d))).on("close", () => server.close());
});
`;
const programs: readonly (readonly [
  name: string,
  program: string,
  words: readonly string[],
  stdout: string,
])[] = [
  ["python", python, ["-c", SERVER_AND_CLIENT], "served\npiped\n"],
  ["node", process.execPath, ["-e", NODE_SERVER], "served\n"],
  [
    "tmux",
    "/bin/bash",
    [
      "-c",
      `${TMUX} -L own new-session -d -s inside cat && ${TMUX} -L own list-sessions -F '#{session_name}'; ${TMUX} -L own kill-server`,
    ],
    "inside\n",
  ],
];
test.for(programs)("servers and clients of its own: %s", async ([name, program, words, stdout], { skip }) => {
  if (seat === undefined) skip("there is no seat");
  if (program === "" || (name === "tmux" && !existsSync(TMUX))) skip(`${name} is not here`);
  const folder = makeFolder();
  const started = await run([program, ...words], "", {
    ...process.env,
    TMUX_TMPDIR: folder,
    TMUX: undefined,
  });
  expect(started.stderr).toBe("");
  expect(started.stdout).toBe(stdout);
  expect(host.reaches.filter(({ found }) => found === "socket")).toEqual([]);
});

test("a python that waits in connect ends by Ctrl-C as python does", async ({ skip }) => {
  if (seat === undefined || python === "") skip("there is no seat, or no python");
  const code = `
import socket
server = socket.socket(socket.AF_UNIX); server.bind("full"); server.listen(0)
for at in range(3):
    client = socket.socket(socket.AF_UNIX); client.setblocking(at == 2)
    if at == 2: print("waits", flush=True)
    try: client.connect("full")
    except BlockingIOError: pass
    except KeyboardInterrupt: print("interrupted")
`;
  const started = await start([python, "-c", code], "", process.env);
  const pid = Number(await host.seat.hear("agent"));
  await waitUntil(
    "its connect",
    () => started.stdout !== "" && readFileSync(`/proc/${pid}/syscall`, "utf8").startsWith(CONNECT),
  );
  process.kill(pid, "SIGINT");
  await started.closed;
  expect(started.stdout).toBe("waits\ninterrupted\n");
});
