/** guard console in a real terminal, with fake sessions that it finds by itself. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Pane, startPane } from "../shells/tmux.ts";

const GUARD = join(import.meta.dirname, "../../bin/guard");

export async function startConsole(
  root: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Pane> {
  const console = [process.execPath, GUARD, "console", "--no-notice"];
  const pane = await startPane({
    // Its last words and its status are read when it has left.
    argv: ["sh", "-c", '"$@"; echo "left with $?"; exec sleep 1000', "sh", ...console, ...args],
    cwd: root,
    env: {
      HOME: root,
      XDG_RUNTIME_DIR: root,
      // No sessions of the person who runs the tests.
      TMPDIR: root,
      PATH: process.env["PATH"] ?? "",
      LANG: "C.UTF-8",
      ...env,
    },
  });
  onTestFinished(() => pane.kill());
  return pane;
}
