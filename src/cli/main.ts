/**
 * The command line: one file per sub-command, each loaded only when it is asked for, so that a check starts fast.
 * The only folder that prints and that sets exit codes.
 */

import { endOnBrokenOutput, printProblem, printText, type ReaderGone, statusOf } from "./print.ts";

export const VERSION = "0.1.0";

const HELP = `guard ${VERSION}: stands between AI coding agents and this machine

  guard run -- AGENT [ARG…] starts an agent and checks its commands first
      [--mode default|plan|full-auto] [--console auto|inline|tmux|wait|none]
      [--gate auto|on|off] [--confine auto|on|off] [--reveal PATH]
      [--sandboxes auto|allow|refuse]
      [--profile NAME] [--timeout SECONDS] [--keep] [--no-notice]
  guard sessions            what runs under guard now
  guard console [SESSION]   answer questions in this terminal
      [--plain] [--no-notice] [--no-color] [--until-session-ends]
  guard pending             questions that wait for you
  guard resolve ID --decision once|session|timed|always|deny|deny-session
      [--reason TEXT] [--confirm]
  guard grants [list]       answers that are remembered
  guard grants revoke ID    forgets one: the same line asks again
  guard mode [MODE]         shows or switches a running session's mode
  guard check -- LINE       what would happen to a line, and why; runs nothing
  guard log [FILTER…]       what was recorded; --follow, --json; show ID,
                            export, verify, repair, prune
  guard stats               what was checked, asked and denied, and its cost
  guard policy show|lint|test|trust|untrust|forget
                            the policy files that count here
  guard suggest             rules that would have answered your questions
  guard replay --policy FILE
                            what another policy would have done
  guard doctor [-- AGENT]   what guard holds on this machine, proven by trying
      [--tier full|gate|confined|advisory]
  guard help [COMMAND]      guard --version

  guard run -- claude
  guard run --mode plan -- codex
  guard check -- 'rm -rf build && npm test'

exit status of run: the agent's; 125 guard could not start or was lost,
126 denied, 127 agent not found. A denied command exits 126.
exit status of check: 0 allow, 10 ask or confirm, 11 deny,
2 usage or internal error
`;

const TOPICS = [
  "run",
  "sessions",
  "console",
  "pending",
  "resolve",
  "grants",
  "mode",
  "check",
  "log",
  "stats",
  "policy",
  "suggest",
  "replay",
  "doctor",
];

export async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  endOnBrokenOutput(readerGoneOf(args));
  try {
    switch (command) {
      case "check":
        return await (await import("./check.ts")).runCheck(rest);
      case "policy": {
        const { runPolicy } = await import("./policy.ts");
        const stderr = (text: string) => void process.stderr.write(text);
        const { env, stdout } = process;
        const columns = stdout.columns || 80;
        return await runPolicy(rest, { stdout: printText, stderr, cwd: process.cwd(), env, columns });
      }
      case "run":
        return await (await import("./run.ts")).runRun(rest);
      case "sessions":
      case "console":
      case "pending":
      case "resolve":
      case "grants":
      case "mode":
      case "log":
      case "stats":
      case "doctor":
      case "suggest":
      case "replay":
        return await aboutSessions(command, rest);
      case "--version":
      case "-V":
      case "version":
        printText(`guard ${VERSION}\n`);
        return 0;
      case undefined:
      case "help":
      case "--help":
      case "-h":
        return help(rest);
      default:
        printProblem(`${command} is not a command; guard help lists them`);
        return 2;
    }
  } catch (error) {
    printProblem(explain(error));
    // For a caller of guard run every other status is the agent's own.
    return command === "run" ? 125 : 2;
  }
}

async function aboutSessions(
  command:
    | "sessions"
    | "console"
    | "pending"
    | "resolve"
    | "grants"
    | "mode"
    | "log"
    | "stats"
    | "doctor"
    | "suggest"
    | "replay",
  args: readonly string[],
): Promise<number> {
  const io = (await import("./session-io.ts")).terminalIo();
  switch (command) {
    case "sessions":
      return (await import("./sessions.ts")).runSessions(args, io);
    case "console":
      return (await import("./console.ts")).runConsole(args, io);
    case "pending":
      return (await import("./pending.ts")).runPending(args, io);
    case "resolve":
      return (await import("./resolve.ts")).runResolve(args, io);
    case "grants":
      return (await import("./grants.ts")).runGrants(args, io);
    case "mode":
      return (await import("./mode.ts")).runMode(args, io);
    case "log":
      return (await import("./log.ts")).runLog(args, io);
    case "stats":
      return (await import("./stats.ts")).runStats(args, io);
    case "doctor":
      return (await import("./doctor.ts")).runDoctor(args, io);
    case "suggest":
      return (await import("./suggest.ts")).runSuggest(args, io);
    case "replay":
      return (await import("./replay.ts")).runReplay(args, io);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const gone = "syscall" in error && error.syscall === "uv_cwd";
  return gone ? "the current folder is gone; cd to another one" : error.message;
}

/** What guard run tells is the agent's own status, whatever became of the output. */
export function statusAfter(
  args: readonly string[],
  status: number,
  problem: NodeJS.ErrnoException | null | undefined,
): number {
  return problem && args[0] !== "run" ? statusOf(problem, readerGoneOf(args)) : status;
}

function readerGoneOf([command, part = ""]: readonly string[]): ReaderGone {
  const onlyLists = command === "log" && !["verify", "repair", "prune"].includes(part);
  return onlyLists || command === "stats" ? "fine" : "an-error";
}

async function help([topic, part]: readonly string[]): Promise<number> {
  // Only there parts have a help of their own.
  if (topic === "log" && part !== undefined) return main(["log", "help", part]);
  if (topic !== undefined && TOPICS.includes(topic)) return main([topic, "--help"]);
  if (topic !== undefined) return main([topic]);
  printText(HELP);
  return 0;
}
