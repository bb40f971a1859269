/** The agent in a terminal of its own; bytes go both ways untouched, and wait for whoever is slower. */
import { createRequire } from "node:module";
import type { AgentRun, ProcessEnd } from "./agent-run.ts";
import type { AgentScreen } from "./agent-screen.ts";
import { openPtyStream } from "./pty-stream.ts";
import { type RealTerminal, readTerminalSize } from "./real-terminal.ts";
import type { StartCommand } from "./seat-command.ts";

export interface PtyPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: RealTerminal;
  readonly screen: AgentScreen;
}

// A native addon: not bundled, and only loaded when there is a terminal.
const requirePackage = createRequire(import.meta.url);

export async function runInPty({ file, args }: StartCommand, place: PtyPlace): Promise<AgentRun> {
  const { spawn } = requirePackage("@lydell/node-pty") as typeof import("@lydell/node-pty");
  const { columns, rows } = readTerminalSize();
  const { cwd, env, terminal, screen } = place;
  const { stdin, stdout } = process;
  const pty = spawn(file, [...args], { cwd, env, cols: columns, rows, encoding: null });
  const { socket, readRest } = openPtyStream(pty, (bytes) => void screen.fromAgent(bytes));

  // A terminal that went away must not end us before the agent has ended.
  stdin.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => {
    if (screen.fromAgent(bytes) === "wait") socket.pause();
  });
  screen.onRoom(() => socket.resume());
  stdin.on("data", (bytes: Buffer) => {
    if (screen.typed(bytes) === "mine") return;
    if (socket.writable && !socket.write(bytes)) stdin.pause();
  });
  socket.on("drain", () => stdin.resume());
  const followSize = () => {
    const size = readTerminalSize();
    if (!socket.destroyed) pty.resize(size.columns, size.rows);
    screen.resize(size.columns, size.rows);
  };
  stdout.on("resize", followSize);

  const ended = new Promise<ProcessEnd>((resolve) => pty.onExit((end) => resolve(toProcessEnd(end))));
  terminal.makeRaw();
  stdin.resume();
  return {
    pid: pty.pid,
    ended,
    flush() {
      stdout.off("resize", followSize);
      readRest();
      screen.end();
    },
    release() {
      screen.giveBack();
      stdin.pause();
      terminal.restore();
    },
    resume() {
      terminal.makeRaw();
      followSize();
      stdin.resume();
      screen.takeAgain();
    },
  };
}

function toProcessEnd({ exitCode, signal }: { exitCode: number; signal?: number }): ProcessEnd {
  return signal ? { kind: "killed", signal } : { kind: "exited", code: exitCode };
}
