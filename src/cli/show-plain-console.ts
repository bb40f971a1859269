/** The console as linear text: lines in, lines out. */
import { createInterface } from "node:readline";
import { createApprover } from "../tui/approver.ts";
import { PlainConsole } from "../tui/plain.ts";
import type { ConsoleOptions } from "./console.ts";
import { createLeaving, noticeFor, sayWhatWaits, stayUntilLeft } from "./console-life.ts";
import type { SessionIo } from "./session-io.ts";

export async function showPlainConsole(options: ConsoleOptions, io: SessionIo): Promise<number> {
  const leaving = createLeaving();
  const plain = new PlainConsole({ columns: io.columns, print: (row) => io.stdout(`${row}\n`) });
  const approver = createApprover({
    draw: (state) => plain.announce(state),
    notice: noticeFor(options, io, "bell"),
    quit: () => leaving.leave(0),
    nowMs: io.nowMs,
  });
  // Not as a terminal: node would draw a line editor.
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on("line", (line) => plain.hear(line, approver));
  lines.on("close", () => leaving.leave(0));
  io.stdout("guard console: questions are read out as they come; help lists the words\n");
  try {
    return await stayUntilLeft(approver, options, io, leaving);
  } finally {
    lines.close();
    process.stdin.pause();
    sayWhatWaits(approver, io);
  }
}
