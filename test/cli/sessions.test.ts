/** guard sessions: what runs, what is left over, and what must not be touched. */
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSessions } from "../../src/cli/sessions.ts";
import { addNotice } from "../../src/daemon/session-state.ts";
import { stampOf } from "../../src/ipc/process-stamp.ts";
import { makeSessionFolder } from "../../src/ipc/session-folder.ts";
import { ask, leaveFolder, makeWorld, startIn } from "./running-session.ts";

describe("what is listed", () => {
  test("every session, with what a person looks for", async () => {
    const world = makeWorld();
    const first = await startIn(world, ["claude", "--resume"]);
    const second = await startIn(world, ["aider\u001b[2J"]);
    ask(second);
    expect(await runSessions([], world.io)).toBe(0);
    expect(world.stdout()).toMatch(/^SESSION +MODE +PENDING +STARTED +AGENT$/m);
    expect(world.stdout()).toMatch(
      new RegExp(`^${first.session} +default +0 +\\d+ s ago +claude --resume$`, "m"),
    );
    expect(world.stdout()).toMatch(
      new RegExp(`^${second.session} +default +1 +\\d+ s ago +aider<U\\+001B>`, "m"),
    );
    expect(world.stdout()).toContain("hooks and shims; 0 checks, 0 denied");
    expect(world.stderr()).toBe("");
  });

  test("what its daemon noticed, each once", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    for (const text of ["one", "two", "one", "one"]) addNotice(state, text);
    await runSessions([], world.io);
    const notices = world.stdout().match(/^ +notice: .*$/gm) ?? [];
    expect(notices.map((row) => row.trim().split(" ").at(-1))).toEqual(["two", "one"]);
  });

  test("as JSON, with stable names", async () => {
    const world = makeWorld();
    const { session, cwd } = await startIn(world);
    expect(await runSessions(["--json"], world.io)).toBe(0);
    expect(JSON.parse(world.stdout())).toEqual([
      expect.objectContaining({
        session,
        agent: ["claude"],
        mode: "default",
        tier: "hooks and shims",
        startedAtMs: expect.any(Number),
        cwd,
        pending: 0,
        answers: true,
      }),
    ]);
  });

  test("none: said, and status 1; as JSON an empty array, and status 0", async () => {
    const world = makeWorld();
    expect(await runSessions([], world.io)).toBe(1);
    expect(world.stderr()).toMatch(/no session is running; guard run -- AGENT/);
    expect(await runSessions(["--json"], world.io)).toBe(0);
    expect(world.stdout()).toBe("[]\n");
  });

  test("one whose daemon does not answer is listed, not removed", async () => {
    const world = makeWorld();
    const folder = leaveFolder(world, { daemon: stampOf(process.pid) });
    expect(await runSessions([], world.io)).toBe(0);
    expect(world.stdout()).toContain("does not answer");
    expect(existsSync(folder)).toBe(true);
    expect(await runSessions(["--json"], world.io)).toBe(0);
    expect(world.stdout()).toContain('"answers":false');
  });
});

describe("what is removed", () => {
  test("the folder of a session whose processes are dead", async () => {
    const world = makeWorld();
    const folder = leaveFolder(world);
    expect(await runSessions([], world.io)).toBe(1);
    expect(existsSync(folder)).toBe(false);
  });

  test("not one whose pids look dead but whose socket answers: it may be another container's", async () => {
    const world = makeWorld();
    const { folder, session } = await startIn(world);
    const nobody = { pid: 2 ** 22 + 1, startTicks: 1 };
    const record = {
      v: 1,
      session,
      launcher: nobody,
      daemon: nobody,
      agent: ["a"],
      cwd: "/",
      startedAtMs: 1,
    };
    writeFileSync(join(folder, "control/session.json"), JSON.stringify(record));
    expect(await runSessions([], world.io)).toBe(0);
    expect(existsSync(folder)).toBe(true);
  });

  test("not one that is being made right now, but one that was never finished", async () => {
    const world = makeWorld();
    const { folder } = makeSessionFolder(world.runtime);
    await runSessions([], world.io);
    expect(existsSync(folder)).toBe(true);
    utimesSync(folder, new Date(0), new Date(0));
    await runSessions([], world.io);
    expect(existsSync(folder)).toBe(false);
  });

  test("not one whose record a newer guard wrote", async () => {
    const world = makeWorld();
    const { folder } = makeSessionFolder(world.runtime);
    writeFileSync(join(folder, "control/session.json"), '{"v":2}');
    utimesSync(folder, new Date(0), new Date(0));
    await runSessions([], world.io);
    expect(existsSync(folder)).toBe(true);
  });

  test("nothing with another kind of name", async () => {
    const world = makeWorld();
    mkdirSync(join(world.runtime, "notes"));
    await runSessions([], world.io);
    expect(existsSync(join(world.runtime, "notes"))).toBe(true);
    rmSync(join(world.runtime, "notes"), { recursive: true });
  });
});

test.each([[["--yaml"]], [["extra"]]])("%s is a usage error", async (args) => {
  const world = makeWorld();
  expect(await runSessions(args, world.io)).toBe(2);
  expect(world.stderr()).toContain("guard sessions --help");
});
