/** Which sockets outside a session may be connected to, by what is known of them and by what the user revealed. */
import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { EventRecord } from "../../src/audit/record.ts";
import { compileSockets } from "../../src/build/compile-sockets.ts";
import { pathInVariable, portInVariable, prepareSockets } from "../../src/core/known-socket.ts";
import { judgeReach, type Wanted } from "../../src/daemon/judge-reach.ts";
import { loadKnownSockets } from "../../src/daemon/known-sockets.ts";
import { createReach } from "../../src/daemon/reach.ts";
import type { SessionState } from "../../src/daemon/session-state.ts";
import type { GateReach } from "../../src/protocol/gate-messages.ts";

const table = compileSockets(resolve(import.meta.dirname, "../../policy/sockets.yaml"));
const variables: Readonly<Record<string, string>> = {
  HOME: "/home/u",
  UID: "1000",
  XDG_RUNTIME_DIR: "/run/user/1000",
};
const find = prepareSockets(
  table,
  (name) => variables[name],
  ({ variables: names }) => (names.includes("SSH_AUTH_SOCK") ? ["/opt/agent/sock"] : []),
);

interface Row {
  readonly name: string;
  readonly wanted: Partial<Wanted> & { readonly name: string };
  readonly is: "allowed" | "denied" | "denied quietly";
  readonly why?: RegExp;
  readonly reveals?: readonly string[];
  readonly datagrams?: "open" | "closed";
  readonly ports?: readonly string[];
}

