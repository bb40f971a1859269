/** Does a line leave something running behind itself? Its lease then lasts as long as its shell. */
import type { Judged } from "./judged.ts";

const STEPS: ReadonlySet<string> = new Set(["&", "coproc"]);
const PROGRAMS: ReadonlySet<string> = new Set(
  "nohup setsid disown bg daemonize daemon start-stop-daemon screen tmux dtach abduco at batch".split(" "),
);

export function startsBackground({ command, classified }: Judged): boolean {
  return PROGRAMS.has(classified.program?.name ?? "") || command.nesting.some((step) => STEPS.has(step));
}
