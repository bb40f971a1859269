/** Unix sockets for datagrams: refused when they are made, unless the daemon allows it; pairs work, and reach nobody else. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildAttackers } from "../evasion/attackers.ts";
import { Place } from "../evasion/attempt.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GateHost } from "./gate-host.ts";

const seat = findSeat();
const attackers = buildAttackers();
if (seat === undefined)
  process.stderr.write("datagrams: no C compiler here, the connect rule is not tested\n");

const NOBODY = 65_534;
const USERS = process.getuid?.() === 0 ? (["root", "nobody"] as const) : (["this user"] as const);
const as = (user: string) => (user === "nobody" ? { uid: NOBODY, gid: NOBODY } : {});

/** Writes down what it hears. */
const SERVER = `
import os, socket, sys
os.umask(0)
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); server.bind(sys.argv[1])
while True: open(sys.argv[2], "ab").write(server.recv(99))
`;

let host: GateHost;
let place: Place;
let folder: string;
let server: ChildProcess;
beforeEach(async () => {
  if (attackers.kind === "none") return;
  host = await new GateHost(() => "allow").listen();
  place = new Place(host.seat.folder, attackers.folder);
  for (const socket of [host.socket, host.seat.socket]) chmodSync(socket, 0o777);
  folder = mkdtempSync(join(place.folder, "w-"));
  chmodSync(folder, 0o777);
  server = spawn("/usr/bin/python3", ["-c", SERVER, join(folder, "out"), join(folder, "heard")]);
  await waitUntil("the server", () => existsSync(join(folder, "out")));
});
afterEach(() => {
  server?.kill();
  host?.close();
});

const heard = () =>
  existsSync(join(folder, "heard")) ? readFileSync(join(folder, "heard"), "utf8") : "nothing";

async function run(way: string, user = ""): Promise<SeatRun> {
  const program = place.attacker("datagram");
  const started = host.seat.spawn(
    place.copy(seat ?? "", "guard-seat"),
    program,
    [program, way, join(folder, "out")],
    {
      seatOptions: ["--gate", host.socket, "--guarded", String(process.pid)],
      spawn: { ...as(user), cwd: folder },
    },
  );
  await host.seat.go();
  await started.closed;
  return started;
}

function plainly(way: string, user: string) {
  return spawnSync(place.attacker("datagram"), [way, join(folder, "out")], {
    ...as(user),
    cwd: folder,
    encoding: "utf8",
  });
}

describe.skipIf(seat === undefined || attackers.kind === "none").each(USERS)("as %s", (user) => {
  test.for(["plain", "raw", "wide"])(
    "%s: without guard a server hears it, below it does not",
    async (way) => {
      expect(plainly(way, user).stdout).toBe("sendto: done\n");
      await waitUntil("the server", () => heard() === "hello");
      expect((await run(way, user)).stdout).toBe("sendto: EACCES\n");
      expect(host.reaches).toMatchObject([{ kind: "datagrams", name: "", found: "other" }]);
      expect(heard()).toBe("hello");
    },
  );

  test.for(["pair", "raw-pair"])("%s: what is sent to a server comes to the other end", async (way) => {
    expect(plainly(way, user).stdout).toBe("sendto: done\nits other end: errno 11\n");
    await waitUntil("the server", () => heard() === "hello");
    expect((await run(way, user)).stdout).toBe("sendto: done\nits other end: done\n");
    expect(host.reaches).toMatchObject([{ kind: "datagram-pair" }]);
    expect(heard()).toBe("hello");
  });

  test.for(["plain", "raw", "pair"])("%s: an allow of the daemon's gives the real one", async (way) => {
    host.reach = () => "allow";
    expect((await run(way, user)).stdout).toBe(plainly(way, user).stdout);
    await waitUntil("the server", () => heard() === "hellohello");
  });

  test.for(["messages", "problems"])("a pair: %s are as without guard", async (way) => {
    const plain = plainly(way, user);
    expect((await run(way, user)).stdout).toBe(plain.stdout);
    expect(plain.stdout).not.toBe("");
  });
});

describe.skipIf(seat === undefined || attackers.kind === "none")("rights", () => {
  test("a pair tells who made it, whoever that is by now", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("it needs root");
    expect((await run("dropped")).stdout).toBe("told: 1234 1234\n");
  });
});