const PORT = { bound: "::1", isSameFile: false } as const;
const NAMELESS = { name: "", bound: "", found: "other", isSameFile: false } as const;
const GPG = "/run/user/1000/gnupg/S.gpg-agent";
const rows: readonly Row[] = [
  { name: "gpg-agent is open", wanted: { name: GPG }, is: "allowed", why: /gpg-agent/ },
  {
    name: "what SSH_AUTH_SOCK names is open, wherever it lies",
    wanted: { name: "/opt/agent/sock" },
    is: "allowed",
  },
  {
    name: "the old name of /run is /run",
    wanted: { name: "/run/mysqld/mysqld.sock", bound: "/var/run/mysqld/mysqld.sock" },
    is: "allowed",
  },
  {
    name: "a shared ssh connection is closed: it forwards to every socket outside",
    wanted: { name: "/home/u/.ssh/cm-x", bound: "/home/u/.ssh/cm-x.abc" },
    is: "denied",
    why: /shared connection of ssh/,
  },
  {
    name: "an ssh agent in ssh's own folder is open",
    wanted: { name: "/home/u/.ssh/agent/s.abc", bound: "/home/u/.ssh/agent/s.abc" },
    is: "allowed",
  },
  {
    name: "docker is closed",
    wanted: { name: "/run/docker.sock" },
    is: "denied",
    why: /docker starts containers/,
  },
  { name: "tmux is closed", wanted: { name: "/tmp/tmux-1000/default" }, is: "denied", why: /tmux/ },
  { name: "an unknown one is closed", wanted: { name: "/srv/x.sock" }, is: "denied", why: /does not know/ },
  {
    name: "a closed one under an open one's name is closed",
    wanted: { name: GPG, bound: "/tmp/tmux-1000/default" },
    is: "denied",
    why: /tmux/,
  },
  {
    name: "an unknown one under an open one's name is closed",
    wanted: { name: GPG, bound: "/srv/x.sock" },
    is: "denied",
  },
  {
    name: "one with a relative name of its owner's is closed",
    wanted: { name: GPG, bound: "S.gpg-agent" },
    is: "denied",
  },
  {
    name: "one whose owner the kernel does not tell is closed",
    wanted: { name: GPG, bound: "" },
    is: "denied",
    why: /kernel/,
  },
  {
    name: "an open name that leads elsewhere for the daemon is closed",
    wanted: { name: GPG, isSameFile: false },
    is: "denied",
    why: /something else/,
  },
  {
    name: "an abstract one of X11 is closed",
    wanted: { kind: "abstract", name: "@/tmp/.X11-unix/X0" },
    is: "denied",
    why: /typed keys/,
  },
  { name: "an unknown abstract one is closed", wanted: { kind: "abstract", name: "@x" }, is: "denied" },
  {
    name: "an abstract name like an open path is no such path",
    wanted: { kind: "abstract", name: `@${GPG}` },
    is: "denied",
  },
  {
    name: "a file over docker's socket is told",
    wanted: { name: "/run/docker.sock", bound: "", found: "other", isSameFile: false },
    is: "denied",
    why: /docker/,
  },
  {
    name: "any other file is none of guard's business",
    wanted: { name: "/tmp/file", bound: "", found: "other" },
    is: "denied quietly",
  },
  {
    name: "one that nobody serves is refused without a word",
    wanted: { name: "/tmp/stale", bound: "", found: "nobody" },
    is: "denied quietly",
  },
  {
    name: "even a known one",
    wanted: { name: "/tmp/tmux-1000/default", bound: "", found: "nobody" },
    is: "denied quietly",
  },
  {
    name: "a caller that cannot be seen is refused",
    wanted: { kind: "unseen", name: "" },
    is: "denied",
    why: /process/,
  },
  {
    name: "a name that cannot be followed is refused",
    wanted: { kind: "unseen", name: "/proc/1/cwd/x" },
    is: "denied",
    why: /follow/,
  },
  {
    name: "a revealed one is open",
    wanted: { name: "/run/docker.sock" },
    reveals: ["/run/docker.sock"],
    is: "allowed",
    why: /revealed/,
  },
  {
    name: "one in a revealed folder is open",
    wanted: { name: "/srv/app/x.sock" },
    reveals: ["/srv/app/"],
    is: "allowed",
  },
  {
    name: "a revealed one from another network namespace is open",
    wanted: { name: "/srv/x.sock", bound: "", found: "nobody" },
    reveals: ["/srv/x.sock"],
    is: "allowed",
  },
  {
    name: "a neighbour of a revealed one is closed",
    wanted: { name: "/srv/app2/x.sock" },
    reveals: ["/srv/app"],
    is: "denied",
  },
  {
    name: "one that was linked into a revealed folder is closed",
    wanted: { name: "/srv/app/x", bound: "/tmp/tmux-1000/default" },
    reveals: ["/srv/app"],
    is: "denied",
    why: /tmux/,
  },
  {
    name: "one that was mounted over a revealed one is closed",
    wanted: { name: "/srv/app/x", isSameFile: false },
    reveals: ["/srv/app"],
    is: "denied",
  },
  {
    name: "a revealed folder by way of .. is closed",
    wanted: { name: "/srv/app/../x" },
    reveals: ["/srv/app"],
    is: "denied",
  },
  {
    name: "docker by TCP is closed",
    wanted: { ...PORT, kind: "tcp", name: "tcp:2375" },
    is: "denied",
    why: /docker starts containers/,
  },
  {
    name: "X11 by ssh is closed",
    wanted: { ...PORT, kind: "tcp", name: "tcp:6010" },
    is: "denied",
    why: /typed keys/,
  },
  {
    name: "a debugger is closed",
    wanted: { ...PORT, kind: "tcp", name: "tcp:9229" },
    is: "denied",
    why: /debugger/,
  },
  {
    name: "a port that nobody knows is open",
    wanted: { ...PORT, kind: "tcp", name: "tcp:5173" },
    is: "allowed",
  },
  {
    name: "a revealed port is open",
    wanted: { ...PORT, kind: "tcp", name: "tcp:9229" },
    ports: ["tcp:9229"],
    is: "allowed",
  },
  {
    name: "a neighbour of a revealed port is closed",
    wanted: { ...PORT, kind: "tcp", name: "tcp:9229" },
    ports: ["tcp:9222", "tcp:922"],
    is: "denied",
  },
  {
    name: "a socket for datagrams is closed: it sends to anybody",
    wanted: { ...NAMELESS, kind: "datagrams" },
    is: "denied",
    why: /every server/,
  },
  {
    name: "a pair for datagrams is another kind of pair, without a word",
    wanted: { ...NAMELESS, kind: "datagram-pair" },
    is: "denied quietly",
  },
  {
    name: "a revealed socket for datagrams is open",
    wanted: { ...NAMELESS, kind: "datagrams" },
    datagrams: "open",
    is: "allowed",
  },
  {
    name: "a revealed pair for datagrams is open",
    wanted: { ...NAMELESS, kind: "datagram-pair" },
    datagrams: "open",
    is: "allowed",
  },
  {
    name: "guard's own are closed",
    wanted: { name: "/run/user/1000/guard/abcd/control/control.sock" },
    is: "denied",
    why: /guard's own/,
  },
  {
    name: "guard's own are closed, revealed or not",
    wanted: { name: "/run/user/1000/guard/abcd/control/control.sock" },
    reveals: ["/run/user/1000"],
    is: "denied",
    why: /guard's own/,
  },
  {
    name: "guard's own are closed under another name",
    wanted: { name: GPG, bound: "/run/user/1000/guard/abcd/control/control.sock" },
    is: "denied",
    why: /guard's own/,
  },
];

