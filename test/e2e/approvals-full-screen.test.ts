/** The card over full-screen programs: text, colours, cursor, modes are the same afterwards, and what was drawn meanwhile is there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram, readOr } from "../launcher/user-terminal.ts";
import type { Terminal } from "./approvals-terminal.ts";
import { cannotRun, openWorld, shownLine, type World } from "./approvals-world.ts";

const LINE = "deploy staging";
const SHOWN = `┃ ${shownLine(LINE)}`;

/** Runs a full-screen program, and orders behind it. */
const BEHIND = `#!/bin/bash -p
exec 3<>orders
{ while read -r -u 3 id line; do
  ( bash -c "$line" >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) &
done; } </dev/null &
exec 3<&-
"$@"
`;

async function openProgram(...argv: readonly string[]): Promise<{ world: World; agent: Terminal }> {
  const world = openWorld();
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1} of a text`);
  writeFileSync(join(world.work, "text"), `${lines.join("\n")}\n`);
  world.write(world.userPolicy, "version: 1\ncommands: [vim, less]\n");
  const behind = join(world.machine.folder, "behind");
  writeFileSync(behind, BEHIND, { mode: 0o755 });
  const agent = await world.runAgent(["--console", "inline"], [behind, ...argv].join(" "));
  await agent.shows("line 20 of a text");
  return { world, agent };
}

const needs = (program: string) => cannotRun || !hasProgram(program);

describe.skipIf(cannotRun)("the card over a full-screen program", () => {
  test.skipIf(needs("vim"))("vim in the middle of inserting", async () => {
    const { world, agent } = await openProgram("vim", "-u", "NONE", "-N", "-i", "NONE", "text");
    await agent.type(":set showmode ruler hlsearch mouse=a\r/line 7\r");
    await agent.type("onew words");
    await agent.shows(/new words[\s\S]*-- INSERT --/);
    const before = await agent.picture();
    const ended = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("a", "-- INSERT --");
    expect(await agent.picture()).toEqual(before);
    expect((await ended).status).toBe("0");
    await agent.type(" and more");
    await agent.shows("new words and more");
    await agent.press("Escape");
    await agent.type(":wq\r");
    await agent.shows(/ready 0 \$/);
    expect(readOr(join(world.work, "text"), "")).toContain("line 7 of a text\nnew words and more\nline 8");
  });

  test.skipIf(needs("less"))("less in the middle of a text, and a new size under the card", async () => {
    const { world, agent } = await openProgram("less", "text");
    await agent.type("/line 100\r");
    await agent.shows(/line 100 of a text[\s\S]*line 122 of a text\n:/);
    const before = await agent.picture();
    const first = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("d", "line 100 of a text");
    expect(await agent.picture()).toEqual(before);
    expect((await first).status).toBe("126");
    const second = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.resize(70, 15);
    await agent.shows(/┃ deploy staging[\s\S]*a allow once/);
    await agent.answer("a", /line 100 of a text[\s\S]*line 113 of a text\n:/);
    expect(await agent.view()).not.toContain("line 114");
    expect((await second).status).toBe("0");
    await agent.press("q");
    await agent.shows(/ready 0 \$/);
  });

  test("an agent with colours, mouse, pastes and a screen that it draws again and again", async () => {
    const world = openWorld();
    const tui = join(world.machine.folder, "tui");
    writeFileSync(tui, `#!${process.execPath}\n${TUI}`, { mode: 0o755 });
    const agent = await world.runAgent(["--console", "inline"], tui);
    await agent.shows("tui 80x24");
    await agent.type("k");
    await agent.shows(/^keys k$/m);
    const before = await agent.picture();
    expect(before.facts).toMatch(/cursor_flag=0 alternate_on=1 .*mouse_any_flag=1.*mouse_sgr_flag=1/);
    await agent.type("t");
    await agent.shows(SHOWN);
    await agent.answer("q", /tool waits/);
    const peeked = await agent.picture();
    await agent.press("z");
    await agent.shows(SHOWN);
    await agent.answer("s", "tool ended with 0");
    const after = await agent.picture();
    expect(peeked.facts).toBe(before.facts);
    expect(after.facts).toBe(before.facts);
    const but = (text: string) => text.replace(/tool .*/, "").replace(/keys \w*/, "");
    expect(but(after.screen)).toBe(but(before.screen));
    await agent.type("e");
    await agent.shows("keys kte");
    await agent.resize(70, 20);
    await agent.shows("tui 70x20");
    await agent.type("Q");
    await agent.shows(/ready 0 \$/);
    expect(await agent.facts()).toMatch(/cursor_flag=1 alternate_on=0 .*mouse_any_flag=0/);
    expect(readOr(join(world.work, "keys"), "")).toBe("kteQ");
  });

  test("a new size under the card reaches an agent that draws by itself", async () => {
    const world = openWorld();
    const tui = join(world.machine.folder, "tui");
    writeFileSync(tui, `#!${process.execPath}\n${TUI}`, { mode: 0o755 });
    const agent = await world.runAgent(["--console", "inline"], tui);
    await agent.shows("tui 80x24");
    await agent.type("t");
    await agent.shows(SHOWN);
    await agent.resize(60, 18);
    await agent.shows(/┃ deploy staging[\s\S]*a allow once/);
    await agent.answer("a", /tui 60x18[\s\S]*tool ended with 0/);
  });

  test("Ctrl-Z stops the agent, fg brings it back, and cards are there again", async () => {
    const world = openWorld();
    const agent = await world.runAgent(["--console", "inline"]);
    await agent.press("C-z");
    await agent.shows(/Stopped[\s\S]*ready \d+ \$/);
    const ended = world.order(LINE);
    await agent.enter("echo in the shell; fg");
    await agent.shows(SHOWN);
    await agent.answer("a", "in the shell");
    expect((await ended).status).toBe("0");
    await agent.press("C-z");
    await agent.shows(/Stopped[\s\S]*Stopped[\s\S]*ready \d+ \$/);
    await agent.enter("echo again; fg");
    await agent.shows(/^again$/m);
    const second = world.order(LINE);
    await agent.shows(SHOWN);
    await agent.answer("d", /^again$/m);
    expect((await second).status).toBe("126");
  });
});

