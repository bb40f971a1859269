/** Between what the user wrote and the program that it means: version managers, `env`, `timeout`. */
import { basename } from "node:path";
import type { GateExec } from "../protocol/gate-messages.ts";
import type { Loaded } from "./loaded-program.ts";
import { isManaged, isWrapped, type RootAgent, startsScript } from "./root.ts";

/** `pyenv exec python3 agent.py`: a manager's own script, with all that the user wrote. */
export function isManagersStart(exec: GateExec, loaded: Loaded, root: RootAgent): boolean {
  const { cwd, file, arg } = exec;
  switch (loaded.kind) {
    case "script":
      return isWrapped({ cwd, path: loaded.path, arg: [loaded.path, ...loaded.args] }, root);
    case "program":
      // `bash …/shims/python3 agent.py`: what env makes of the script's first line.
      return startsScript(exec, root.program) || isWrapped({ cwd, path: file, arg }, root);
    case "nameless":
      return false;
  }
}

/** Programs that only start what is written behind them. */
const STARTERS: ReadonlySet<string> = new Set([
  ...["env", "nice", "nohup", "setsid", "stdbuf", "timeout", "ionice", "taskset", "chrt", "time"],
]);

export function isStarter(program: string): boolean {
  return STARTERS.has(basename(program));
}

/** The user has written this argv too: behind a starter, or as what a version manager has to find. */
export function isGivenProgram({ arg, file }: GateExec, { argv, program }: RootAgent): boolean {
  const managed = isManaged(program);
  if ((!managed && !isStarter(program)) || arg.length === 0) return false;
  const tail = argv.slice(-arg.length);
  return (
    (managed ? arg.length === argv.length : arg.length < argv.length) &&
    basename(file) === basename(tail[0] ?? "") &&
    arg.slice(1).every((word, index) => word === tail[index + 1])
  );
}
