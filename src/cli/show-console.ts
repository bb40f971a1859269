/** The console on a screen of its own. Ends when the person leaves, or the sessions do. */
import { createApprover } from "../tui/approver.ts";
import { viewScreen } from "../tui/card-view.ts";
import { chooseLook } from "../tui/look.ts";
import { type OpenTerminal, openTerminal } from "../tui/terminal.ts";
import type { ConsoleOptions } from "./console.ts";
import { createLeaving, noticeFor, sayWhatWaits, stayUntilLeft } from "./console-life.ts";
import type { SessionIo } from "./session-io.ts";

export async function showConsole(options: ConsoleOptions, io: SessionIo): Promise<number> {
  const look = chooseLook(io.env, options.colour);
  const leaving = createLeaving();
  let terminal: OpenTerminal | undefined;
  const approver = createApprover({
    draw(state) {
      if (!terminal) return undefined;
      const { rows, drawn } = viewScreen(state, terminal.size(), look);
      terminal.screen.draw(rows);
      return drawn;
    },
    notice: noticeFor(options, io, look.letters === "unicode" ? "full" : "bell"),
    quit: () => leaving.leave(0),
    nowMs: io.nowMs,
  });
  terminal = openTerminal({
    onKey: (key) => approver.press(key),
    onResize: () => approver.redraw(),
    onEnd: leaving.leave,
  });
  try {
    approver.redraw();
    return await stayUntilLeft(approver, options, io, leaving);
  } finally {
    terminal.close();
    sayWhatWaits(approver, io);
  }
}
