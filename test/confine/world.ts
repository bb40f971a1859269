/** A home, a project and a session on the disk, and the real bubblewrap with a real plan for them, as root and as a plain user. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeHiddenTemplates } from "../../src/confine/hidden-files.ts";
import { type ConfineFacts, type ConfinePlan, planConfinement } from "../../src/confine/plan.ts";
import { findSystemProgram } from "../../src/ipc/system-program.ts";
import { buildRoom } from "./build-room.ts";
import { planAs } from "./plan-as.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NOBODY = 65_534;
const ownUid = process.getuid?.() ?? 0;

type Who = "root" | "nobody" | "this user";
/** In a room: guard makes the masks; else bubblewrap does. */
export type User = Who | `${Who} in a room`;

/** Whoever can be tried here. */
const room = buildRoom();
export const USERS: readonly User[] = findUsers().flatMap((who) =>
  room === undefined ? [who] : [who, `${who} in a room` as const],
);

function findUsers(): readonly Who[] {
  if (ownUid !== 0) return ["this user"];
  if (isOpenToAll(ROOT)) return ["root", "nobody"];
  process.stderr.write(`confinement is not tried as nobody: ${ROOT} cannot be read by others\n`);
  return ["root"];
}

/** Why nothing can be tried here. */
export const whyNot = findReason();
if (whyNot !== undefined) process.stderr.write(`confinement is not tried: ${whyNot}\n`);

function findReason(): string | undefined {
  if (!existsSync(join(ROOT, "dist/confinement.json"))) return "guard is not built (npm run build)";
  const probe = spawnSync("bwrap", ["--dev-bind", "/", "/", "--unshare-user", "true"], { encoding: "utf8" });
  if (probe.error !== undefined) return "bubblewrap is not installed";
  return probe.status === 0 ? undefined : `bubblewrap does not work: ${probe.stderr.trim()}`;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class World {
  readonly folder = mkdtempSync("/tmp/confine-test-");
  readonly home = join(this.folder, "home");
  readonly project = join(this.folder, "project");
  readonly session = join(this.folder, "run/guard/abcdefgh");
  readonly user: User;
  readonly uid: number;
  readonly #env: NodeJS.ProcessEnv;
  #outside: ChildProcess | undefined;

  constructor(user: User) {
    this.user = user;
    this.uid = user.startsWith("nobody") ? NOBODY : ownUid;
    this.#env = {
      PATH: process.env["PATH"],
      HOME: this.home,
      XDG_RUNTIME_DIR: join(this.folder, "run"),
      TMUX_TMPDIR: join(this.folder, "tmux"),
    };
    for (const path of [this.home, this.project, join(this.session, "agent"), join(this.session, "control")])
      mkdirSync(path, { recursive: true });
    writeFileSync(join(this.session, "control/token"), "SECRET");
    makeHiddenTemplates(this.session);
    this.#own(this.folder);
  }

  /** Text, or `-> target` for a link, or `/` at the end of the name for a folder. Names are relative to the world. */
  plant(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
      if (text.startsWith("-> ")) symlinkSync(text.slice(3), path);
      else if (!name.endsWith("/")) writeFileSync(path, text);
    }
    this.#own(this.folder);
  }

  /** A variable of the user, in the facts and inside. */
  setVariable(name: string, value: string): void {
    this.#env[name] = value;
  }

  plan(more: Partial<ConfineFacts> = {}): ConfinePlan {
    const facts: ConfineFacts = {
      home: this.home,
      uid: this.uid,
      gid: this.uid,
      env: this.#env,
      cwd: this.project,
      project: this.project,
      mode: "default",
      session: { folder: this.session },
      guardOwned: [join(this.home, ".config/guard"), join(this.home, ".local/state/guard"), "/etc/guard"],
      guardPids: [process.pid],
      reveals: [],
      dev: this.#isInRoom ? "room" : "bwrap",
      ...more,
    };
    return this.uid === ownUid ? planConfinement(facts) : planAs(this.uid, facts);
  }

  /** A line of sh inside. */
  run(plan: ConfinePlan, line: string, cwd: string = this.project): Ran {
    const command = ["/bin/sh", "-c", line];
    if (this.#isInRoom) {
      const files = [this.#write("args", plan.args), this.#write("mounts", plan.mounts)];
      return this.#spawn(
        room ?? "",
        [...files, findSystemProgram("bwrap") ?? "", ...command],
        undefined,
        cwd,
      );
    }
    const fd = openSync(this.#write("args", [...plan.args, ...plan.mounts]), "r");
    try {
      return this.#spawn("bwrap", ["--args", "3", "--", ...command], fd, cwd);
    } finally {
      closeSync(fd);
    }
  }

  get #isInRoom(): boolean {
    return this.user.endsWith("in a room");
  }

  #write(name: string, words: readonly string[]): string {
    const file = join(this.folder, name);
    writeFileSync(file, words.map((word) => `${word}\0`).join(""));
    return file;
  }

  #spawn(program: string, args: readonly string[], fd?: number, cwd: string = this.folder): Ran {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env: this.#env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe", ...(fd === undefined ? [] : [fd])],
      ...this.who,
    });
    if (error !== undefined) throw error;
    return { status, stdout, stderr };
  }

  #own(path: string): void {
    if (this.uid === ownUid) return;
    lchownSync(path, this.uid, this.uid);
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) this.#own(join(path, name));
  }

  /** The same user's process outside. Everything that it could show is in its variables, its folder and its root. */
  startOutside(): number {
    this.#outside = spawn("sleep", ["600"], { cwd: this.folder, stdio: "ignore", ...this.who });
    return this.#outside.pid ?? 0;
  }

  /** For spawn. */
  get who(): { uid?: number; gid?: number } {
    return this.uid === ownUid ? {} : { uid: this.uid, gid: this.uid };
  }

  remove(): void {
    this.#outside?.kill();
    spawnSync("chmod", ["-R", "u+rwX", this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A checkout in a closed folder cannot be tried as nobody. */
function isOpenToAll(path: string): boolean {
  for (let at = path; at !== "/"; at = dirname(at)) if ((statSync(at).mode & 0o005) !== 0o005) return false;
  return true;
}
