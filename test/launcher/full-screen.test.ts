/** Full-screen programs: the same screen with guard as without it, after the same keys. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Machine } from "./guard-run.ts";
import {
  agentScript,
  canUseTerminal,
  hasProgram,
  openUserTerminal,
  readOr,
  type UserTerminal,
  type With,
} from "./user-terminal.ts";

let machine: Machine;
const open: UserTerminal[] = [];
beforeEach(() => {
  machine = new Machine();
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1} of a text`);
  writeFileSync(join(machine.work, "text"), `${lines.join("\n")}\n`);
});
afterEach(async () => {
  for (const user of open.splice(0)) await user.kill();
  machine.dispose();
});

/** Runs the steps with and without guard and gives back both screens of each step. */
async function compare(command: string, steps: readonly Step[]): Promise<void> {
  const screens: Record<With, string[]> = { nothing: [], guard: [] };
  for (const runWith of ["nothing", "guard"] as const) {
    const user = await openUserTerminal(machine, runWith);
    open.push(user);
    await user.enter(command);
    for (const { keys = [], resize, until } of steps) {
      if (resize) await user.resize(...resize);
      if (keys.length > 0) await user.press(...keys);
      screens[runWith].push(await settledScreen(user, until));
    }
  }
  expect(screens.guard).toEqual(screens.nothing);
}

/** A program draws in pieces: the screen counts when it says what it should and stays as it is. */
async function settledScreen(user: UserTerminal, until: RegExp): Promise<string> {
  let before = "";
  let same = 0;
  const settled = (screen: string): boolean => {
    same = until.test(screen) && screen === before ? same + 1 : 0;
    before = screen;
    return same >= SAME_LOOKS;
  };
  return visible(await user.waitFor(settled, String(until)));
}

const SAME_LOOKS = 8;

interface Step {
  readonly keys?: readonly string[];
  readonly resize?: readonly [number, number];
  readonly until: RegExp;
}

/** Without what stands above the program's own screen, and without what differs by design. */
function visible(screen: string): string {
  const rows = screen.split("\n").slice(-24);
  const timeless = rows.map((row) => row.replace(/\d+ seconds? ago/, "just now"));
  return timeless.filter((row) => !/ready \$|^guard: session|^her terminal|^r terminal/.test(row)).join("\n");
}

const needs = (...programs: string[]) => !(canUseTerminal && programs.every(hasProgram));

describe("the same screens", () => {
  test.skipIf(needs("vim"))("vim: inserting, undoing, searching, splitting, writing", async () => {
    await compare("@vim -u NONE -N -i NONE text", [
      { until: /line 23 of a text[\s\S]*"text"/ },
      // The text is there before Escape is: not before vim has left its insert mode.
      { keys: ["o", "n", "e", "w", "Escape"], until: /line 1 of a text\nnew\n(?![\s\S]*-- INSERT --)/ },
      { keys: ["u"], until: /line 1 of a text\nline 2/ },
      { keys: [":", "s", "p", "Enter"], until: /text +\n[\s\S]*text/ },
      { keys: ["/", "1", "5", "0", "Enter"], until: /line 150/ },
      // The line below a window is as wide as the terminal: not before it is drawn anew.
      { resize: [100, 30], until: /line 150[\s\S]*\ntext {90,}\n/ },
      { keys: [":", "w", "q", "a", "Enter"], until: /\[0 2\] ready \$$/ },
    ]);
    expect(readOr(join(machine.work, "text"), "")).toMatch(/^line 1 of a text\nline 2/);
  });

  test.skipIf(needs("less"))("less: paging, searching, leaving", async () => {
    await compare("@less text", [
      { until: /line 23 of a text\ntext$/ },
      { keys: ["Space"], until: /line 46 of a text\n:$/ },
      { keys: ["/", "l", "i", "n", "e", " ", "2", "0", "0", "Enter"], until: /line 222 of a text\n:$/ },
      { keys: ["g"], until: /line 23 of a text\n(?:text|:)$/ },
      { keys: ["q"], until: /\[0 2\] ready \$$/ },
    ]);
  });

  test.skipIf(needs("fzf"))("fzf: filtering and choosing", async () => {
    const agent = agentScript(
      machine,
      "choose",
      "printf '%s\\n' apple banana cherry | /usr/bin/fzf --no-color > chosen",
    );
    await compare(`@${agent}`, [
      { until: /3\/3[\s\S]*>/ },
      { keys: ["b", "a", "n"], until: /banana *\n.*1\/3.*\n> ban$/ },
      { keys: ["Enter"], until: /\[0 2\] ready \$$/ },
    ]);
    expect(readOr(join(machine.work, "chosen"), "")).toBe("banana\n");
  });

  test.skipIf(needs("python3"))(
    "a curses program: drawing, keys, resizing, the cursor down by newline",
    async () => {
      const program = join(machine.folder, "tui.py");
      writeFileSync(program, TUI);
      await compare(`@/usr/bin/python3 ${program}`, [
        { until: /size 24x80/ },
        { keys: ["Up"], until: /key KEY_UP/ },
        { keys: ["F5"], until: /key KEY_F\(5\)/ },
        { keys: ["C-c"], until: /key \^C/ },
        { resize: [70, 20], until: /size 20x70/ },
        { keys: ["q"], until: /\[0 2\] ready \$$/ },
      ]);
    },
  );

  test.skipIf(needs("htop"))("htop starts, takes keys and leaves", async () => {
    const user = await openUserTerminal(machine, "guard");
    open.push(user);
    await user.enter("@htop");
    await user.waitFor((screen) => /F1.*Help.*F10.*Quit/.test(screen), "htop");
    await user.press("F1");
    await user.waitFor((screen) => /Released under the GNU GPL/.test(screen), "its help");
    await user.press("Escape");
    await user.waitFor((screen) => /F10.*Quit/.test(screen), "its list");
    await user.press("F10");
    expect(await user.status()).toBe("0");
  });
});

const TUI = `
import curses
def main(screen):
    curses.raw(); curses.nonl(); curses.curs_set(1)
    key = "none"
    while True:
        rows, columns = screen.getmaxyx()
        screen.erase(); screen.box()
        screen.addstr(2, 3, "size %dx%d" % (rows, columns)); screen.addstr(3, 3, "key " + key)
        for row in range(5, rows - 2): screen.addstr(row, row, "*")
        screen.refresh()
        code = screen.getch()
        if code == ord("q"): return
        key = curses.keyname(code).decode()
        if code == curses.KEY_RESIZE: key = "resized"
curses.wrapper(main)
`;
