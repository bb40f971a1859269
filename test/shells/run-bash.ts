/** Runs a bash with the hook that BASH_ENV names, and waits without blocking: the stub answers in the same process. */
import { spawn } from "node:child_process";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, stdin }: RunOptions,
): Promise<Ran> {
  return new Promise((done, fail) => {
    // Without SHLVL a bash whose stdin is a socket (node's pipes are) takes itself for sshd's child: no BASH_ENV.
    const child = spawn(program, args, {
      cwd,
      env: { SHLVL: "1", ...env },
      timeout: 30_000,
      killSignal: "SIGKILL",
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (bytes: Buffer) => {
      stdout += bytes.toString();
    });
    child.stderr.on("data", (bytes: Buffer) => {
      stderr += bytes.toString();
    });
    child.on("error", fail);
    child.on("close", (status) => done({ status, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin ?? "");
  });
}
