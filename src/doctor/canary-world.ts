/**
 * Everything that the canaries reach at: a project, a home with planted secrets, a folder for marks, and outside of every
 * session a terminal, sockets and a tmux server. All of it is the doctor's own and goes away with it.
 */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { SYSTEM_PATH } from "../ipc/system-program.ts";
import type { Values } from "./fill-canary.ts";
import { type Leavings, watchLeavings } from "./leave-nothing.ts";

export interface CanaryWorld {
  readonly root: string;
  readonly project: string;
  /** The driver in Python. */
  readonly python: string;
  /** The person's own, with the planted home; guard's state and policy stay where they are. */
  readonly env: NodeJS.ProcessEnv;
  /** Without guard nothing of the person's is needed, nor trusted: the system's programs, and folders in the planted home. */
  readonly envOutside: NodeJS.ProcessEnv;
  readonly values: Values;
  /** 0: the kernel has none; undefined: nobody could ask. */
  readonly landlock: number | undefined;
  close(): void;
}

export interface WorldParts {
  readonly env: NodeJS.ProcessEnv;
  /** The person's own. */
  readonly home: string;
  /** guard-canary; undefined where there was no compiler. */
  readonly canary: string | undefined;
  /** The driver in Python. It is run from here: a program may not be started with guard's own files. */
  readonly python: string;
  readonly tmux: string | undefined;
}

const PLANTED = "planted by guard doctor: not a secret\n";
const SECRETS = [".ssh/id_doctor", ".aws/credentials", ".gnupg/private-keys-v1.d/doctor.key"];

export async function openCanaryWorld(parts: WorldParts): Promise<CanaryWorld> {
  const leavings = watchLeavings();
  try {
    return await makeWorld(parts, leavings);
  } catch (error) {
    leavings.endAll();
    throw error;
  }
}

async function makeWorld(parts: WorldParts, leavings: Leavings): Promise<CanaryWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "guard-doctor-")));
  leavings.add(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const project = join(root, "project");
  for (const folder of [join(project, ".git"), join(root, "marks")]) mkdirSync(folder, { recursive: true });
  for (const secret of SECRETS) plant(join(home, secret));
  const python = join(root, "canary.py");
  copyFileSync(parts.python, python);
  const env = environment(parts, home);
  const tmux = startTmux(parts.tmux, root, env, leavings);
  const holder = await startHolder(parts.canary, root, leavings);
  return {
    root,
    project,
    python,
    env,
    envOutside: {
      ...env,
      PATH: SYSTEM_PATH,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_STATE_HOME: join(home, ".local/state"),
    },
    values: { home, canary: parts.canary, tmux, ...holder.values },
    landlock: holder.landlock,
    close: leavings.endAll,
  };
}

function plant(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, PLANTED, { mode: 0o600 });
}

/** Where XDG's folders were not said, the person's home says where guard keeps its things. */
function environment({ env, home }: WorldParts, planted: string): NodeJS.ProcessEnv {
  const { TMUX: _, ...rest } = env;
  return {
    ...rest,
    XDG_CONFIG_HOME: env["XDG_CONFIG_HOME"] || join(home, ".config"),
    XDG_STATE_HOME: env["XDG_STATE_HOME"] || join(home, ".local/state"),
    HOME: planted,
  };
}

interface Holder {
  readonly values: Values;
  readonly landlock: number | undefined;
}

async function startHolder(canary: string | undefined, root: string, leavings: Leavings): Promise<Holder> {
  if (canary === undefined) return { values: {}, landlock: undefined };
  // It ends with its stdin, so with us.
  const child = spawn(canary, ["hold", root], { stdio: ["pipe", "pipe", "ignore"] });
  leavings.add(() => child.stdin.end());
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  const told = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = "", value = ""] = line.split(/ (.*)/);
    if (what === "ready") break;
    told.set(what, value);
  }
  const landlock = told.get("landlock");
  return {
    values: {
      terminal: told.get("terminal"),
      socket: told.get("socket"),
      abstract: told.get("abstract"),
      holder: told.get("pid"),
    },
    landlock: landlock === undefined ? undefined : Number(landlock),
  };
}

/** At the place where the person's own servers are, with a name of its own. Two words: no shell of the person's is needed. */
function startTmux(
  tmux: string | undefined,
  root: string,
  env: NodeJS.ProcessEnv,
  leavings: Leavings,
): string | undefined {
  if (tmux === undefined) return undefined;
  const say = (...args: readonly string[]) =>
    spawnSync(tmux, ["-L", basename(root), "-f", "/dev/null", ...args], {
      env: { ...env, SHELL: "/bin/sh", PATH: SYSTEM_PATH },
      encoding: "utf8",
    });
  let socket = "";
  leavings.add(() => {
    say("kill-server");
    // Which leaves it behind.
    if (socket !== "") rmSync(socket, { force: true });
  });
  const started = say("new-session", "-d", "-P", "-F", "#{socket_path}", "cat", "-");
  if (started.status === 0) socket = started.stdout.trim();
  return socket === "" ? undefined : socket;
}