const TUI = `
const { spawn } = require("node:child_process");
const { appendFileSync } = require("node:fs");
const out = (text) => process.stdout.write(text);
let keys = "", tool = "tool none";
const draw = () => {
  const { columns, rows } = process.stdout;
  const lines = ["\\x1b[1;44mtui " + columns + "x" + rows + "\\x1b[0m", "\\x1b[38;5;208m" + tool + "\\x1b[0m", "keys " + keys + " ",
    ...Array.from({ length: rows - 4 }, (_, n) => "\\x1b[" + (31 + (n % 6)) + "m│ row " + n + " ünï 漢字 \\x1b[7minverse\\x1b[27m"), "\\x1b[4mfoot"];
  out("\\x1b[?2026h" + lines.map((line, n) => "\\x1b[" + (n + 1) + ";1H\\x1b[0m\\x1b[2K" + line).join("") + "\\x1b[0m\\x1b[5;9H\\x1b[?2026l");
};
process.stdin.setRawMode(true);
out("\\x1b[?1049h\\x1b[?25l\\x1b[?1000h\\x1b[?1006h\\x1b[?2004h\\x1b[?1h\\x1b=\\x1b[2J");
const timer = setInterval(draw, 50);
process.stdout.on("resize", () => { out("\\x1b[2J"); draw(); });
process.stdin.on("data", (bytes) => {
  appendFileSync("keys", bytes);
  keys += bytes;
  if (String(bytes) === "t") {
    tool = "tool waits";
    spawn("bash", ["-c", "deploy staging"], { stdio: "ignore" }).on("exit", (code) => { tool = "tool ended with " + code; });
  }
  if (String(bytes) === "Q") {
    clearInterval(timer);
    out("\\x1b[?1l\\x1b>\\x1b[?2004l\\x1b[?1006l\\x1b[?1000l\\x1b[?25h\\x1b[?1049l");
    process.exit(0);
  }
  draw();
});
draw();
`;
