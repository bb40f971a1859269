/**
 * `guard run`: makes a session, starts its daemon, puts the agent into its seat, and ends as the agent did. Thin: it
 * decides nothing about commands. It must never start an agent that the daemon does not know of, leave the user's
 * terminal in a strange mode, or leave anything of a session running that nobody guards.
 *
 * Here is only what must be known before the daemon starts; the rest is loaded while the daemon does the same.
 */

import { stampOf } from "../ipc/process-stamp.ts";
import { openRuntimeFolder } from "../ipc/runtime-folder.ts";
import { makeSessionFolder, writeSession } from "../ipc/session-folder.ts";
import { type Begun, endIfSignalled, leave } from "./end-if-signalled.ts";
import { findAgent } from "./find-agent.ts";
import { findConfinement } from "./find-confinement.ts";
import { findGate } from "./find-gate.ts";
import { findOuterGuard } from "./find-outer-guard.ts";
import { findInstalledParts, findMissingFile } from "./installed-parts.ts";
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
  const missing = findMissingFile(parts);
  if (missing !== undefined) return refuse(say, `${missing} is missing; install guard again (./install.sh)`);
  const [name] = options.agent;
  const found = findAgent(name, cwd, env["PATH"]);
  if (found.kind === "not-found")
    return refuse(say, `${name}: not found; is it installed, and on PATH?`, NOT_FOUND);
  if (found.kind === "not-executable")
    return refuse(say, `${found.program}: not executable`, DENIED_OR_NOT_EXECUTABLE);
  const umaskProblem = findUmaskProblem();
  if (umaskProblem !== undefined) return refuse(say, umaskProblem);
  const runtime = openRuntimeFolder(env);
  if (runtime.kind === "refused") return refuse(say, runtime.reason);
  const begun: Begun = {};
  const signalsPass = endIfSignalled(begun);
  try {
    const place = makeSessionFolder(runtime.path);
    begun.place = place;
    // Whoever finds the folder later can tell whether anybody of it lives.
    writeSession(place.folder, {
      v: 1,
      session: place.session,
      launcher: stampOf(process.pid),
      agent: [...options.agent],
      cwd,
      startedAtMs: Date.now(),
    });
    const daemon = startDaemon(parts.daemon, place.folder, env);
    begun.daemon = daemon;
    const gate = findGate(options.gate, parts);
    const confinement = findConfinement(options.confine, parts);
    const { runGuarded } = await import("./run-guarded.ts");
    return await runGuarded(place, daemon, {
      options,
      parts,
      gate,
      confinement,
      program: found.program,
      signalsPass,
    });
  } catch (error) {
    // What cannot be removed is not the problem to be told.
    await leave(begun).catch(() => undefined);
    throw explain(error, runtime.path);
  }
}

const NO_ROOM = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS"];

/** A full disk says neither which one it is nor what to do. */
function explain(error: unknown, runtimeFolder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!NO_ROOM.includes(code)) return error;
  const wayOut = "make room there, or set XDG_RUNTIME_DIR to a folder of yours on another disk";
  return new Error(`nothing can be written below ${runtimeFolder} (${code}); ${wayOut}`, { cause: error });
}

/** A umask that takes the user's own rights away: no file that guard makes could be read again. */
function findUmaskProblem(): string | undefined {
  const umask = process.umask();
  if ((umask & 0o700) === 0) return undefined;
  return `umask ${umask.toString(8).padStart(4, "0")} takes your own rights from every new file; set another: umask 022`;
}

function refuse(say: RunOptions["say"], problem: string, code: number = COULD_NOT_START): RunExit {
  say(problem);
  return { kind: "code", code };
}
