/**
 * A person of this machine, root or a plain user, whose home is a fresh folder also for programs that ask the list of users (ssh,
 * sshd): in a mount namespace of its own there is another /etc/passwd. Nothing of the real users is read or written.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { processesWith } from "../launcher/processes.ts";
import type { Ran } from "./gated-session.ts";

export const WHO = ["root", "a plain user"] as const;
export type Who = (typeof WHO)[number];

const PLAIN = { name: "confined", uid: 47_110 };
export const uidOf = (who: Who) => (who === "root" ? 0 : PLAIN.uid);
const PLAIN_PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
const MARK = "GUARD_TEST_MARK";

/** Why there can be no such person here. */
export const whyNoPerson = findWhyNot();
if (whyNoPerson !== undefined) process.stderr.write(`skipped: real work under confinement: ${whyNoPerson}\n`);

function findWhyNot(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can make a mount namespace with another /etc/passwd in it";
  const bind = ["-m", "mount", "--bind", "/etc/passwd", "/etc/passwd"];
  return spawnSync("unshare", bind).status === 0 ? undefined : "no mount namespaces on this machine";
}

export class Person {
  // Short: socket paths have a limit.
  readonly root = mkdtempSync("/tmp/gp-");
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly runtime = join(this.root, "r");
  readonly name: string;
  readonly uid: number;
  readonly env: Record<string, string>;
  readonly #keeper: ChildProcess;
  readonly #servers: ChildProcess[] = [];

  private constructor(who: Who) {
    this.name = who === "root" ? "root" : PLAIN.name;
    this.uid = uidOf(who);
    this.env = {
      PATH: who === "root" ? (process.env["PATH"] ?? PLAIN_PATH) : PLAIN_PATH,
      HOME: this.home,
      USER: this.name,
      LOGNAME: this.name,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      XDG_RUNTIME_DIR: this.runtime,
      [MARK]: this.root,
    };
    chownSync(this.root, this.uid, this.uid);
    for (const folder of [this.home, this.project, this.runtime]) this.folder(folder);
    writeFileSync(join(this.root, "passwd"), this.#users());
    writeFileSync(
      join(this.root, "group"),
      `${readFileSync("/etc/group", "utf8")}${PLAIN.name}:x:${PLAIN.uid}:\n`,
    );
    const binds = ["passwd", "group"].map((name) => `mount --bind ${join(this.root, name)} /etc/${name}`);
    // An org's policy of this machine is not for them.
    const noOrg = "if [ -d /etc/guard ]; then mount -t tmpfs none /etc/guard; fi";
    const steps = [...binds, noOrg, "echo ready", "exec cat"];
    this.#keeper = spawn("unshare", ["-m", "sh", "-c", steps.join(" && ")]);
  }

  static async open(who: Who): Promise<Person> {
    const person = new Person(who);
    const { stdout } = person.#keeper;
    if (stdout) await once(stdout, "data");
    person.outside(
      "git config --global user.name Person; git config --global user.email p@example.org; git init -q",
    );
    return person;
  }

  #users(): string {
    const entry = `${this.name}:x:${this.uid}:${this.uid}::${this.home}:/bin/bash`;
    const others = readFileSync("/etc/passwd", "utf8").split("\n");
    return [entry, ...others.filter((line) => !line.startsWith(`${this.name}:`))].join("\n");
  }

  /** What starts a program as this person, in their view of the machine. */
  as(who: "person" | "root", cwd = this.project): readonly string[] {
    const user = ["setpriv", "--reuid", `${this.uid}`, "--regid", `${this.uid}`, "--clear-groups"];
    const enter = ["nsenter", "-t", `${this.#keeper.pid}`, "-m", "env", "-C", cwd];
    return who === "root" || this.uid === 0 ? enter : [...enter, ...user];
  }

  /** A line of the person's own, outside of guard; it must succeed. */
  outside(line: string, more: Readonly<Record<string, string>> = {}): string {
    const [program = "", ...args] = [...this.as("person"), "bash", "-c", line];
    return execFileSync(program, args, { env: { ...this.env, ...more }, encoding: "utf8", stdio: "pipe" });
  }

  /** The same, however it ends. */
  tries(line: string): Ran {
    const [program = "", ...args] = [...this.as("person"), "bash", "-c", line];
    const done = spawnSync(program, args, { env: this.env, encoding: "utf8" });
    return { status: done.status ?? String(done.signal), stdout: done.stdout, stderr: done.stderr };
  }

  /** A server outside of guard, until the person leaves. */
  serve(argv: readonly string[], by: "person" | "root" = "person"): ChildProcess {
    const [program = "", ...args] = [...this.as(by), ...argv];
    const server = spawn(program, args, { env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    this.#servers.push(server);
    return server;
  }

  folder(path: string, mode = 0o700): string {
    mkdirSync(path, { recursive: true, mode });
    chownSync(path, this.uid, this.uid);
    return path;
  }

  /** A file of theirs; `path` is relative to the home folder, or absolute. */
  write(path: string, text: string, mode = 0o600): string {
    const file = path.startsWith("/") ? path : join(this.home, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode });
    for (let made = file; made.length > this.root.length; made = dirname(made))
      chownSync(made, this.uid, this.uid);
    return file;
  }

  /** A folder of theirs beside all others. */
  get beside(): string {
    return `${this.root}-beside`;
  }

  leave(): void {
    // sshd writes its title over its variables: the mark would not find it.
    for (const server of this.#servers) server.kill("SIGKILL");
    for (const pid of processesWith(`${MARK}=${this.root}`)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone meanwhile.
      }
    }
    this.#keeper.kill("SIGKILL");
    for (const folder of [this.root, this.beside])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
