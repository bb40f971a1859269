/** Where the clients look for the daemon's socket, and what they say when it is not to be reached. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startAnsweringSocket } from "./answering-socket.ts";
import { buildClients, HAS_COMPILER } from "./clients.ts";
import { run, type Session, startSession } from "./session.ts";

const GONE =
  "guard: denied: the guard daemon of this session is gone; end this agent and start it again with guard run [rule guard.no-daemon]\n";
const LINE = ["line", "bash", "1", "--", "ls"];

const clients = buildClients();

/** guard-ask at a place without a socket. */
function askElsewhere(session: Session): string {
  const folder = join(session.root, "far/away");
  mkdirSync(folder, { recursive: true });
  symlinkSync(session.ask, join(folder, "guard-ask"));
  return join(folder, "guard-ask");
}

describe.each(clients.all)("the socket: $name", (client) => {
  test("is found one folder up, by text and not by link", async () => {
    const session = await startSession(client);
    mkdirSync(join(session.root, "linked"));
    symlinkSync(session.ask, join(session.root, "linked/guard-ask"));
    symlinkSync(join(session.root, "linked"), join(session.agent, "inner"));
    expect((await run([join(session.agent, "inner/guard-ask"), ...LINE])).status).toBe(0);
    await session.end();
  });

  test("beside the file wins over the variable", async () => {
    const session = await startSession(client);
    const env = { GUARD_AGENT_SOCKET: join(session.root, "nothing.sock") };
    expect((await run([session.ask, ...LINE], { env })).status).toBe(0);
    await session.end();
  });

  test("is taken from the variable when it is not near the file", async () => {
    const session = await startSession(client);
    const env = { GUARD_AGENT_SOCKET: join(session.agent, "agent.sock") };
    expect((await run([askElsewhere(session), ...LINE], { env })).status).toBe(0);
    expect(session.socket.asked).toHaveLength(1);
    await session.end();
  });

  test.for([
    ["no variable", {}],
    ["an empty one", { GUARD_AGENT_SOCKET: "" }],
  ] as const)("nowhere to be found is a deny: %s", async ([, env]) => {
    const session = await startSession(client);
    const ran = await run([askElsewhere(session), ...LINE], { env });
    expect(ran.status).toBe(126);
    expect(ran.stderr).toBe(
      "guard: denied: guard's session cannot be found from here; end this agent and start it again with guard run [rule guard.no-session]\n",
    );
    await session.end();
  });

  test("a file of that name that is no socket does not count", async () => {
    const session = await startSession(client);
    const ask = askElsewhere(session);
    writeFileSync(join(session.root, "far/away/agent.sock"), "");
    expect((await run([ask, ...LINE])).stderr).toContain("[rule guard.no-session]");
    await session.end();
  });
});

describe.each(clients.all)("a daemon that is not to be reached: $name", (client) => {
  test("the file is missing", async () => {
    const session = await startSession(client);
    const env = { GUARD_AGENT_SOCKET: join(session.root, "nothing.sock") };
    const ran = await run([askElsewhere(session), ...LINE], { env });
    expect(ran).toEqual({ status: 126, signal: null, stdout: "", stderr: GONE });
    await session.end();
  });

  test("nobody listens any more", async () => {
    const session = await startSession(client);
    await leaveDeadSocket(session);
    const ran = await run([session.ask, ...LINE]);
    expect(ran).toEqual({ status: 126, signal: null, stdout: "", stderr: GONE });
    await session.end();
  });

  test("another reason is named", async () => {
    const session = await startSession(client);
    writeFileSync(join(session.root, "file"), "");
    const env = { GUARD_AGENT_SOCKET: join(session.root, "file/agent.sock") };
    const ran = await run([askElsewhere(session), ...LINE], { env });
    expect(ran.status).toBe(126);
    expect(ran.stderr).toMatch(/cannot be reached; end this agent .* \(.+\) \[rule guard\.no-daemon\]\n$/u);
    await session.end();
  });
});

/** As after kill -9 of a daemon: node takes the file away when it closes, a killed process does not. */
async function leaveDeadSocket(session: Session): Promise<void> {
  const path = join(session.agent, "agent.sock");
  await session.socket.close();
  const dying = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  expect((await run([process.execPath, "-e", dying])).signal).toBe("SIGKILL");
}

describe.each(clients.compiled)("a socket with a path that is too long for an address: $name", (client) => {
  test.skipIf(process.platform !== "linux")("is reached through its folder", async () => {
    const session = await startSession(client);
    const deep = join(session.root, "d".repeat(60), "e".repeat(60));
    mkdirSync(deep, { recursive: true });
    symlinkSync(deep, join(session.root, "near"));
    const socket = await startAnsweringSocket(join(session.root, "near/agent.sock"));
    symlinkSync(join(client.native, "guard-ask"), join(deep, "guard-ask"));
    expect((await run([join(deep, "guard-ask"), ...LINE])).status).toBe(0);
    expect(socket.asked).toHaveLength(1);
    await socket.close();
    await session.end();
  });

  test("is a deny when nothing is there, also beyond every limit", async () => {
    const session = await startSession(client);
    const ask = askElsewhere(session);
    for (const length of [107, 108, 300, 5000]) {
      const env = { GUARD_AGENT_SOCKET: `/${"x/".repeat(length / 2)}agent.sock` };
      const ran = await run([ask, ...LINE], { env });
      expect(ran.status).toBe(126);
      expect(ran.stderr).toMatch(/^guard: denied: .*\[rule guard\.no-(?:daemon|session)\]\n$/u);
    }
    await session.end();
  });
});

describe.each(clients.compiled)("relative ways to guard-ask: $name", (client) => {
  test.for([
    ["agent", "./guard-ask"],
    [".", "agent/guard-ask"],
    [".", "agent//guard-ask"],
    ["work", "../agent/guard-ask"],
    ["agent/sub", "../guard-ask"],
    ["agent/sub", "./guard-ask"],
  ] as const)("from %s by %s", async ([cwd, ask]) => {
    const session = await startSession(client);
    mkdirSync(join(session.agent, "sub"));
    symlinkSync(session.ask, join(session.agent, "sub/guard-ask"));
    expect((await run([ask, ...LINE], { cwd: join(session.root, cwd) })).status).toBe(0);
    await session.end();
  });
});

const canFilter = HAS_COMPILER && process.platform === "linux";
if (!canFilter) process.stdout.write("test/native: no test with a seccomp filter: it needs Linux and cc\n");

describe.skipIf(!canFilter).each(clients.all)("below a filter that forbids sockets: $name", (client) => {
  test.for(["ENOSYS", "EPERM", "EACCES"] as const)("%s is told as what it is", async (problem) => {
    const session = await startSession(client);
    const source = join(import.meta.dirname, "without-sockets.c");
    const filter = join(session.root, "without-sockets");
    expect(spawnSync("cc", ["-Wall", "-Werror", source, "-o", filter]).status).toBe(0);
    const ran = await run([filter, String(constants.errno[problem]), session.ask, ...LINE]);
    expect(ran.status).toBe(126);
    expect(ran.stderr).toMatch(
      /^guard: denied: guard cannot be asked: the sandbox of the program that started this forbids sockets; run the command outside of it \(.+\) \[rule guard\.no-socket\]\n$/u,
    );
    expect(session.socket.asked).toEqual([]);
    await session.end();
  });
});
