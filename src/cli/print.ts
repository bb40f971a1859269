/** The door to the terminal: what is printed here cannot move the cursor, hide or forge anything. */
import { makeVisible } from "../core/visible.ts";

/** One line, made visible as a whole: for messages that may quote files, folders or arguments. */
export function printProblem(message: string): void {
  process.stderr.write(`guard: ${makeVisible(message)}\n`);
}

/** Text of our own, laid out by us; everything foreign in it was made visible where it was put in. */
export function printText(text: string): void {
  process.stdout.write(text);
}

/** `fine`: who only lists has done what its reader wanted (`guard log | head -1`). Where the status is the answer (check, verify), it must not say that all is well. */
export type ReaderGone = "fine" | "an-error";

export function statusOf({ code }: NodeJS.ErrnoException, readerGone: ReaderGone): 0 | 2 {
  return code === "EPIPE" && readerGone === "fine" ? 0 : 2;
}

/** A reader that goes away, or a full disk, ends guard without a stack trace. */
export function endOnBrokenOutput(readerGone: ReaderGone): void {
  const end = (problem: NodeJS.ErrnoException) => process.exit(statusOf(problem, readerGone));
  process.stdout.on("error", end);
  process.stderr.on("error", end);
}
