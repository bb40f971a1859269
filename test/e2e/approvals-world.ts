/**
 * A person, an agent and the real guard in real terminals: the agent does what it is told through a pipe, the person types
 * keys and reads screens. Nothing waits for a time, but where a person would pause.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";
import { GUARD, Machine } from "../launcher/guard-run.ts";
import { canUseTerminal, readOr } from "../launcher/user-terminal.ts";
import { startPane } from "../shells/tmux.ts";
import { AGENT, LISTENER } from "./approvals-agents.ts";
import { type Terminal, terminalOf } from "./approvals-terminal.ts";

export const cannotRun = !canUseTerminal || MACHINE_HAS_ORG_POLICY;

export interface Ended {
  readonly status: string;
  /** What the agent reads: stdout and stderr. */
  readonly text: string;
}

export class World {
  readonly machine = new Machine();
  readonly work = this.machine.work;
  readonly agent = join(this.machine.folder, "agent");
  readonly env: Record<string, string>;
  readonly #terminals: Terminal[] = [];
  #orders = 0;

  constructor() {
    const { TMUX: _, TMUX_PANE: __, GUARD_NOTICE: ___, NO_COLOR: ____, ...env } = this.machine.env;
    const bin = join(this.machine.folder, "bin");
    mkdirSync(bin);
    this.env = {
      ...(env as Record<string, string>),
      PATH: `${bin}:${env["PATH"] ?? ""}`,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      // No sessions of the person who runs the tests.
      TMPDIR: this.machine.folder,
    };
    writeFileSync(this.agent, AGENT, { mode: 0o755 });
    this.#prepare(this.work);
  }

  #prepare(folder: string): void {
    mkdirSync(join(folder, "out"), { recursive: true });
    execFileSync("mkfifo", [join(folder, "orders")]);
  }

  /** Another place for an agent. */
  openProject(name: string): string {
    const folder = join(this.machine.folder, name);
    this.#prepare(folder);
    return folder;
  }

  /** An agent that shows what it reads from the keyboard. */
  addListener(): string {
    const file = join(this.machine.folder, "listener");
    writeFileSync(file, LISTENER, { mode: 0o755 });
    return file;
  }

  addFolder(name: string): void {
    mkdirSync(join(this.work, name), { recursive: true });
    writeFileSync(join(this.work, name, "file"), "");
  }

  async end(): Promise<void> {
    await Promise.all(this.#terminals.map((terminal) => terminal.kill()));
    this.machine.dispose();
  }

  /** A program on PATH that tells in the file `ran` how it was called. */
  addProgram(name: string): void {
    const file = join(this.machine.folder, "bin", name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${join(this.work, "ran")}\n`);
    chmodSync(file, 0o755);
  }

  get ran(): string {
    return readOr(join(this.work, "ran"), "");
  }

  get userPolicy(): string {
    return join(this.machine.folder, "home/config/guard/policy.yaml");
  }

  get projectPolicy(): string {
    return join(this.work, ".guard/policy.yaml");
  }

  write(file: string, text: string): void {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  }

  /** At a prompt of bash, from where programs are started. */
  async openTerminal(changes: Readonly<Record<string, string>> = {}, cwd = this.work): Promise<Terminal> {
    const rc = join(this.machine.folder, "rc");
    writeFileSync(
      rc,
      "PS1='ready $? $ '\nHISTFILE=\nset +o histexpand\nbind 'set enable-bracketed-paste off'\n",
    );
    const argv = ["bash", "--noprofile", "--rcfile", rc, "-i"];
    const terminal = terminalOf(await startPane({ argv, cwd, env: { ...this.env, ...changes } }));
    this.#terminals.push(terminal);
    await terminal.shows(/^ready 0 \$/m);
    return terminal;
  }

  /** `guard run … -- agent`, outside tmux as far as guard can tell. */
  async runAgent(options: readonly string[], agent = this.agent, cwd = this.work): Promise<Terminal> {
    const terminal = await this.openTerminal({}, cwd);
    await terminal.enter(`unset TMUX TMUX_PANE; clear; ${this.guard(...options, "--", agent)}`);
    if (agent === this.agent) await terminal.shows("agent ready");
    return terminal;
  }

  guard(...options: readonly string[]): string {
    return [GUARD, "run", "--no-notice", ...options].join(" ");
  }

  async openConsole(...options: readonly string[]): Promise<Terminal> {
    const argv = [process.execPath, GUARD, "console", "--no-notice", ...options];
    const terminal = terminalOf(await startPane({ argv, cwd: this.work, env: this.env }));
    this.#terminals.push(terminal);
    await terminal.shows(/nothing waits|◆|no session runs/);
    return terminal;
  }

  /** The agent starts it and goes on; what became of it comes later. */
  order(line: string, how: "by-shell" | "as-program" = "by-shell", cwd = this.work): Promise<Ended> {
    const id = `${how === "by-shell" ? "s" : "p"}${++this.#orders}`;
    appendFileSync(join(cwd, "orders"), `${id} ${line}\n`);
    const ended = until(`the end of ${line}`, () => {
      const status = readOr(join(cwd, `out/${id}.status`), "");
      if (!status.endsWith("\n")) return undefined;
      return { status: status.trim(), text: readOr(join(cwd, `out/${id}`), "") };
    });
    // Whoever awaits it gets the error; nobody else needs it.
    ended.catch(() => undefined);
    return ended;
  }

  say(text: string): void {
    appendFileSync(join(this.work, "orders"), `say ${text}\n`);
  }

  leave(status = 0): void {
    appendFileSync(join(this.work, "orders"), `leave ${status}\n`);
  }

  /** guard's other commands, from a terminal of their own. */
  async run(...args: readonly string[]): Promise<string> {
    const run = this.machine.spawn(GUARD, args, { env: this.env });
    await run.closed;
    return run.stdout + run.stderr;
  }
}

export function openWorld(): World {
  const world = new World();
  for (const name of ["deploy", "npm", "kubectl"]) world.addProgram(name);
  onTestFinished(() => world.end());
  return world;
}

/** A session whose questions wait, and a console that shows them. */
export async function openSession(
  ...options: readonly string[]
): Promise<{ readonly world: World; readonly agent: Terminal; readonly console: Terminal }> {
  const world = openWorld();
  const agent = await world.runAgent(["--console", "wait", ...options]);
  const console = await world.openConsole();
  await console.shows(/nothing waits for an answer\n│ \w{8} · agent/);
  return { world, agent, console };
}

/** As guard shows what the agent runs. */
export const shownLine = (line: string) => line;

/** The agent wants it; resolves when it is on the screen, with what will become of it. */
export async function ask(
  world: World,
  at: Terminal,
  line: string,
): Promise<{ readonly ended: Promise<Ended> }> {
  const ended = world.order(line);
  await at.shows(`┃ ${shownLine(line)}`);
  return { ended };
}
