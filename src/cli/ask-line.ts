/** A line from who sits at the terminal. Beside stderr, so that what is printed stays what it is. Loaded when it is needed: most commands ask nothing. */
import { createInterface } from "node:readline";

/** An end of the input (Ctrl-D, Ctrl-C) is an empty answer. */
export async function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return await new Promise((resolve) => {
    lines.once("close", () => resolve(""));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}
