/**
 * The words that the agent is started with: the user's own. Only a bash that a person will type to gets guard's start-up file,
 * which reads ~/.bashrc in turn: so guard knows when that is at its end, and it cannot take the check of typed lines away.
 */
import { basename, join } from "node:path";
import type { SessionPlace } from "../ipc/session-folder.ts";

type Argv = readonly [string, ...string[]];

export function agentArgv(argv: Argv, program: string, { folder }: SessionPlace): Argv {
  const [name, ...args] = argv;
  // Any other option may choose another file, or none.
  const readsOwnFile = basename(program) === "bash" && args.every((arg) => arg === "-i");
  return readsOwnFile ? [name, "--rcfile", join(folder, "agent/rc.bash"), ...args] : argv;
}
