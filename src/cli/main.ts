/**
 * The command line: one file per sub-command, each loaded only when it is asked for, so that a check starts fast.
 * The only folder that prints and that sets exit codes.
 */

import { endOnBrokenOutput, printProblem, printText } from "./print.ts";

export const VERSION = "0.1.0";

const HELP = `guard ${VERSION}: stands between AI coding agents and this machine

  guard check -- LINE       what would happen to a line, and why; runs nothing
      [--json] [--cwd DIR] [--mode default|plan|full-auto]
      [--shell bash|sh|zsh|fish]
  guard check --stdin       the same for JSON lines
      {"line": …, "cwd"?: …, "mode"?: …, "shell"?: …}
  guard policy show|lint|test|trust|untrust
                            the policy files that count here
  guard help [COMMAND]      guard --version

  guard check -- 'rm -rf build && npm test'
  guard check --mode plan -- 'git log --oneline | head'

exit status of check: 0 allow, 10 ask or confirm, 11 deny,
2 usage or internal error
`;

export async function main(args: readonly string[]): Promise<number> {
  endOnBrokenOutput();
  const [command, ...rest] = args;
  try {
    switch (command) {
      case "check":
        return await (await import("./check.ts")).runCheck(rest);
      case "policy": {
        const { runPolicy } = await import("./policy.ts");
        const stderr = (text: string) => void process.stderr.write(text);
        return await runPolicy(rest, { stdout: printText, stderr, cwd: process.cwd(), env: process.env });
      }
      case "--version":
      case "-V":
      case "version":
        printText(`guard ${VERSION}\n`);
        return 0;
      case undefined:
      case "help":
      case "--help":
      case "-h":
        return help(rest[0]);
      case "run":
        printProblem("guard run is not there yet; guard check -- 'LINE' tells what would happen to a line");
        return 2;
      default:
        printProblem(`${command} is not a command; guard help lists them (check, policy, help)`);
        return 2;
    }
  } catch (error) {
    printProblem(explain(error));
    return 2;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const gone = "syscall" in error && error.syscall === "uv_cwd";
  return gone ? "the current folder is gone; cd to another one, or name it with --cwd" : error.message;
}

async function help(topic: string | undefined): Promise<number> {
  if (topic === "check" || topic === "policy") return main([topic, "--help"]);
  if (topic !== undefined) return main([topic]);
  printText(HELP);
  return 0;
}
