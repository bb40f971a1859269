/** Puts the agent into its place: a pty of its own at a terminal, else our own stdin, stdout and stderr. */
import type { SessionPlace } from "../ipc/session-folder.ts";
import { agentEnvironment } from "./agent-environment.ts";
import type { AgentRun } from "./agent-run.ts";
import type { InstalledParts } from "./installed-parts.ts";
import { openRealTerminal } from "./real-terminal.ts";
import { runInherited } from "./run-inherited.ts";
import type { RunOptions } from "./run-options.ts";
import { startCommand } from "./seat-command.ts";

export interface AgentStart {
  readonly place: SessionPlace;
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  readonly program: string;
  readonly where: "pty" | "inherited";
}

export async function startAgent({ place, options, parts, program, where }: AgentStart): Promise<AgentRun> {
  const { cwd, agent } = options;
  const env = agentEnvironment(options.env, place, parts);
  const command = { program, argv: agent, env, cwd };
  if (where === "inherited") return runInherited(startCommand(command, parts.seat, place.folder), env);
  const terminal = openRealTerminal();
  const { runInPty } = await import("./run-in-pty.ts");
  const fixes = undoNodePty(env, cwd);
  const start = startCommand(command, parts.seat, place.folder, { modes: terminal.modes, fixes });
  return runInPty(start, { cwd, env, terminal });
}

/** node-pty sets PWD (without the links that the user came by) and TERM; the agent gets what the user has. */
function undoNodePty(env: NodeJS.ProcessEnv, cwd: string): string[] {
  const { PWD, TERM } = env;
  return [
    ...(PWD === cwd ? [] : [PWD === undefined ? "PWD" : `PWD=${PWD}`]),
    ...(TERM ? [] : [TERM === undefined ? "TERM" : "TERM="]),
  ];
}