test.for(rows)("$name", ({ wanted, is, why, reveals = [], datagrams = "closed", ports = [] }) => {
  const whole: Wanted = { kind: "path", bound: wanted.name, found: "socket", isSameFile: true, ...wanted };
  const reached = judgeReach(whole, {
    guardFolders: ["/run/user/1000/guard"],
    ...{ reveals, datagrams, ports, find },
  });
  const said = reached.kind === "allow" ? "allowed" : reached.tell === "yes" ? "denied" : "denied quietly";
  expect(said).toBe(is);
  if (why) expect(reached.why).toMatch(why);
});

test.for<[value: string, path: string | undefined]>([
  ["/run/x.sock", "/run/x.sock"],
  ["unix:///run/docker.sock", "/run/docker.sock"],
  ["unix:path=/run/user/1/bus,guid=12", "/run/user/1/bus"],
  ["/tmp/tmux-0/default,12,0", "/tmp/tmux-0/default"],
  ["tcp://localhost:2375", undefined],
  ["unix:abstract=/tmp/dbus-x", undefined],
  ["wayland-0", undefined],
  ["", undefined],
])("a variable that holds %j names %j", ([value, path]) => expect(pathInVariable(value)).toBe(path));

test.for<[name: string, value: string, port: string | undefined]>([
  ["DOCKER_HOST", "tcp://localhost:2378", "tcp:2378"],
  ["DOCKER_HOST", "tcp://127.0.0.1:2378/", "tcp:2378"],
  ["DOCKER_HOST", "tcp://[::1]:2378", "tcp:2378"],
  ["DOCKER_HOST", "tcp://build.example.org:443", undefined],
  ["DOCKER_HOST", "unix:///run/docker.sock", undefined],
  ["DOCKER_HOST", "ssh://localhost:22", undefined],
  ["DISPLAY", "localhost:10.0", "tcp:6010"],
  ["DISPLAY", ":0", undefined],
  ["NVIM_LISTEN_ADDRESS", "127.0.0.1:6666", "tcp:6666"],
  ["PULSE_SERVER", "tcp:127.0.0.1:4714", "tcp:4714"],
])("%s=%s names the port %j", ([name, value, port]) => expect(portInVariable(name, value)).toBe(port));

