/** guard's own processes start programs of the system, whatever stands first on PATH: the last agent may have put it there. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../e2e/approvals-terminal.ts";
import { cannotRun, openWorld, type World } from "../e2e/approvals-world.ts";
import { until } from "../helpers/until.ts";
import { GUARD, hasSeat, isBuilt, Machine } from "./guard-run.ts";
import { agentScript, readOr } from "./user-terminal.ts";

const PLANTED = ["stty", "prlimit", "notify-send", "osascript", "tmux", "bwrap"];

interface Planted {
  readonly folder: string;
  /** The names of those that ran. */
  ran(): string;
}

/** Each leaves its mark and does what the real one does. Not in the world's own PATH: the tests' tmux is found there. */
function plant(machine: Machine): Planted {
  const folder = join(machine.folder, "planted");
  const marks = join(machine.folder, "marks");
  mkdirSync(folder);
  for (const name of PLANTED)
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\necho ${name} >> ${marks}\n[ -x /usr/bin/${name} ] && exec /usr/bin/${name} "$@"\n`,
      { mode: 0o755 },
    );
  return { folder, ran: () => readOr(marks, "") };
}

async function runAtTerminal(world: World, planted: Planted, before: string): Promise<Terminal> {
  const terminal = await world.openTerminal();
  await terminal.command("set-option", "-g", "remain-on-exit", "off");
  await terminal.enter(
    `clear; ${before} DISPLAY=:0 PATH=${planted.folder}:$PATH ${GUARD} run -- ${world.agent}`,
  );
  await terminal.shows("agent ready");
  return terminal;
}

const LINE = "deploy staging";

describe.skipIf(cannotRun)("with planted programs first on PATH, none of them is run by guard", () => {
  test("at a terminal, where a card comes with a notice", async () => {
    const world = openWorld();
    const planted = plant(world.machine);
    const terminal = await runAtTerminal(world, planted, "unset TMUX TMUX_PANE;");
    const ended = world.order(LINE);
    await terminal.shows("┃");
    await terminal.insist("a", "agent ready");
    expect((await ended).status).toBe("0");
    world.leave();
    await terminal.shows(/ready 0 \$/);
    expect(planted.ran()).toBe("");
  });

  test("inside tmux, where a split comes", async () => {
    const world = openWorld();
    const planted = plant(world.machine);
    const terminal = await runAtTerminal(world, planted, "");
    void world.order(LINE);
    await until("a split", async () => {
      const panes = await terminal.command("list-panes", "-F", "#{pane_id}");
      return panes.trim().split("\n").length === 2 || undefined;
    });
    expect(planted.ran()).toBe("");
  });
});

describe.skipIf(!(isBuilt && hasSeat))("with planted programs first on PATH, none of them is run", () => {
  test.for(["ABRT", "SEGV"])("for an agent that dies of %s", async (signal) => {
    const machine = new Machine();
    onTestFinished(() => machine.dispose());
    const planted = plant(machine);
    const agent = agentScript(machine, "dies", `kill -${signal} $$`);
    const env = { ...machine.env, PATH: `${planted.folder}:${machine.env["PATH"]}` };
    const run = machine.run(["--", agent], { env });
    expect(await run.closed).toEqual({ code: null, signal: `SIG${signal}` });
    expect(planted.ran()).toBe("");
  });
});
