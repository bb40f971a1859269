/** Finds the facts out, mostly by trying. Never fails: what cannot be found out is left out. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { findSystemProgram } from "../ipc/system-program.ts";
import { findAgent } from "../launcher/find-agent.ts";
import { findBwrap, findConfinement } from "../launcher/find-confinement.ts";
import { findGate } from "../launcher/find-gate.ts";
import type { InstalledParts } from "../launcher/installed-parts.ts";
import { packagesOf } from "./install-commands.ts";
import { type Machine, type PrivilegedProgram, SYSCTLS, type Sysctl, type Trial } from "./machine.ts";
import { PRIVILEGED } from "./privileged-programs.ts";

export interface MachineReading {
  readonly parts: InstalledParts;
  readonly canary: string | undefined;
  readonly compilerNote: string;
  readonly landlock: number | undefined;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

const LIMIT_MS = 5_000;

export async function readMachine(reading: MachineReading): Promise<Machine> {
  const { parts, env, home, landlock } = reading;
  const osRelease = readText("/etc/os-release");
  const gate = await findGate("on", parts);
  return {
    system: process.platform === "linux" ? "linux" : "other",
    user: process.getuid?.() === 0 ? "root" : "plain",
    release: release(),
    distribution: /^PRETTY_NAME="?([^"\n]*)/m.exec(osRelease)?.[1] ?? process.platform,
    packages: process.platform === "darwin" ? "brew" : packagesOf(osRelease),
    bwrap: await tryBwrap(parts),
    gate: gate.kind === "on" ? { kind: "works" } : { kind: "fails", reason: gate.reason ?? "" },
    compiler: readText(reading.compilerNote).trim() || "unknown",
    landlock,
    sysctl: readSysctls(),
    container: findContainer(env),
    privileged: findPrivileged(reading),
    ssh: lookAtSsh(home, env),
    gpg: lookAtGpg(home, env),
  };
}

/** As guard run finds it out: the seat tries the very thing. */
async function tryBwrap(parts: InstalledParts): Promise<Trial> {
  const found = await findConfinement("on", parts);
  if (found.kind === "on") return { kind: "works" };
  if (findBwrap() === undefined) return { kind: "missing" };
  // guard run sends its reader to us.
  return { kind: "fails", reason: (found.reason ?? "").replace(/ \(guard doctor [^)]*\)$/, "") };
}

function readSysctls(): Machine["sysctl"] {
  const names = Object.keys(SYSCTLS) as Sysctl[];
  const read = names.map((name) => [name, readText(join("/proc/sys", SYSCTLS[name])).trim()] as const);
  return Object.fromEntries(
    read.filter(([, text]) => text !== "").map(([name, text]) => [name, Number(text)]),
  );
}

function findContainer(env: NodeJS.ProcessEnv): Machine["container"] {
  if (existsSync("/run/.containerenv") || env["container"] === "podman") return "podman";
  if (existsSync("/.dockerenv")) return "docker";
  return env["container"] || /docker|containerd|kubepods|lxc/.test(readText("/proc/1/cgroup"))
    ? "other"
    : "none";
}

function findPrivileged({ env, canary }: MachineReading): PrivilegedProgram[] {
  return PRIVILEGED.flatMap(({ names, always }) =>
    names.flatMap((name): PrivilegedProgram[] => {
      const found = findAgent(name, "/", env["PATH"]);
      if (found.kind !== "found") return [];
      const path = found.program;
      if (always) return [{ name, path, by: "helper" }];
      if ((statSync(path).mode & 0o4000) !== 0) return [{ name, path, by: "setuid" }];
      return hasCapabilities(path, canary) ? [{ name, path, by: "capabilities" }] : [];
    }),
  );
}

/** node cannot read them; guard-canary can. */
function hasCapabilities(path: string, canary: string | undefined): boolean {
  if (canary === undefined) return false;
  const ran = spawnSync(canary, ["try"], {
    input: `x capability ${path}\n`,
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  return ran.stdout?.includes('"errno":0') ?? false;
}

function lookAtSsh(home: string, env: NodeJS.ProcessEnv): Machine["ssh"] {
  if (!namesIn(join(home, ".ssh")).some((name) => name.startsWith("id_") && !name.endsWith(".pub")))
    return "no keys";
  if (!env["SSH_AUTH_SOCK"]) return "no agent";
  const status = statusOf("ssh-add", ["-l"], env);
  if (status === 0) return "ready";
  return status === 1 ? "agent without keys" : "no agent";
}

function lookAtGpg(home: string, env: NodeJS.ProcessEnv): Machine["gpg"] {
  const folder = env["GNUPGHOME"] || join(home, ".gnupg");
  if (!namesIn(join(folder, "private-keys-v1.d")).some((name) => name.endsWith(".key"))) return "no keys";
  // Without its own start: a question must not change what it asks about.
  return statusOf("gpg-connect-agent", ["--no-autostart", "/bye"], env) === 0 ? "ready" : "no agent";
}

/** Null: it is not there, or did not end by itself. */
function statusOf(name: string, args: readonly string[], env: NodeJS.ProcessEnv): number | null {
  const program = findSystemProgram(name);
  if (program === undefined) return null;
  return spawnSync(program, args, { env, stdio: "ignore", timeout: LIMIT_MS }).status;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
