/**
 * `guard run`: makes a session, starts its daemon, puts the agent into its seat, and ends as the agent did. Thin: it
 * decides nothing about commands. It must never start an agent that the daemon does not know of, leave the user's
 * terminal in a strange mode, or leave anything of a session running that nobody guards.
 *
 * Here is only what must be known before the daemon starts; the rest is loaded while the daemon does the same.
 */

import { stampOf } from "../ipc/process-stamp.ts";
import { openRuntimeFolder } from "../ipc/runtime-folder.ts";
import {
  makeSessionFolder,
  removeSessionFolder,
  type SessionPlace,
  writeSession,
} from "../ipc/session-folder.ts";
import { findAgent } from "./find-agent.ts";
import { findOuterGuard } from "./find-outer-guard.ts";
import { findInstalledParts, findMissingHook } from "./installed-parts.ts";
import { removeIfSignalled } from "./remove-if-signalled.ts";
import {
  COULD_NOT_START,
  DENIED_OR_NOT_EXECUTABLE,
  NOT_FOUND,
  type RunExit,
  type RunOptions,
} from "./run-options.ts";
import { startDaemon } from "./start-daemon.ts";

export async function runSession(options: RunOptions): Promise<RunExit> {
  const { env, cwd, say } = options;
  const outer = findOuterGuard(env);
  if (outer !== undefined) return refuse(say, `${outer}; a guard inside a guard does not start`);
  const parts = findInstalledParts();
  if (parts.ask === undefined)
    return refuse(say, "guard-ask is missing or broken; install guard again (./install.sh)");
  const missing = findMissingHook(parts);
  if (missing !== undefined) return refuse(say, `${missing} is missing; install guard again (./install.sh)`);
  const [name] = options.agent;
  const found = findAgent(name, cwd, env["PATH"]);
  if (found.kind === "not-found")
    return refuse(say, `${name}: not found; is it installed, and on PATH?`, NOT_FOUND);
  if (found.kind === "not-executable")
    return refuse(say, `${found.program}: not executable`, DENIED_OR_NOT_EXECUTABLE);
  const runtime = openRuntimeFolder(env);
  if (runtime.kind === "refused") return refuse(say, runtime.reason);
  let place: SessionPlace | undefined;
  const folderStays = removeIfSignalled(() => place?.folder);
  place = makeSessionFolder(runtime.path);
  // Whoever finds the folder later can tell whether anybody of it lives.
  const launcher = stampOf(process.pid);
  writeSession(place.folder, {
    v: 1,
    session: place.session,
    launcher,
    agent: [...options.agent],
    cwd,
    startedAtMs: Date.now(),
  });
  try {
    const daemon = startDaemon(parts.daemon, place.folder, env);
    const { runGuarded } = await import("./run-guarded.ts");
    return await runGuarded(place, daemon, { options, parts, program: found.program, folderStays });
  } catch (error) {
    removeSessionFolder(place.folder);
    throw error;
  }
}

function refuse(say: RunOptions["say"], problem: string, code: number = COULD_NOT_START): RunExit {
  say(problem);
  return { kind: "code", code };
}
