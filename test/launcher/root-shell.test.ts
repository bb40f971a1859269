/** `guard run -- bash`: the user's own start-up file and prompt are nobody's question, and each typed line is one. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agentArgv } from "../../src/launcher/agent-argv.ts";
import { type Pane, startPane } from "../shells/tmux.ts";
import { GUARD, Machine, ROOT } from "./guard-run.ts";
import { canUseTerminal, readOr } from "./user-terminal.ts";

const place = { session: "k3v9x2ab", folder: "/run/guard/k3v9x2ab" };
const RC = ["--rcfile", "/run/guard/k3v9x2ab/agent/rc.bash"];

const starts: readonly [argv: readonly [string, ...string[]], program: string, words: readonly string[]][] = [
  [["bash"], "/usr/bin/bash", ["bash", ...RC]],
  [["bash", "-i"], "/usr/bin/bash", ["bash", ...RC, "-i"]],
  [["bash", "--norc"], "/usr/bin/bash", ["bash", "--norc"]],
  [["bash", "-l"], "/usr/bin/bash", ["bash", "-l"]],
  [["bash", "x.sh"], "/usr/bin/bash", ["bash", "x.sh"]],
  [["bash", "-c", "ls"], "/usr/bin/bash", ["bash", "-c", "ls"]],
  [["zsh"], "/usr/bin/zsh", ["zsh"]],
  [["claude"], "/usr/bin/claude", ["claude"]],
];
test.for(starts)("%o, found as %s, is started as %o", ([argv, program, words]) => {
  expect(agentArgv(argv, program, place)).toEqual(words);
});

const gateWorks =
  canUseTerminal && spawnSync(join(ROOT, "dist/native/guard-seat"), ["--probe-gate"]).status === 0;

let machine: Machine;
let pane: Pane | undefined;
beforeEach(() => {
  machine = new Machine();
});
afterEach(async () => {
  await pane?.kill();
  machine.dispose();
});

async function startShell(gate: "on" | "off", rc: string): Promise<Pane> {
  writeFileSync(join(machine.folder, "home/.bashrc"), `${rc}\nPS1='P> '\n`);
  const env = { ...machine.env, TERM: "xterm-256color", LANG: "C.UTF-8" } as Record<string, string>;
  pane = await startPane({ argv: [GUARD, "run", "--gate", gate, "--", "bash"], cwd: machine.work, env });
  return pane;
}

/** With nothing typed behind it. */
const waitForPrompt = (shell: Pane, count: number) =>
  shell.waitFor((now) => now.split("P>").length > count && now.endsWith("P>"), `prompt ${count}`);

const events = (): string =>
  readOr(join(machine.folder, "home/state/guard/audit/permissions.jsonl"), "no record");

describe.skipIf(!gateWorks).for(["on", "off"] as const)("with the gate %s", (gate) => {
  test("what ~/.bashrc does is not asked about, and what it may never do is denied", async () => {
    const shell = await startShell(gate, "mkdir -p ~/made\nmkfs /dev/sda1");
    const screen = await waitForPrompt(shell, 1);
    expect(screen).toContain("guard: denied: mkfs");
    expect(events()).toContain("made");
    expect(events()).not.toContain('"event":"asked"');
  });

  test("the first line is judged, though ~/.bashrc has put its own command before each prompt", async () => {
    const shell = await startShell(gate, "PROMPT_COMMAND='echo mine'");
    await waitForPrompt(shell, 1);
    await shell.type("rm -rf ~");
    await shell.press("Enter");
    const screen = await shell.waitFor((now) => now.includes("guard: denied: "), "the denial");
    expect(screen).toContain("mine\nP> rm");
  });
});

test.skipIf(!gateWorks)("what ~/.bashrc runs before each prompt is not asked about", async () => {
  const shell = await startShell("on", "PROMPT_COMMAND='mkdir -p ~/.made; echo before'");
  await waitForPrompt(shell, 1);
  await shell.type("echo typed");
  await shell.press("Enter");
  const screen = await waitForPrompt(shell, 2);
  expect(screen).toContain("typed\nbefore\nP>");
  expect(screen).not.toContain("guard: denied");
  expect(events()).not.toContain('"event":"asked"');
});
