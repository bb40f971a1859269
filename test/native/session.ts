/** The agent's folder of one session, with a socket that answers, and a way to run programs in it. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnsweringSocket, type Asked, startAnsweringSocket } from "./answering-socket.ts";
import type { Client } from "./clients.ts";

export interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Typed at once; stdin then stays open. Left out: there is no stdin. */
  readonly typed?: string;
  /** argv[0], where it is not the program. */
  readonly argv0?: string;
  /** In a session of its own: the developer's terminal is not its terminal. */
  readonly detached?: true;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export interface Session {
  readonly root: string;
  readonly agent: string;
  readonly ask: string;
  readonly work: string;
  readonly socket: AnsweringSocket;
  readonly shim: (name: string) => string;
  /** A script on the way along PATH; gives its path. */
  addProgram(folder: string, name: string, text: string, mode?: number): string;
  end(): Promise<void>;
}

export async function startSession(client: Client): Promise<Session> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gs-")));
  const [agent, work] = [join(root, "agent"), join(root, "work")];
  for (const folder of [agent, work, join(root, "bin")]) mkdirSync(folder);
  symlinkSync(join(client.native, "guard-ask"), join(agent, "guard-ask"));
  symlinkSync(join(client.native, "shims"), join(agent, "shims"));
  const socket = await startAnsweringSocket(join(agent, "agent.sock"));
  return {
    root,
    agent,
    ask: join(agent, "guard-ask"),
    work,
    socket,
    shim: (name) => join(agent, "shims", name),
    addProgram: (folder, name, text, mode = 0o755) => {
      const path = join(root, folder, name);
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    },
    end: async () => {
      await socket.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function start(
  command: readonly string[],
  { env = {}, cwd, argv0, typed, detached }: RunOptions = {},
): Started {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    ...(argv0 === undefined ? {} : { argv0 }),
    detached: detached === true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  if (typed === undefined) child.stdin.end();
  else child.stdin.write(typed);
  const ended = new Promise<Ran>((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("latin1").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
  return { child, ended };
}

export function run(command: readonly string[], options?: RunOptions): Promise<Ran> {
  return start(command, options).ended;
}

/** `key=value` of the last question, as text. */
export function lastAsked(session: Session): readonly string[] {
  const last: Asked | undefined = session.socket.asked.at(-1);
  if (last === undefined) throw new Error("nothing was asked");
  return last.fields.map(([key, value]) => `${key}=${value.toString()}`);
}

/** Waits for something that happens elsewhere. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`did not happen within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
