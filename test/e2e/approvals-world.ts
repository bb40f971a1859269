/**
 * A person, an agent and the real guard in real terminals: the agent does what it is told through a pipe, the person types
 * keys and reads screens. Nothing waits for a time, but where a person would pause.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";
import { GUARD, Machine } from "../launcher/guard-run.ts";
import { canUseTerminal, readOr } from "../launcher/user-terminal.ts";
import { type Pane, startPane } from "../shells/tmux.ts";

export const cannotRun = !canUseTerminal || MACHINE_HAS_ORG_POLICY;

/** Builtins only, so that nobody is asked about the agent itself. */
const AGENT = `#!/bin/bash -p
exec 3<>orders
printf 'agent ready\\n'
while read -r -u 3 id line; do
  case $id in
    leave) exit "$line" ;;
    say) printf '%b' "$line" ;;
    p*) ( $line >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) & ;;
    *) ( bash -c "$line" >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) & ;;
  esac
done
`;

/** The same, and each key that it gets is on the screen. */
const LISTENER = `#!/bin/bash -p
exec 3<>orders
printf 'agent listens\\nheard: '
{ while read -r -u 3 id line; do
  ( bash -c "$line" >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) &
done; } &
while read -r -s -n 1 key; do printf '%s' "$key"; done
`;

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
export const shownLine = (line: string) => `bash -c '${line}'`;

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

export interface Picture {
  readonly screen: string;
  readonly facts: string;
}

export interface Terminal extends Pane {
  enter(line: string): Promise<void>;
  /** What is on the screen now, no scrollback. */
  view(): Promise<string>;
  shows(what: RegExp | string): Promise<string>;
  showsNo(what: RegExp | string): Promise<string>;
  /** As a person does it: again, after a pause, where the card says that it was too early. */
  answer(key: string, expected: RegExp | string): Promise<string>;
  /** Cursor and modes. */
  facts(): Promise<string>;
  /** All that the eye sees, and all that tmux tells: when it has come to rest. */
  picture(): Promise<Picture>;
}

/** The card's own words for a key that came before it could be read. */
const TOO_EARLY = /that was quick|this question is new|went to nobody/;
const A_PAUSE_MS = 300;
const LIMIT_MS = 20_000;

const FACTS = [
  ...["cursor_x", "cursor_y", "cursor_flag", "alternate_on", "insert_flag", "origin_flag", "wrap_flag"],
  ...["keypad_cursor_flag", "keypad_flag", "mouse_all_flag", "mouse_any_flag", "mouse_button_flag"],
  ...["mouse_standard_flag", "mouse_sgr_flag", "scroll_region_upper", "scroll_region_lower", "history_size"],
];

function terminalOf(pane: Pane): Terminal {
  const view = () => pane.command("capture-pane", "-p");
  const isThere = (screen: string, what: RegExp | string) =>
    typeof what === "string" ? screen.includes(what) : what.test(screen);
  const waitFor = async (condition: (screen: string) => boolean, what: string) => {
    let seen = "";
    const found = until(
      what,
      async () => {
        seen = await view();
        return condition(seen) ? seen : undefined;
      },
      LIMIT_MS,
    );
    return found.catch((error: Error) => {
      throw new Error(`${error.message}; the screen:\n${seen}`);
    });
  };
  return {
    ...pane,
    view,
    shows: (what) => waitFor((screen) => isThere(screen, what), `a screen with ${what}`),
    showsNo: (what) => waitFor((screen) => !isThere(screen, what), `a screen without ${what}`),
    async enter(line) {
      await pane.type(line);
      await pane.press("Enter");
    },
    async answer(key, expected) {
      for (;;) {
        await pane.press(key);
        const seen = await waitFor(
          (screen) => isThere(screen, expected) || TOO_EARLY.test(screen),
          `${expected} after ${key}`,
        );
        if (isThere(seen, expected)) return seen;
        await pause(A_PAUSE_MS);
        const later = await view();
        if (isThere(later, expected)) return later;
      }
    },
    picture: () => pictureOf(pane),
    facts: () => factsOf(pane),
  };
}

async function pictureOf(pane: Pane): Promise<Picture> {
  let before: string | undefined;
  return until("a screen at rest", async () => {
    const screen = await pane.command("capture-pane", "-p", "-e");
    const facts = await factsOf(pane);
    const now = `${screen}${facts}`;
    const isSame = now === before;
    before = now;
    return isSame ? { screen, facts } : undefined;
  });
}

function factsOf(pane: Pane): Promise<string> {
  return pane.command("display-message", "-p", FACTS.map((name) => `${name}=#{${name}}`).join(" "));
}
