/** Puts the agent into its place: a pty of its own at a terminal, else our own stdin, stdout and stderr. */
import type { SessionPlace } from "../ipc/session-folder.ts";
import { agentArgv } from "./agent-argv.ts";
import { agentEnvironment } from "./agent-environment.ts";
import type { AgentRun } from "./agent-run.ts";
import type { AgentScreen } from "./agent-screen.ts";
import type { Confined } from "./confine-agent.ts";
import type { InstalledParts } from "./installed-parts.ts";
import type { RealTerminal } from "./real-terminal.ts";
import { runInherited } from "./run-inherited.ts";
import type { RunOptions } from "./run-options.ts";
import { startCommand } from "./seat-command.ts";
import type { DaemonLink } from "./start-daemon.ts";

export interface AgentStart {
  readonly place: SessionPlace;
  readonly daemon: DaemonLink;
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  readonly program: string;
  /** Undefined: without a pty, on our own stdin, stdout and stderr. */
  readonly at: { readonly terminal: RealTerminal; readonly screen: AgentScreen } | undefined;
  readonly gate: "on" | "off";
  readonly confined: Confined | undefined;
}

export async function startAgent(start: AgentStart): Promise<AgentRun> {
  const { place, options, parts, program, at, gate } = start;
  const { cwd, agent } = options;
  const env = agentEnvironment(options.env, place, parts, gate);
  const command = { program, argv: agentArgv(agent, program, place), env, cwd };
  const gated = {
    ...(gate === "on" ? { guarded: guardsOwn(start) } : {}),
    ...(start.confined === undefined ? {} : { confinement: start.confined.seat }),
  };
  if (at === undefined) return runInherited(startCommand(command, parts.seat, place.folder, gated), env);
  const { runInPty } = await import("./run-in-pty.ts");
  const fixes = undoNodePty(env, cwd);
  const more = { ...gated, modes: at.terminal.modes, fixes };
  return runInPty(startCommand(command, parts.seat, place.folder, more), { cwd, env, ...at });
}

/** Nothing below the gate may touch these; the seat adds itself. */
function guardsOwn({ daemon }: AgentStart): number[] {
  return [...(daemon.pid === undefined ? [] : [daemon.pid]), process.pid];
}

/** node-pty sets PWD (without the links that the user came by) and TERM; the agent gets what the user has. */
function undoNodePty(env: NodeJS.ProcessEnv, cwd: string): string[] {
  const { PWD, TERM } = env;
  return [
    ...(PWD === cwd ? [] : [PWD === undefined ? "PWD" : `PWD=${PWD}`]),
    ...(TERM ? [] : [TERM === undefined ? "TERM" : "TERM="]),
  ];
}
