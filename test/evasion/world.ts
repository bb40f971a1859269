/** A user's machine for attempts: a home with secrets, an installed guard, servers and terminals outside, another session. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  cpSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Machine, type Run } from "../launcher/guard-run.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { LINKED, SECRET_FILES, secretIn } from "./attempts/secrets.ts";
import { START_UP_FILES, WRITTEN_ANEW } from "./attempts/start-up.ts";
import { installFor } from "./installed.ts";
import { Outside } from "./outside.ts";
import { asUser, giveAlone, giveTo, numberOf, type User } from "./user.ts";

const AGENTS = join(import.meta.dirname, "agents");
export interface Around {
  wrap(argv: readonly string[]): readonly string[];
  readonly startedBy?: User;
}

export class World {
  readonly machine = new Machine();
  readonly secret = `secret-${randomBytes(6).toString("hex")}`;
  home = join(this.machine.folder, "home");
  readonly project = this.machine.work;
  readonly guard: string;
  readonly user: User;
  outside: Outside | undefined;
  /** The folder of a session that somebody else has. */
  other = "";
  /** Around what the agent's user starts: a terminal, a machine with less. */
  readonly #around: Around;

  constructor(user: User, around: Around = { wrap: (argv) => argv }) {
    this.user = user;
    this.#around = around;
    this.guard = join(installFor(user, this.machine.folder), "bin/guard");
    cpSync(AGENTS, join(this.machine.folder, "agents"), { recursive: true });
    for (const name of ["odd", "empty", "tmux", "r/podman", "r/systemd"])
      mkdirSync(join(this.machine.folder, name), { mode: 0o700 });
    this.#furnishHome();
    this.#furnishProject();
    this.#setVariables();
    const { folder, runtime } = this.machine;
    for (const name of ["agents", "odd", "empty", "tmux", "home", "work"]) giveTo(user, join(folder, name));
    giveTo(user, runtime);
    giveAlone(user, folder);
  }

  #furnishHome(): void {
    const plant = (file: string, text = this.secret) => {
      mkdirSync(dirname(join(this.home, file)), { recursive: true, mode: 0o700 });
      writeFileSync(join(this.home, file), `${text}\n`, { mode: 0o600 });
    };
    mkdirSync(join(this.home, LINKED.folder), { recursive: true });
    symlinkSync(LINKED.folder, join(this.home, LINKED.link));
    for (const file of SECRET_FILES) plant(file, secretIn(file, this.secret));
    plant(".yarnrc.yml", "nodeLinker: node-modules");
    plant(".m2/settings.xml", "<settings/>");
    for (const file of [...START_UP_FILES, WRITTEN_ANEW]) plant(file, "# planted");
    plant(".config/guard/policy.yaml", `version: 1 # ${this.secret}`);
    plant(".local/state/guard/planted");
    mkdirSync(join(this.home, "backup"));
    linkSync(join(this.home, ".pgpass"), join(this.home, "backup/a-second-name"));
    mkdirSync(join(this.home, ".local/bin"), { recursive: true });
    mkdirSync(join(this.home, "tools"));
    // As install.sh does.
    const command = `#!/bin/sh\nexec '${this.guard}' "$@"\n`;
    writeFileSync(join(this.home, ".local/bin/guard"), command, { mode: 0o755 });
  }

  #furnishProject(): void {
    for (const name of [".guard", ".git", "src"]) mkdirSync(join(this.project, name));
    writeFileSync(join(this.project, ".guard/policy.yaml"), "version: 1\n");
    writeFileSync(join(this.project, ".git/config"), "[core]\n");
    writeFileSync(join(this.project, "src/main.ts"), "\n");
  }

  #setVariables(): void {
    const { env, folder, runtime } = this.machine;
    for (const name of ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMUX", "TMUX_PANE", "SSH_AUTH_SOCK"])
      delete env[name];
    env["PATH"] = [
      // The first is not there.
      `${this.home}/bin`,
      `${this.home}/tools`,
      `${this.home}/.local/bin`,
      dirname(process.execPath),
      "/usr/bin:/bin:/usr/sbin:/sbin",
    ].join(":");
    env["TMUX_TMPDIR"] = join(folder, "tmux");
    env["SHELL"] = "/bin/sh";
    env["DBUS_SESSION_BUS_ADDRESS"] = `unix:path=${runtime}/bus`;
    env["WAYLAND_DISPLAY"] = "wayland-0";
    env["PYTHONDONTWRITEBYTECODE"] = "1";
  }

  /** The next session is that of a user who has nothing yet. */
  moveToBareHome(): void {
    this.home = join(this.machine.folder, "bare");
    mkdirSync(this.home, { mode: 0o700 });
    giveTo(this.user, this.home);
    this.machine.env["HOME"] = this.home;
  }

  /** Starts what runs beside the agent. */
  async inhabit(): Promise<this> {
    try {
      await this.#startOthers();
      return this;
    } catch (problem) {
      this.dispose();
      throw problem;
    }
  }

  async #startOthers(): Promise<void> {
    const options = ["--gate", "off", "--confine", "off", "--console", "none"];
    const run = this.spawn(this.guard, ["run", ...options, "--", "/bin/sleep", "600"]);
    const servers = [[], ["-S", join(this.machine.folder, "odd/tmux")]].map(
      (where) => this.spawn("tmux", ["-f", "/dev/null", ...where, "new-session", "-d", "cat"]).ended,
    );
    [this.outside, this.other] = await Promise.all([Outside.start(this), this.session(run), ...servers]);
  }

  /** On the machine as it is meant to be. */
  spawnAround(argv: readonly string[]): Run {
    const { wrap, startedBy = this.user } = this.#around;
    const [file = "", ...args] = wrap(argv);
    return this.machine.spawn(file, args, asUser(startedBy));
  }

  spawn(file: string, args: readonly string[]): Run {
    return this.machine.spawn(file, args, { ...asUser(this.user), stdio: ["ignore", "pipe", "pipe"] });
  }

  /** The folder of the session that this run has, when its record is complete. */
  async session(run: Run): Promise<string> {
    const find = () =>
      this.machine.sessions
        .map((name) => join(this.machine.runtime, "guard", name))
        .find((folder) => folder !== this.other && "seat" in recordOf(folder));
    await waitUntil(
      "the session's record",
      () => find() !== undefined,
      () => run.stderr,
    );
    return find() ?? "";
  }

  /** For the agent to find, whole. */
  tell(name: string, text: string): void {
    const file = join(this.machine.folder, name);
    writeFileSync(`${file}.half`, text);
    renameSync(`${file}.half`, file);
  }

  get tmux(): string {
    return join(this.machine.folder, "tmux", `tmux-${numberOf(this.user)}`);
  }

  dispose(): void {
    this.outside?.end();
    this.machine.dispose();
  }
}

type SessionRecord = Readonly<Partial<Record<"launcher" | "daemon" | "seat", { readonly pid: number }>>>;

/** Of one that an agent has forged or spoiled there is nothing to know. */
export function recordOf(folder: string): SessionRecord {
  try {
    return JSON.parse(readFileSync(join(folder, "control/session.json"), "utf8")) as SessionRecord;
  } catch {
    return {};
  }
}

/** A disk that can be opened here: some machines keep their own from root too. */
export function findDisk():
  | { readonly path: string; readonly major: number; readonly minor: number }
  | undefined {
  const disks = readdirSync("/dev").filter((name) => /^(?:[svx]+d[a-z]|nvme\d+n\d+|loop\d+)$/.test(name));
  const path = disks.map((name) => join("/dev", name)).find(canOpen);
  if (path === undefined) return undefined;
  const { rdev } = statSync(path);
  return { path, major: Math.floor(rdev / 256), minor: rdev % 256 };
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, "r"));
    return true;
  } catch {
    return false;
  }
}
