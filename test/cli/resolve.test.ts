/** guard resolve: one question, the right one, or none. */
import { describe, expect, test } from "vitest";
import { runResolve } from "../../src/cli/resolve.ts";
import { ask, makeWorld, startIn } from "./running-session.ts";

describe("an answer reaches the asker", () => {
  test.each([
    { decision: "once", says: "allowed once: npm publish\n", answer: { kind: "allowed", scope: "once" } },
    {
      decision: "session",
      says: "allowed until the session ends: npm publish\n",
      answer: { kind: "allowed", scope: "session" },
    },
    {
      decision: "timed",
      says: "allowed for an hour: npm publish\n",
      answer: { kind: "allowed", scope: "timed" },
    },
    {
      decision: "always",
      says: "allowed: npm publish\nnote: no rule answers this question; allowed until the session ends\n",
      answer: { kind: "allowed", scope: "session" },
    },
    { decision: "deny", says: "denied: npm publish\n", answer: { kind: "denied" } },
  ])("$decision", async ({ decision, says, answer }) => {
    const world = makeWorld();
    const asked = ask(await startIn(world));
    expect(await runResolve([asked.id, "--decision", decision], world.io)).toBe(0);
    expect(world.stdout()).toBe(says);
    expect(await asked.answer).toMatchObject(answer);
  });

  test("with its reason", async () => {
    const world = makeWorld();
    const asked = ask(await startIn(world));
    await runResolve([asked.id, "--decision=deny", "--reason", "not on Friday"], world.io);
    expect(await asked.answer).toMatchObject({ kind: "denied", reason: "not on Friday" });
  });

  test("as JSON", async () => {
    const world = makeWorld();
    const { session, ...state } = await startIn(world);
    const asked = ask({ session, ...state });
    expect(await runResolve([asked.id, "--decision", "once", "--json"], world.io)).toBe(0);
    const line = "npm publish";
    expect(JSON.parse(world.stdout())).toEqual({ ok: true, id: asked.id, session, decision: "once", line });
  });

  test("in whichever session the question waits, and nowhere else", async () => {
    const world = makeWorld();
    const [first, second] = [await startIn(world), await startIn(world)];
    const other = ask(first);
    const asked = ask(second);
    expect(await runResolve([asked.id, "--decision", "once"], world.io)).toBe(0);
    expect(await asked.answer).toMatchObject({ kind: "allowed" });
    expect(first.approvals.pending()).toMatchObject([{ id: other.id }]);
  });
});

describe("parts of an id", () => {
  const rows: { name: string; part: (id: string) => string; status: number }[] = [
    { name: "the last 8 characters", part: (id) => id.slice(-8), status: 0 },
    { name: "the last 6, in capitals", part: (id) => id.slice(-6).toUpperCase(), status: 0 },
    { name: "the beginning as far as 6 random characters", part: (id) => id.slice(0, 25), status: 0 },
    { name: "the last 5", part: (id) => id.slice(-5), status: 2 },
    { name: "the beginning, which is only the time", part: (id) => id.slice(0, 18), status: 1 },
    { name: "the middle", part: (id) => id.slice(10, 30), status: 1 },
    { name: "something else", part: () => "../../x", status: 2 },
    { name: "everything", part: () => "", status: 2 },
  ];
  test.each(rows)("$name: status $status", async ({ part, status }) => {
    const world = makeWorld();
    const asked = ask(await startIn(world));
    expect(await runResolve([part(asked.id), "--decision", "once"], world.io)).toBe(status);
    if (status === 0) expect(await asked.answer).toMatchObject({ kind: "allowed" });
    else asked.withdraw();
    if (status !== 0) expect(await asked.answer).toEqual({ kind: "withdrawn" });
  });

  test("that fit two questions answer neither", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    const ids = ["01890000-0000-7000-8000-aaaaaabbbbbb", "01890000-0000-7001-8000-ccccccbbbbbb"];
    for (const id of ids) ask(state, { id, key: id });
    expect(await runResolve(["bbbbbb", "--decision", "once"], world.io)).toBe(1);
    expect(world.stderr()).toContain(`several questions fit: ${ids.join(", ")}`);
    expect(state.approvals.pending()).toHaveLength(2);
  });
});

describe("what is not done", () => {
  test("a question that was answered", async () => {
    const world = makeWorld();
    const asked = ask(await startIn(world));
    await runResolve([asked.id, "--decision", "deny"], world.io);
    expect(await runResolve([asked.id, "--decision", "once"], world.io)).toBe(1);
    expect(world.stderr()).toContain("no such question waits");
    expect(await asked.answer).toMatchObject({ kind: "denied" });
  });

  test("an id that was never asked, as JSON", async () => {
    const world = makeWorld();
    await startIn(world);
    const id = "01890000-0000-7000-8000-000000000000";
    expect(await runResolve([id, "--decision", "once", "--json"], world.io)).toBe(1);
    expect(JSON.parse(world.stdout())).toMatchObject({ ok: false, code: "NOT_FOUND" });
  });

  test("allowing what must be confirmed, until it is", async () => {
    const world = makeWorld();
    const asked = ask(await startIn(world), { ruling: "confirm" });
    expect(await runResolve([asked.id, "--decision", "session"], world.io)).toBe(1);
    expect(world.stderr()).toContain("--confirm");
    expect(await runResolve([asked.id, "--decision", "session", "--confirm"], world.io)).toBe(0);
    expect(await asked.answer).toMatchObject({ kind: "allowed" });
  });

  test("anything from inside a session", async () => {
    const world = makeWorld({ GUARD_SESSION: "abcd1234" });
    const state = await startIn(world);
    const asked = ask(state);
    expect(await runResolve([asked.id, "--decision", "once"], world.io)).toBe(1);
    expect(world.stderr()).toContain("not for the agent");
    expect(state.approvals.pending()).toHaveLength(1);
  });

  test("anything without a session", async () => {
    const world = makeWorld();
    expect(await runResolve(["aaaaaaaa", "--decision", "once"], world.io)).toBe(1);
    expect(world.stderr()).toContain("no session is running");
  });
});

describe("called wrongly", () => {
  const ID = "01890000-0000-7000-8000-000000000000";
  test.each([
    { args: [], says: "say which question" },
    { args: [ID], says: "--decision is one of once, session, timed, always, deny" },
    { args: [ID, "--decision", "yes"], says: "--decision is one of" },
    { args: [ID, ID, "--decision", "once"], says: "it takes one id" },
    { args: [ID, "--decision", "deny", "--reason", "x".repeat(2_001)], says: "--reason is longer" },
    { args: [ID, "--force"], says: "--force" },
  ])("$says", async ({ args, says }) => {
    const world = makeWorld();
    expect(await runResolve(args, world.io)).toBe(2);
    expect(world.stderr()).toContain(says);
  });
});
