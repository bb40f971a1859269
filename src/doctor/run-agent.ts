/** The user's own agent under the user's own guard, on this terminal; afterwards what guard saw of it. */
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { loadAgents } from "../engine/load-agents.ts";
import { type AgentCoverage, coverAgent } from "./agent-coverage.ts";
import { findSessionOf } from "./find-session.ts";
import { markAudit, readRecords } from "./session-records.ts";

export interface AgentWish {
  readonly command: readonly [string, ...string[]];
  /** node, guard, run and its options. */
  readonly guardRun: readonly string[];
  readonly auditFile: string;
  readonly env: NodeJS.ProcessEnv;
  /** `report`: our stdout is for the report alone; the agent's goes to stderr. */
  readonly stdout: "agent" | "report";
}

export async function runAgent({
  command,
  guardRun,
  auditFile,
  env,
  stdout,
}: AgentWish): Promise<AgentCoverage> {
  const since = markAudit(auditFile);
  const [file = "", ...args] = [...guardRun, "--", ...command];
  const child = spawn(file, args, { env, stdio: ["inherit", stdout === "agent" ? "inherit" : 2, "inherit"] });
  // Ctrl-C and Ctrl-\ are the agent's: the terminal sends them to all of us.
  const ignored = ["SIGINT", "SIGQUIT"] as const;
  const ignore = () => undefined;
  for (const signal of ignored) process.on(signal, ignore);
  let status: number | string | undefined;
  const ended = new Promise<void>((done) => {
    const end = (how: number | string) => {
      status ??= how;
      done();
    };
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(signal ?? code ?? -1));
  });
  const found = await findSessionOf(
    child.pid ?? -1,
    env,
    () => true,
    () => status !== undefined,
  );
  await ended;
  for (const signal of ignored) process.off(signal, ignore);
  const records = found ? readRecords(auditFile, since, found.session) : [];
  const run = {
    command,
    known: findKnown(command),
    status: status ?? -1,
    // A folder is there before the agent may start; a session that began is in the records.
    session: records.length > 0 ? (found?.session ?? null) : null,
  };
  return coverAgent(run, records);
}

function findKnown([program]: AgentWish["command"]): string | null {
  const name = basename(program);
  return loadAgents().agents.find(({ programs }) => programs.includes(name))?.agent ?? null;
}
