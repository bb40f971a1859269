/** A real terminal (a pane of tmux) that shows whatever it is sent: its program copies a pipe to the screen. */
import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IBufferCell } from "@xterm/headless";
import type { Look } from "../../src/terminal/emulator.ts";
import { sgrOf } from "../../src/terminal/look.ts";
import { until } from "../helpers/until.ts";
import { startPane } from "../shells/tmux.ts";
import { openReference } from "./reference.ts";

export const COLUMNS = 80;
export const ROWS = 24;

export interface TmuxLook {
  readonly text: string;
  /** The looks of all cells as the eye sees them: tmux also tells the colour of letters that are blanks. */
  readonly cells: readonly string[];
  readonly facts: string;
}

export interface TmuxTerminal {
  write(bytes: Uint8Array | string): void;
  /** When tmux has read all that was written: text with its looks, cursor, and all modes that it tells. */
  look(): Promise<TmuxLook>;
  close(): Promise<void>;
}

const FACTS = [
  ...["cursor_x", "cursor_y", "cursor_flag", "alternate_on", "insert_flag", "origin_flag", "wrap_flag"],
  ...["keypad_cursor_flag", "keypad_flag", "mouse_all_flag", "mouse_any_flag", "mouse_button_flag"],
  ...["mouse_sgr_flag", "mouse_utf8_flag", "scroll_region_upper", "scroll_region_lower", "history_size"],
];

export async function openTmuxTerminal(): Promise<TmuxTerminal> {
  const folder = mkdtempSync(join(tmpdir(), "guard-screen-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8" };
  const argv = ["sh", "-c", `stty raw -echo; exec cat '${pipe}'`];
  const pane = await startPane({ argv, cwd: folder, env });
  const stream = createWriteStream(pipe);
  let marks = 0;
  return {
    write: (bytes) => void stream.write(bytes),
    async look() {
      const mark = `mark-${++marks}`;
      stream.write(`\x1b]2;${mark}\x07`);
      const title = () => pane.command("display-message", "-p", "#{pane_title}");
      await until(mark, async () => (await title()).trim() === mark || undefined);
      const text = await pane.command("capture-pane", "-p", "-e", "-N", "-S", "-");
      return {
        text,
        cells: await cellsOf(text),
        facts: await pane.command(
          "display-message",
          "-p",
          FACTS.map((name) => `${name}=#{${name}}`).join(" "),
        ),
      };
    },
    async close() {
      stream.destroy();
      await pane.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function cellsOf(text: string): Promise<string[]> {
  const lines = text.split("\n");
  const { emulator, write } = openReference(COLUMNS, lines.length);
  await write(lines.join("\r\n"));
  const { active } = emulator.terminal.buffer;
  return lines.map((_, y) =>
    Array.from({ length: COLUMNS }, (__, x) => seen(active.getLine(y)?.getCell(x))).join("|"),
  );
}

function seen(cell: IBufferCell | undefined): string {
  const look = cell as unknown as Look;
  const isDrawn =
    cell?.getChars().trim() || cell?.isInverse() || cell?.isUnderline() || cell?.isStrikethrough();
  const text = cell?.getWidth() === 0 ? "" : cell?.getChars() || " ";
  return text + sgrOf(isDrawn ? look : { fg: 0, bg: look.bg & 0x3ffffff, extended: look.extended });
}
