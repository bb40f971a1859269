/** In a real terminal: what tmux shows, and all that it tells of itself, is the same before a card and after it. */
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CoveredTerminal, createCoveredTerminal } from "../../src/terminal/covered-terminal.ts";
import { until } from "../helpers/until.ts";
import { COLUMNS, openTmuxTerminal, ROWS, type TmuxTerminal } from "./tmux-terminal.ts";

const CARD =
  "\x1b[8;10H\x1b[1;37;41m guard asks \x1b[0m\x1b[9;10H rm -rf / \x1b[24;1Hlast row\x1b[1;1H日本\r\n";
const BEFORE = `${"$ earlier command\r\n".repeat(30)}$ agent\r\n`;

let tmux: TmuxTerminal;
let covered: CoveredTerminal;
beforeEach(async () => {
  tmux = await openTmuxTerminal();
  tmux.write(BEFORE);
  covered = open();
});
afterEach(() => tmux.close());

function open(): CoveredTerminal {
  return createCoveredTerminal({
    write(bytes) {
      tmux.write(bytes);
      return true;
    },
    columns: COLUMNS,
    rows: ROWS,
  });
}

async function expectSameAfterCard(): Promise<void> {
  const before = await tmux.look();
  await covered.cover();
  covered.draw(CARD);
  const during = await tmux.look();
  expect(during.text).toContain("guard asks");
  covered.uncover();
  const after = await tmux.look();
  expect([after.cells, after.facts]).toEqual([before.cells, before.facts]);
}

const looks =
  "\x1b[1;3;4;31mbold\x1b[0;2;7mdim\x1b[0;9;38;5;208mstrike\x1b[48;2;10;20;30mtrue\x1b[0;53mover\x1b[0m";

describe("what a terminal shows is the same after a card", () => {
  test.for([
    { name: "a prompt in the middle of the screen, with history above", output: "hello\r\nworld\r\n> " },
    {
      name: "looks of every kind",
      output: `${looks}\r\n\x1b[4:3;58:5:1mcurly\x1b[0m \x1b[44m\x1b[K\r\n\x1b[0m`,
    },
    { name: "wide characters, marks and emoji", output: "日本語 한국어 e\u0301 🦀 नमस्ते\r\n" },
    { name: "a row that is full, with the cursor behind it", output: "x".repeat(COLUMNS) },
    { name: "rows that ran over", output: `${"long ".repeat(60)}\r\n` },
    { name: "a status line below a scroll region", output: "\x1b[1;20r\x1b[22;1Hstatus\x1b[5;5Hhere" },
    { name: "a full-screen program", output: `\x1b[?1049h\x1b[H\x1b[2J${looks}\x1b[10;40H中文\x1b[3;7H` },
    {
      name: "a full-screen program with a coloured background, erased",
      output: "\x1b[?1049h\x1b[44m\x1b[2J\x1b[5;5Htext\x1b[42m\x1b[K\x1b[0m\x1b[7;1H\x1b[10Xx",
    },
    {
      name: "a full-screen program whose rows ran over, to the last cell",
      output: `\x1b[?1049h\x1b[H${"long ".repeat(60)}\x1b[24;1H${"z".repeat(COLUMNS)}`,
    },
    {
      name: "a full-screen program with mouse, keypad, hidden cursor and region",
      output: "\x1b[?1049h\x1b[?1h\x1b=\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[3;10r\x1b[?6h\x1b[4h\x1b[2;2Hx",
    },
    // On the alternate screen the lines come back as the same signs in Unicode.
    { name: "line drawing", output: "\x1b(0lqqqk\r\nx   x\r\nmqqqj" },
  ])("$name", async ({ output }) => {
    covered.fromAgent(Buffer.from(output));
    await expectSameAfterCard();
    // What follows lands where it would have.
    covered.fromAgent(Buffer.from("q\x1b[31mq"));
    await expectSameAfterCard();
  });
});

test("a cursor that the agent saved is where it was, and so is what it draws with", async () => {
  const output = "\x1b[H\x1b[2J\x1b[3;5H\x1b[31m\x1b7\x1b[0m\x1b[10;1Htext";
  covered.fromAgent(Buffer.from(output));
  await expectSameAfterCard();
  covered.fromAgent(Buffer.from("\x1b8red"));
  const { text } = await tmux.look();
  expect(text.split("\n").find((row) => row.includes("red"))).toContain("\x1b[31mred");
});

describe("real programs", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "guard-programs-"));
    const text = Array.from(
      { length: 200 },
      (_, n) => `int row_${n}(void) { return "${"日本é".repeat(n % 40)}"; } /* ${n} */`,
    );
    writeFileSync(join(folder, "text.c"), text.join("\n"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.for([
    {
      name: "vim with colours",
      argv: ["vim", "-u", "NONE", "--cmd", "syntax on | set number mouse=a ruler", "text.c"],
      shown: "row_3",
      keys: "\x04\x04/row_77\r",
    },
    { name: "less", argv: ["less", "-R", "text.c"], shown: "row_3", keys: "  /row_77\r" },
    { name: "less with long rows cut", argv: ["less", "-S", "text.c"], shown: "row_3", keys: "G" },
  ])("$name is the same after a card, and goes on", async ({ argv, shown, keys }) => {
    const program = run(argv);
    await until("its screen", async () => (await tmux.look()).text.includes(shown) || undefined);
    await settle();
    await expectSameAfterCard();
    program.write(keys);
    await until(
      "what it was told to show",
      async () => /row_(?:77|199)/.test((await tmux.look()).text) || undefined,
    );
    await settle();
    await expectSameAfterCard();
    program.kill("SIGKILL");
  });

  /** Its output goes through the covered terminal, as guard run's does. */
  function run([file = "", ...args]: readonly string[]) {
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8" };
    const program = spawn(file, args, { cwd: folder, env, cols: COLUMNS, rows: ROWS, encoding: null });
    program.onData((bytes) => void covered.fromAgent(bytes as unknown as Buffer));
    return program;
  }

  /** The same twice: the program has drawn all of it. */
  async function settle(): Promise<void> {
    let last = "";
    await until("a quiet screen", async () => {
      const { text, facts } = await tmux.look();
      const isSame = last === text + facts;
      last = text + facts;
      return isSame || undefined;
    });
  }
});
