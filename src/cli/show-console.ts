/** The console on a screen of its own. Ends when the person leaves, or the sessions do. */
import { createApprover } from "../tui/approver.ts";
import { viewScreen } from "../tui/card-view.ts";
import { chooseLook } from "../tui/look.ts";
import { type OpenTerminal, openTerminal } from "../tui/terminal.ts";
import type { ConsoleOptions } from "./console.ts";
import { createLeaving, noticeFor, sayWhatWaits, stayUntilLeft } from "./console-life.ts";
import { type SessionIo, sayProblem } from "./session-io.ts";

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
  // What goes wrong is said on the person's own screen, not on the one that goes away.
  const fail = (error: Error): void => {
    terminal?.close();
    sayProblem(io, `console: ${error.message}; questions stay, guard pending lists them`);
    leaving.leave(2);
  };
  process.once("uncaughtException", fail);
  try {
    approver.redraw();
    return await stayUntilLeft(approver, options, io, leaving);
  } finally {
    process.off("uncaughtException", fail);
    terminal.close();
    sayWhatWaits(approver, io);
  }
}
