/** The agent on our own stdin, stdout and stderr, in our own process group: like any member of a pipeline. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { AgentRun, ProcessEnd } from "./agent-run.ts";
import type { StartCommand } from "./seat-command.ts";

/** Our folder is inherited too, also when it has no name any more. */
export function runInherited({ file, args, argv0 }: StartCommand, env: NodeJS.ProcessEnv): AgentRun {
  const child = spawn(file, [...args], { stdio: "inherit", env, ...(argv0 === undefined ? {} : { argv0 }) });
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on("error", (error) => resolve({ kind: "not-started", reason: error.message }));
    child.on("exit", (code, signal) =>
      resolve(
        signal === null
          ? { kind: "exited", code: code ?? 0 }
          : { kind: "killed", signal: constants.signals[signal] },
      ),
    );
  });
  return {
    pid: child.pid ?? -1,
    ended,
    flush: () => undefined,
    release: () => undefined,
    resume: () => undefined,
  };
}
