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

/** A reader that goes away, or a full disk, ends guard with its error status and without a stack trace. */
export function endOnBrokenOutput(): void {
  const end = () => process.exit(2);
  process.stdout.on("error", end);
  process.stderr.on("error", end);
}
