/** guard grants: what is remembered is shown whole, and can be taken back. */
import { describe, expect, test } from "vitest";
import { runGrants } from "../../src/cli/grants.ts";
import { runResolve } from "../../src/cli/resolve.ts";
import { ask, makeWorld, startIn } from "./running-session.ts";

async function remembered(decision: string, line = "npm publish") {
  const world = makeWorld();
  const state = await startIn(world);
  const { id } = ask(state, { line, key: "the same" });
  expect(await runResolve([id, "--decision", decision, "--reason", "release day"], world.io)).toBe(0);
  return { world, state, id };
}

describe("the list", () => {
  test.each([
    { decision: "session", says: "allow", head: "allowed until the session ends" },
    { decision: "timed", says: "allow", head: "allowed for " },
    { decision: "deny-session", says: "deny", head: "denied until the session ends" },
  ])("$decision is in it", async ({ decision, says, head }) => {
    const { world, state, id } = await remembered(decision);
    expect(await runGrants([], world.io)).toBe(0);
    for (const text of [head, "npm publish", "/work", "release day", `guard grants revoke ${id.slice(-8)}`])
      expect(world.stdout()).toContain(text);
    const json = makeWorldOutput(world);
    expect(await runGrants(["list", "--json"], world.io)).toBe(0);
    expect(JSON.parse(json())).toMatchObject([{ id, session: state.session, line: "npm publish", says }]);
  });

  test.each(["once", "deny"])("%s is not", async (decision) => {
    const { world } = await remembered(decision);
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toContain("no answer is remembered");
  });

  test("what the line would do to a terminal is made visible", async () => {
    const { world } = await remembered("session", "echo \u001b[2Jgone");
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).not.toContain("\u001b");
  });
});

/** What is printed from here on. */
function makeWorldOutput({ stdout }: ReturnType<typeof makeWorld>): () => string {
  const before = stdout().length;
  return () => stdout().slice(before);
}

describe("revoke", () => {
  test.each(["session", "timed", "deny-session"])("%s: the same line asks again", async (decision) => {
    const { world, state, id } = await remembered(decision);
    expect(state.approvals.grants.find("the same", "ask")).toBeDefined();
    expect(await runGrants(["revoke", id.slice(-8)], world.io)).toBe(0);
    expect(world.stdout()).toContain("forgotten: npm publish");
    expect(state.approvals.grants.find("the same", "ask")).toBeUndefined();
    expect(await runGrants(["revoke", id], world.io)).toBe(1);
    expect(world.stderr()).toContain("no such answer is remembered");
  });

  test("nothing from inside a session", async () => {
    const world = makeWorld({ GUARD_SESSION: "abcd1234" });
    await startIn(world);
    expect(await runGrants(["revoke", "0123456789ab"], world.io)).toBe(1);
    expect(world.stderr()).toContain("not for the agent");
  });
});

test.each([
  { args: ["revoke"], says: "takes one id" },
  { args: ["revoke", "xyz"], says: "not the id" },
  { args: ["forget"], says: "neither list nor revoke" },
  { args: ["list", "1"], says: "takes no id" },
])("usage: $args", async ({ args, says }) => {
  const world = makeWorld();
  expect(await runGrants(args, world.io)).toBe(2);
  expect(world.stderr()).toContain(says);
});
