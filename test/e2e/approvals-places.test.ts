/** Where a question is shown: a console that is there, a split of tmux, the card; and answers in words from anywhere. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { readOr } from "../launcher/user-terminal.ts";
import type { Terminal } from "./approvals-terminal.ts";
import { cannotRun, openSession, openWorld, shownLine, type World } from "./approvals-world.ts";

const LINE = "deploy staging";
const SHOWN = `┃ ${shownLine(LINE)}`;

/** guard run inside tmux, as guard sees it. */
async function runInTmux(...options: readonly string[]): Promise<{ world: World; agent: Terminal }> {
  const world = openWorld();
  const agent = await world.openTerminal();
  await agent.command("set-option", "-g", "remain-on-exit", "off");
  await agent.enter(world.guard(...options, "--", world.agent));
  await agent.shows("agent ready");
  return { world, agent };
}

const panes = async (agent: Terminal) =>
  (await agent.command("list-panes", "-F", "#{pane_id} #{pane_active}")).trim().split("\n");

/** The split: not the active pane. */
async function findSplit(agent: Terminal): Promise<string> {
  return until(
    "a split",
    async () => (await panes(agent)).find((pane) => pane.endsWith(" 0"))?.split(" ")[0],
  );
}

const splitShows = (agent: Terminal, pane: string, what: string) =>
  until(`${what} in the split`, async () => {
    const screen = await agent.command("capture-pane", "-p", "-t", pane);
    return screen.includes(what) || undefined;
  });

describe.skipIf(cannotRun)("--console auto", () => {
  test("inside tmux the first question opens a split, which takes no keys and closes with the session", async () => {
    const { world, agent } = await runInTmux();
    expect(await panes(agent)).toHaveLength(1);
    const ended = world.order(LINE);
    const split = await findSplit(agent);
    await splitShows(agent, split, SHOWN);
    expect(await agent.view()).toContain("agent ready");
    await agent.type("typed to the agent");
    await agent.shows("typed to the agent");
    expect((await agent.command("capture-pane", "-p", "-t", split)).includes(SHOWN)).toBe(true);
    await until(
      "a second to pass",
      async () =>
        /asked +[1-9] s ago/.test(await agent.command("capture-pane", "-p", "-t", split)) || undefined,
    );
    await agent.command("send-keys", "-t", split, "a");
    expect((await ended).status).toBe("0");
    await splitShows(agent, split, "nothing waits");
    expect(await panes(agent)).toHaveLength(2);
    world.leave();
    await until("the split to close", async () => (await panes(agent)).length === 1 || undefined);
    await agent.shows(/ready 0 \$/);
  });

  test("inside tmux a console that is attached has the question: no split, no card", async () => {
    const { world, agent } = await runInTmux();
    const console = await world.openConsole();
    await console.shows("· agent");
    const ended = world.order(LINE);
    await console.shows(SHOWN);
    await console.answer("a", "allowed once");
    expect((await ended).status).toBe("0");
    expect(await panes(agent)).toHaveLength(1);
    expect(await agent.view()).toContain("agent ready");
  });

  test("outside tmux it is the card, and none while a console is attached", async () => {
    const world = openWorld();
    const agent = await world.runAgent([]);
    const first = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("a", "agent ready");
    expect((await first).status).toBe("0");
    const console = await world.openConsole();
    await console.shows("· agent");
    const second = world.order(LINE);
    await console.shows(SHOWN);
    expect(await agent.view()).toContain("agent ready");
    await console.answer("d", "denied");
    expect((await second).status).toBe("126");
  });

  test("a console that is left while a question waits: the card comes", async () => {
    const world = openWorld();
    const agent = await world.runAgent([]);
    const console = await world.openConsole();
    await console.shows("· agent");
    const ended = world.order(LINE);
    await console.shows(SHOWN);
    await console.press("q");
    await agent.shows(SHOWN);
    await agent.answer("a", "agent ready");
    expect((await ended).status).toBe("0");
  });
});

test.skipIf(cannotRun)("--console tmux opens the split at the start", async () => {
  const { world, agent } = await runInTmux("--console", "tmux");
  const split = await findSplit(agent);
  await splitShows(agent, split, "nothing waits for an answer");
  const ended = world.order(LINE);
  await splitShows(agent, split, SHOWN);
  await agent.command("send-keys", "-t", split, "d");
  expect((await ended).status).toBe("126");
});

test.skipIf(cannotRun)(
  "resolve saves a rule, grants lists it, and revoke takes it back while the session runs",
  async () => {
    const { world, console } = await openSession();
    for (const args of [
      ["init", "-q"],
      ["config", "user.name", "a"],
      ["config", "user.email", "a@b"],
    ])
      execFileSync("git", args, { cwd: world.work, env: world.env });
    const line = "git commit --allow-empty -m one";
    const ended = world.order(line, "as-program");
    await console.shows(`┃ ${line}`);
    const pending = JSON.parse(await world.run("pending", "--json")) as { id: string }[];
    const id = pending[0]?.id ?? "";
    const said = await world.run(
      "resolve",
      id,
      "--decision",
      "always",
      "--rule",
      "subcommand",
      "--file",
      "project",
    );
    expect(said).toContain(`allowed: ${line}`);
    expect((await ended).status).toBe("0");
    await console.shows(`answered elsewhere: allowed: ${line}`);
    expect((await world.order("git commit -q --allow-empty -m two", "as-program")).status).toBe("0");
    const rule = /approved-[0-9a-f]{8}/.exec(readOr(world.projectPolicy, ""))?.[0] ?? "";
    expect(await world.run("grants")).toContain(rule);
    expect(await world.run("grants", "revoke", rule)).toContain(rule);
    expect(readOr(world.projectPolicy, "")).not.toContain(rule);
    const again = world.order("git commit --allow-empty -m three", "as-program");
    await console.shows("┃ git commit --allow-empty -m three");
    await console.press("d");
    expect((await again).status).toBe("126");
  },
);