describe("a session", () => {
  let server: Server | undefined;
  let folder = "";
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(recorded: "recorded" | "failed" = "recorded") {
    folder = realpathSync(mkdtempSync("/tmp/reach-test-"));
    const path = join(folder, "agent");
    server = createServer();
    await new Promise<void>((done) => server?.listen(path, done));
    const link = join(folder, "link");
    symlinkSync(path, link);
    const records: EventRecord[] = [];
    let now = 0;
    const state = {
      session: "abcd1234",
      ...{ checks: 0, denied: 0, notices: [], refusals: new Set(), launcherPid: process.pid },
      ...{ agentPid: undefined, seatPid: undefined, root: { argv: ["agent"] } },
      approvers: { statusChanged: () => undefined },
      recorder: {
        append: (record: EventRecord) => {
          records.push(record);
          return Promise.resolve(recorded === "recorded" ? "recorded" : { reason: "the disk is full" });
        },
      },
    } as unknown as SessionState;
    const known = loadKnownSockets({ HOME: "/home/u", SSH_AUTH_SOCK: link });
    const places = {
      guardFolders: ["/run/guard"],
      reveals: [],
      ports: [],
      datagrams: "closed",
      known,
    } as const;
    const reach = createReach(state, places, () => now);
    const { dev, ino } = statSync(path);
    const asked = (name: string, more: Partial<GateReach> = {}): GateReach => ({
      ...({ guard: "1", op: "reach", id: "1", pid: "4000001", kind: "path", found: "socket" } as const),
      ...{ name, bound: path, device: String(dev), inode: String(ino), ...more },
    });
    const pass = (ms: number) => {
      now += ms;
    };
    return { state, records, reach, asked, path, pass };
  }

  test("opens what the user's SSH_AUTH_SOCK leads to, and writes the first one down", async () => {
    const { records, reach, asked, path } = await start();
    expect([await reach(asked(path)), await reach(asked(path))]).toEqual(["allow", "allow"]);
    expect(records.map(({ details }) => [details?.["verdict"], details?.["name"]])).toEqual([
      ["allow", path],
    ]);
  });

  test("does not open what cannot be written down", async () => {
    const { reach, asked, path } = await start("failed");
    expect(await reach(asked(path))).toBe("deny");
  });

  test("does not open another file of that name", async () => {
    const { reach, asked, path } = await start();
    expect(await reach(asked(path, { inode: "1" }))).toBe("deny");
  });

  test("tells a person what was refused, why, and how to open it", async () => {
    const { state, records, reach, asked } = await start();
    expect(await reach(asked("/run/docker.sock", { bound: "/run/docker.sock" }))).toBe("deny");
    expect(state.notices.map(({ text }) => text)).toEqual([
      "a connection to /run/docker.sock was refused: it leads out of the session (docker starts containers that see the whole machine); guard run --reveal /run/docker.sock opens it",
    ]);
    expect(records[0]?.details).toMatchObject({ verdict: "deny", rule: "guard.reach", pid: 4_000_001 });
  });

  test("says which ports are watched, without a word", async () => {
    const { state, records, reach, asked } = await start();
    const port = (name: string) => reach(asked(name, { kind: "port", bound: "::1", found: "other" }));
    expect([await port("tcp:443"), await port("tcp:2375")]).toEqual(["allow", "deny"]);
    expect([state.notices, records]).toEqual([[], []]);
  });

  test("tells of a port that was refused, and how to open it", async () => {
    const { state, reach, asked } = await start();
    expect(await reach(asked("tcp:9229", { kind: "tcp", bound: "::ffff:127.0.0.1" }))).toBe("deny");
    expect(state.notices.map(({ text }) => text)).toEqual([
      "a connection to tcp:9229 was refused: it leads out of the session (a debugger runs the code that it is told, in a program outside of the session); guard run --reveal tcp:9229 opens it",
    ]);
  });

  test("tells of sockets for datagrams once, whoever makes them", async () => {
    const { state, records, reach, asked } = await start();
    for (const pid of ["4000001", "4000002"]) {
      const said = asked("", { pid, kind: "datagrams", bound: "", found: "other" });
      expect(await reach(said)).toBe("deny");
    }
    expect(state.notices.map(({ text }) => text)).toEqual([
      "a program was refused a unix socket for datagrams, which sends to any server; guard run --reveal unix-datagrams opens them",
    ]);
    expect(records).toHaveLength(2);
  });

  test("ten thousand tries are two records, the second with how many there were, and all of them counted", async () => {
    const { state, records, reach, asked, pass } = await start();
    for (let count = 0; count < 10_000; count++) await reach(asked("/run/docker.sock"));
    expect(records).toHaveLength(1);
    pass(1_000);
    await reach(asked("/run/docker.sock"));
    expect(records.map(({ details }) => details?.["count"])).toEqual([undefined, 10_000]);
    expect(state.denied).toBe(10_001);
  });
});
