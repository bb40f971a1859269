/** Every way to a socket of somebody outside: it is refused, and the one outside has heard nothing. */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GateHost } from "../gate/gate-host.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { missing, type Need, Place } from "./attempt.ts";

const seat = findSeat();
const attackers = buildAttackers();
if (seat === undefined) process.stderr.write("reach: no C compiler here, the connect rule is not tested\n");
if (attackers.kind === "none") process.stderr.write(`reach: ${attackers.why}\n`);

const NOBODY = 65_534;
const USERS = process.getuid?.() === 0 ? (["root", "nobody"] as const) : (["this user"] as const);

let host: GateHost;
let place: Place;
let server: Server;
let outside: string;
let heard: number;

async function listenOutside(path: string): Promise<Server> {
  const opened = createServer((connection) => {
    heard++;
    connection.on("error", () => undefined);
    connection.end();
  });
  await new Promise<void>((done) => opened.listen(path, done));
  return opened;
}

beforeEach(async () => {
  if (attackers.kind === "none") return;
  heard = 0;
  host = await new GateHost(() => "allow").listen();
  place = new Place(host.seat.folder, attackers.folder);
  for (const socket of [host.socket, host.seat.socket]) chmodSync(socket, 0o777);
  mkdirSync(join(place.folder, "w"));
  chmodSync(join(place.folder, "w"), 0o777);
  outside = join(place.folder, "w/out");
  server = await listenOutside(outside);
  chmodSync(outside, 0o777);
});
afterEach(() => {
  server?.close();
  host?.close();
});

async function attack(agent: readonly string[], user: string): Promise<SeatRun> {
  const [program = ""] = agent;
  // Links to what is another's are refused by the kernel already.
  if (user === "nobody") chownSync(outside, NOBODY, NOBODY);
  const run = host.seat.spawn(place.copy(seat ?? "", "guard-seat"), program, agent, {
    seatOptions: ["--gate", host.socket, "--guarded", String(process.pid)],
    spawn: { ...(user === "nobody" ? { uid: NOBODY, gid: NOBODY } : {}), cwd: join(place.folder, "w") },
  });
  await host.seat.go();
  return run;
}

interface Row {
  readonly way: string;
  readonly name: string;
  readonly says?: RegExp;
  /** It is not even looked up. */
  readonly kind?: "unseen";
  readonly needs?: readonly Need[];
}

const REFUSED = /^connect: EACCES$/m;
const rows: readonly Row[] = [
  { way: "plain", name: "by its path" },
  { way: "relative", name: "by a name in the current folder" },
  { way: "dotted", name: "by a path that goes up and down" },
  { way: "link", name: "through a link" },
  { way: "hard-link", name: "by another name of the same file" },
  { way: "cwd", name: "through /proc/self/cwd" },
  { way: "root", name: "through /proc/self/root" },
  { way: "thread-self", name: "through /proc/thread-self/cwd" },
  { way: "parent", name: "through the folder of another process", kind: "unseen" },
  {
    way: "descriptor",
    name: "by a descriptor of the socket's file",
    says: /^connect: EACCES\nconnect: EACCES$/m,
  },
  { way: "folder", name: "by a descriptor of the folder" },
  { way: "in-own-place", name: "put in the place of a server of the tree" },
  { way: "chroot", name: "from another root", needs: ["root"] },
  { way: "mounted", name: "where it is mounted in a mount namespace" },
  { way: "own-network", name: "from a network namespace" },
  { way: "own-descriptors", name: "from a thread with descriptors of its own" },
  { way: "swapped-address", name: "by an address that changes all the time", says: /own some, refused some/ },
  { way: "swapped-descriptor", name: "by a descriptor that changes all the time", says: /refused some/ },
  {
    way: "swapped-by-process",
    name: "by a process that shares descriptors and memory",
    says: /refused some/,
  },
];

describe.skipIf(seat === undefined || attackers.kind === "none").each(USERS)("as %s", (user) => {
  test.for(rows)(
    "$name it is not reached",
    async ({ way, says = REFUSED, needs, kind = "path" }, { skip }) => {
      const absent = missing(needs, user);
      if (absent !== undefined) skip(absent);
      const run = await attack([place.attacker("reach"), way, outside], user);
      await run.closed;
      expect(run.stdout).toMatch(says);
      // A descriptor of TCP's and a part of the path make a port.
      expect(host.reaches.find((asked) => asked.kind !== "port")).toMatchObject({ kind });
      expect(heard).toBe(0);
    },
  );

  test("in the place of a server that is gone it is not reached", async () => {
    const run = await attack([place.attacker("reach"), "in-gone-place", outside], user);
    await waitUntil("the end of its own", () => run.stdout.includes("gone"));
    const again = await listenOutside(join(place.folder, "w/again"));
    chmodSync(join(place.folder, "w/again"), 0o777);
    await run.closed;
    again.close();
    expect(run.stdout).toMatch(REFUSED);
    expect(heard).toBe(0);
  });

  test("an allow of the daemon's lets it through", async () => {
    host.reach = ({ name }) => (name === outside ? "allow" : "deny");
    const run = await attack([place.attacker("reach"), "relative", outside], user);
    await run.closed;
    expect(run.stdout).toBe("connect: done\n");
    await waitUntil("the connection", () => heard === 1);
    expect(host.reaches).toEqual([
      {
        pid: expect.any(Number),
        kind: "path",
        name: outside,
        bound: outside,
        found: "socket",
        inode: expect.any(String),
      },
    ]);
  });

  test("a moved one is asked about by the name that its owner gave it, too", async () => {
    const run = await attack([place.attacker("reach"), "hard-link", outside], user);
    await run.closed;
    expect(host.reaches).toMatchObject([{ name: join(place.folder, "w/hard"), bound: outside }]);
  });

  test("an abstract one is not reached", async () => {
    const name = `guard-test-${process.pid}-${user.replace(" ", "-")}`;
    const abstract = spawn(place.attacker("reach"), ["serve", `@${name}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    abstract.stdout.on("data", (chunk) => {
      said += chunk;
    });
    await waitUntil("the server", () => said !== "");
    const run = await attack([place.attacker("reach"), "plain", `@${name}`], user);
    await run.closed;
    abstract.kill("SIGKILL");
    expect(run.stdout).toMatch(REFUSED);
    expect(host.reaches).toMatchObject([{ kind: "abstract", name: `@${name}` }]);
    expect(said).toBe("serves: done\n");
  });
});
