/** The card over an agent's terminal: what it covers comes back, whose keys are whose, and how it ends. */
import { describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import type { Terminal } from "./approvals-terminal.ts";
import { cannotRun, openWorld, shownLine, type World } from "./approvals-world.ts";

const LINE = "deploy staging";
const SHOWN = `┃ ${shownLine(LINE)}`;

async function openInline(...options: readonly string[]): Promise<{ world: World; agent: Terminal }> {
  const world = openWorld();
  return { world, agent: await world.runAgent(["--console", "inline", ...options]) };
}

describe.skipIf(cannotRun)("the card over an agent", () => {
  test("covers it, is answered by a key, and the screen is as it was, with what the agent said meanwhile", async () => {
    const { world, agent } = await openInline();
    world.say("\\033[1;31mred\\033[0m words\\nand more");
    await agent.shows("and more");
    const before = await agent.picture();
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    expect(await agent.view()).not.toContain("agent ready");
    await agent.answer("a", "and more");
    expect(await agent.picture()).toEqual(before);
    expect((await ended).status).toBe("0");
    const second = world.order("deploy live");
    await agent.shows(`┃ ${shownLine("deploy live")}`);
    world.say(", said under the card");
    await agent.answer("d", "and more, said under the card");
    expect((await second).status).toBe("126");
  });

  test("no key that is typed at the card reaches the agent, and what is typed after it does", async () => {
    const world = openWorld();
    const agent = await world.runAgent(["--console", "inline"], world.addListener());
    await agent.shows("agent listens");
    await agent.type("before");
    await agent.shows("heard: before");
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("r", "deny, and tell the agent why:");
    await agent.type("secret words");
    await agent.shows("> secret words");
    await agent.answer("Enter", "heard: before");
    expect((await ended).text).toContain("secret words");
    await agent.type("after");
    await agent.shows("heard: beforeafter");
  });

  test("keys that were typed as it came are neither its answer nor the agent's", async () => {
    const world = openWorld();
    const agent = await world.runAgent(["--console", "inline"], world.addListener());
    await agent.shows("agent listens");
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.type("daadsa");
    await agent.shows("Esc first: you were typing to the agent");
    expect(await agent.view()).toContain(SHOWN);
    await agent.answer("a", "agent listens");
    expect((await ended).status).toBe("0");
    await agent.type("x");
    await agent.shows(/heard: x$/m);
  });

  test("q shows the agent's screen, and the next key brings the card back", async () => {
    const { world, agent } = await openInline();
    const before = await agent.picture();
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("q", "agent ready");
    expect(await agent.picture()).toEqual(before);
    await agent.press("x");
    await agent.shows(SHOWN);
    await agent.answer("d", "agent ready");
    expect((await ended).status).toBe("126");
  });

  test("a new size under the card: the card fits", async () => {
    const { world, agent } = await openInline();
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.resize(50, 14);
    await agent.shows(/┃ deploy staging[\s\S]*a allow once/);
    await agent.resize(100, 30);
    await agent.shows(/┃ deploy staging[\s\S]*D deny for session {2}m mode/);
    await agent.answer("a", "agent ready");
    expect((await ended).status).toBe("0");
  });

  test("the agent ends under the card: the terminal is free, and its last words are there", async () => {
    const { world, agent } = await openInline();
    void world.order(LINE);
    await agent.shows(SHOWN);
    world.say("last words\\n");
    world.leave(7);
    await agent.shows(/agent ready\nlast words[\s\S]*ready 7 \$/);
    expect(await agent.facts()).toMatch(/cursor_flag=1 alternate_on=0 /);
    await isUsable(agent);
  });

  test("guard is ended by SIGTERM under the card: the terminal is free", async () => {
    const { world, agent } = await openInline();
    void world.order(LINE);
    await agent.shows(SHOWN);
    process.kill(await guardOf(agent), "SIGTERM");
    await agent.shows(/agent ready[\s\S]*ready 143 \$/);
    expect(await agent.facts()).toMatch(/cursor_flag=1 alternate_on=0 /);
    await isUsable(agent);
  });

  test("nobody answers: it is denied, and the card goes by itself", async () => {
    const { world, agent } = await openInline("--timeout", "2");
    const before = await agent.picture();
    const ended = world.order(LINE);
    await agent.shows(/ONLY 1 s left, then it is denied/);
    await agent.shows("agent ready");
    expect(await agent.picture()).toEqual(before);
    expect((await ended).status).toBe("126");
  });

  test("after three denials the card suggests another mode, and n gives the screen back", async () => {
    const { world, agent } = await openInline();
    const before = await agent.picture();
    for (const part of ["one", "two", "three"]) {
      const ended = world.order(`deploy ${part}`);
      await agent.shows(`┃ ${shownLine(`deploy ${part}`)}`);
      await agent.answer("d", /agent ready|another mode for session/);
      expect((await ended).status).toBe("126");
    }
    await agent.shows("you said no 3 times in a row");
    await agent.answer("n", "agent ready");
    expect(await agent.picture()).toEqual(before);
  });

  test("much that the agent writes under the card comes afterwards, all of it", async () => {
    const { world, agent } = await openInline();
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    for (let part = 0; part < 40; part++) {
      const lines = Array.from({ length: 50 }, (_, index) => `flood ${part * 50 + index}`);
      world.say(`${lines.join("\\n")}\\n`);
    }
    expect(await agent.view()).toContain(SHOWN);
    await agent.answer("a", "flood 1999");
    expect((await ended).status).toBe("0");
    const all = (await agent.screen()).match(/^flood \d+$/gm);
    expect(all).toEqual(Array.from({ length: 2_000 }, (_, index) => `flood ${index}`));
  });

  test("many questions are one card after the other, and the screen comes back after the last", async () => {
    const { world, agent } = await openInline();
    const before = await agent.picture();
    const ended = ["one", "two", "three"].map((part) => world.order(`deploy ${part}`));
    await agent.shows("1 of 3");
    await agent.answer("A", "allow all of these");
    await agent.answer("y", "agent ready");
    expect((await Promise.all(ended)).map(({ status }) => status)).toEqual(["0", "0", "0"]);
    expect(await agent.picture()).toEqual(before);
  });
});

/** Echo, lines and Ctrl-C are as a shell needs them. */
async function isUsable(terminal: Terminal): Promise<void> {
  await terminal.enter("stty -a | tr ' ' '\\n' | grep -cxE 'icanon|echo|isig|onlcr;?|opost'; echo usable");
  await terminal.shows(/^5\nusable$/m);
}

/** The launcher: the shell's own child. */
async function guardOf(terminal: Terminal): Promise<number> {
  const shell = (await terminal.command("display-message", "-p", "#{pane_pid}")).trim();
  const { readFileSync } = await import("node:fs");
  return until("guard's process", () => {
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim();
    return children === "" ? undefined : Number(children.split(" ")[0]);
  });
}
