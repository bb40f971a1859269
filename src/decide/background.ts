/** Does a line leave something running behind itself? Its lease then lasts as long as its shell. */
import type { Judged } from "./judged.ts";

/** `server`: it goes on by itself, with no tie to who started it, and runs there what the line said. */
export type Background = "job" | "server";

const STEPS: ReadonlySet<string> = new Set(["&", "coproc"]);
const PROGRAMS: ReadonlySet<string> = new Set("nohup disown bg at batch".split(" "));
const SERVERS: ReadonlySet<string> = new Set(
  "setsid daemonize daemon start-stop-daemon screen tmux tmate dtach abduco".split(" "),
);

export function findBackground(commands: readonly Judged[]): Background | undefined {
  if (commands.some(({ classified }) => SERVERS.has(classified.program?.name ?? ""))) return "server";
  return commands.some(leavesJob) ? "job" : undefined;
}

function leavesJob({ command, classified }: Judged): boolean {
  return PROGRAMS.has(classified.program?.name ?? "") || command.nesting.some((step) => STEPS.has(step));
}
