/** Below the real `guard run`: servers of the user, and other sessions, as the daemon knows them. */
import { linkSync, mkdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";

describe.skipIf(whyNot.length > 0 || !hasGate)("from a session", () => {
  let here: GuardMachine;
  let servers: Server[];
  let heard: number;
  beforeEach(() => {
    here = new GuardMachine();
    // Confinement hides the known ones; here the connect rule stands alone.
    here.confine = "off";
    servers = [];
    heard = 0;
  });
  afterEach(() => {
    for (const server of servers) server.close();
    here.machine.dispose();
  });

  /** In the user's runtime folder. */
  async function serve(name: string): Promise<string> {
    const path = join(here.machine.runtime, name);
    mkdirSync(dirname(path), { recursive: true });
    const server = createServer((connection) => {
      heard++;
      connection.end();
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(path, done));
    return path;
  }

  const reach = (path: string) => here.run([here.place.attacker("reach"), "plain", path]);
  const reached = () => here.records.filter(({ details }) => details?.rule === "guard.reach");

  test("a known way out is refused, and the record says why", async () => {
    const path = await serve("bus");
    expect((await reach(path)).stdout).toBe("connect: EACCES\n");
    expect(heard).toBe(0);
    expect(reached()).toMatchObject([
      {
        event: "notice",
        details: { verdict: "deny", name: path, reason: "D-Bus starts programs for anybody" },
      },
    ]);
  });

  test("a friendly one is reached", async () => {
    const path = await serve("gnupg/S.gpg-agent");
    expect((await reach(path)).stdout).toBe("connect: done\n");
    await waitUntil("the connection", () => heard === 1);
    expect(reached()).toMatchObject([{ details: { verdict: "allow", name: path } }]);
  });

  test("a way out under a friendly one's name is refused", async () => {
    const path = join(here.machine.runtime, "gnupg/S.other");
    mkdirSync(dirname(path));
    linkSync(await serve("bus"), path);
    expect((await reach(path)).stdout).toBe("connect: EACCES\n");
    expect(heard).toBe(0);
  });

  test("no socket of another session is reached", async () => {
    const other = here.start(["/bin/sleep", "60"]);
    await here.processes();
    const [session = ""] = here.machine.sessions;
    for (const name of ["control/control.sock", "control/gate.sock", "agent/agent.sock"]) {
      const { stdout } = await reach(join(here.machine.runtime, "guard", session, name));
      expect(`${name} ${stdout}`).toBe(`${name} connect: EACCES\n`);
    }
    other.child.kill("SIGTERM");
    await other.closed;
    expect(reached().map(({ details }) => details)).toMatchObject(
      Array.from({ length: 3 }, () => ({ reason: "it is guard's own" })),
    );
  });
});
