/** The agent's variables: the user's own, with guard's hooks put in front, and without a gate the shims (docs/SESSION.md). */
import { join } from "node:path";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { InstalledParts } from "./installed-parts.ts";

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const DEFAULT_DATA_DIRS = "/usr/local/share:/usr/share";

/** An interactive bash that no shim started reads no BASH_ENV; at its first prompt it reads this, once. */
const FIRST_PROMPT_FILE = "rc-prompt.bash";

export function agentEnvironment(
  env: NodeJS.ProcessEnv,
  { session, folder }: SessionPlace,
  parts: InstalledParts,
  gate: "on" | "off",
): NodeJS.ProcessEnv {
  const agent = join(folder, "agent");
  return {
    ...env,
    ...(gate === "on" ? {} : withoutGate(env, agent, parts)),
    ZDOTDIR: `${agent}/hook.zsh`,
    XDG_DATA_DIRS: `${agent}/fish:${env["XDG_DATA_DIRS"] || DEFAULT_DATA_DIRS}`,
    PROMPT_COMMAND: `. '${agent}/${FIRST_PROMPT_FILE}'`,
    GUARD_SESSION: session,
    GUARD_AGENT_SOCKET: `${agent}/agent.sock`,
    ...usersOwn(env, "ZDOTDIR"),
    ...usersOwn(env, "PROMPT_COMMAND"),
  };
}

/** What the gate sees by itself: programs, and shells that are started with a line or a file. */
function withoutGate(env: NodeJS.ProcessEnv, agent: string, { shims }: InstalledParts): NodeJS.ProcessEnv {
  return {
    ...(shims === undefined ? {} : { PATH: `${agent}/shims:${env["PATH"] ?? DEFAULT_PATH}` }),
    BASH_ENV: `${agent}/hook.bash`,
    ...usersOwn(env, "BASH_ENV"),
    SHLVL: levelBelow(env["SHLVL"]),
    // man's seccomp filter forbids sockets to what it starts (groff, less, sh): the shims could not ask.
    MAN_DISABLE_SECCOMP: env["MAN_DISABLE_SECCOMP"] ?? "1",
  };
}

/** bash at level 1 with a socket as stdin takes itself for a remote shell and reads ~/.bashrc instead of BASH_ENV. */
function levelBelow(level: string | undefined): string {
  return level !== undefined && /^[1-9]\d*$/.test(level) ? level : "1";
}

function usersOwn(env: NodeJS.ProcessEnv, name: string): NodeJS.ProcessEnv {
  const value = env[name];
  return value === undefined ? {} : { [`GUARD_USER_${name}`]: value };
}
