/** guard mode: shown and switched, in the session that was meant. */
import { describe, expect, test } from "vitest";
import { runMode } from "../../src/cli/mode.ts";
import { makeWorld, startIn } from "./running-session.ts";

describe("one session", () => {
  test("is shown without being named", async () => {
    const world = makeWorld();
    const { session } = await startIn(world);
    expect(await runMode([], world.io)).toBe(0);
    expect(await runMode(["--json"], world.io)).toBe(0);
    expect(world.stdout()).toBe(`default\n{"session":"${session}","mode":"default"}\n`);
  });

  test.each([
    { name: "plan", mode: "plan" },
    { name: "full-auto", mode: "full-auto" },
    { name: "FULL_AUTO", mode: "full-auto" },
  ])("is switched to $name", async ({ name, mode }) => {
    const world = makeWorld();
    const state = await startIn(world);
    expect(await runMode([name], world.io)).toBe(0);
    expect(world.stdout()).toContain(`session ${state.session} is in mode ${mode} now\n`);
    expect(state.mode).toBe(mode);
  });
});

describe("several sessions", () => {
  test("must be named, and nothing is switched until then", async () => {
    const world = makeWorld();
    const states = [await startIn(world), await startIn(world)];
    expect(await runMode(["plan"], world.io)).toBe(1);
    expect(world.stderr()).toContain("say which one with --session");
    expect(states.map(({ mode }) => mode)).toEqual(["default", "default"]);
  });

  test("the named one is switched, the other is not", async () => {
    const world = makeWorld();
    const [first, second] = [await startIn(world), await startIn(world)];
    expect(await runMode(["plan", "--session", second.session, "--json"], world.io)).toBe(0);
    expect([first.mode, second.mode]).toEqual(["default", "plan"]);
    expect(JSON.parse(world.stdout())).toMatchObject({ session: second.session, mode: "plan" });
  });
});

describe("what is not done", () => {
  test("anything from inside a session", async () => {
    const world = makeWorld({ GUARD_SESSION: "abcd1234" });
    const state = await startIn(world);
    expect(await runMode(["full-auto"], world.io)).toBe(1);
    expect(world.stderr()).toContain("not for the agent");
    expect(state.mode).toBe("default");
  });

  test.each([
    { name: "no session", args: [], status: 1, says: "no session is running" },
    {
      name: "a mode that is none",
      args: ["yolo"],
      status: 2,
      says: "a mode is one of default, plan, full-auto",
    },
    { name: "two modes", args: ["plan", "default"], status: 2, says: "one mode at most" },
    { name: "an empty name", args: ["plan", "--session", ""], status: 2, says: "--session is empty" },
  ])("$name", async ({ args, status, says }) => {
    const world = makeWorld();
    expect(await runMode(args, world.io)).toBe(status);
    expect(world.stderr()).toContain(says);
  });

  test("a session that is not there", async () => {
    const world = makeWorld();
    await startIn(world);
    expect(await runMode(["plan", "--session", "zzzz"], world.io)).toBe(1);
    expect(world.stderr()).toContain("there is no session zzzz");
  });
});
