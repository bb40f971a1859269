/** Where no C compiler was there is no seat: the agent is started directly, and the start line says so. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPtyStream } from "../../src/launcher/pty-stream.ts";
import { isBuilt, Machine } from "./guard-run.ts";
import { copyInstallation } from "./installation.ts";
import { agentScript } from "./user-terminal.ts";

/** An installation without what make builds, but for guard-ask. */
const place = new Machine();
const guard = join(place.folder, "install/bin/guard");
beforeAll(() => {
  if (!isBuilt) return;
  const install = copyInstallation(place.folder, ["guard-ask"]);
  writeFileSync(join(install, "dist/native/compiler.txt"), "none\n");
});
afterAll(() => rmSync(place.folder, { recursive: true, force: true }));

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

describe.skipIf(!isBuilt)("without a seat", () => {
  test.for([
    ["exit 5", { code: 5, signal: null }],
    ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
  ] as const)("the end is the agent's: %s", async ([line, end]) => {
    const run = machine.spawn(guard, ["run", "--", agentScript(machine, "a", line)]);
    expect(await run.closed).toEqual(end);
    expect(run.stderr).toContain("there was no C compiler");
    await machine.leavesNothing();
  });

  test("with --gate on nothing starts, and guard says what it would need", async () => {
    const run = machine.spawn(guard, ["run", "--gate", "on", "--", "true"]);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toMatch(
      /^guard: the exec gate cannot work here: .* not built; get a C compiler .*; nothing was started\n$/,
    );
    await machine.leavesNothing();
  });

  test("what the agent leaves is ended", async () => {
    const agent = agentScript(machine, "a", "/usr/bin/setsid /bin/sleep 1000 & exit 0");
    const run = machine.spawn(guard, ["run", "--", agent]);
    expect((await run.ended).code).toBe(0);
    await machine.leavesNothing();
  });

  test("signals reach the agent", async () => {
    const agent = agentScript(
      machine,
      "a",
      "trap 'exit 42' TERM; echo ready; while :; do /bin/sleep 0.02; done",
    );
    const run = machine.spawn(guard, ["run", "--", agent]);
    await run.shows("ready");
    run.child.kill("SIGTERM");
    expect((await run.closed).code).toBe(42);
    await machine.leavesNothing();
  });

  test("it works at a terminal", async () => {
    const pty = spawn(
      guard,
      ["run", "--", agentScript(machine, "a", "[ -t 0 ] && echo at a terminal; exit 6")],
      {
        cwd: machine.work,
        env: { ...machine.env, TERM: "xterm" },
        encoding: null,
      },
    );
    const chunks: Buffer[] = [];
    openPtyStream(pty, (bytes) => chunks.push(bytes));
    pty.onData((data) => chunks.push(data as unknown as Buffer));
    const end = await new Promise<{ exitCode: number }>((done) => pty.onExit(done));
    expect(end.exitCode).toBe(6);
    expect(Buffer.concat(chunks).toString()).toContain("at a terminal");
    await machine.leavesNothing();
  });

  test("without the daemon's code nothing starts, and guard says what to do", async () => {
    const bundle = join(place.folder, "install/dist/app/daemon.cjs");
    renameSync(bundle, `${bundle}.away`);
    const run = machine.spawn(guard, ["run", "--", "true"]);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toBe(`guard: ${bundle} is missing; install guard again (./install.sh)\n`);
    renameSync(`${bundle}.away`, bundle);
  });

  test("without guard-ask nothing starts", async () => {
    const install = join(place.folder, "install");
    rmSync(join(install, "dist/native/guard-ask"));
    const run = machine.spawn(guard, ["run", "--", "true"]);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toContain("guard-ask is missing");
    writeFileSync(join(install, "dist/native/guard-ask"), "");
  });
});
