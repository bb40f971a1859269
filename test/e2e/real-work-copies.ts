/** One job twice at the same path, each time in a fresh copy of its project: as it is, then below the gate. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { GatedSession, type Ran } from "./gated-session.ts";

export interface Job {
  /** What the agent hands to `bash -c` in the project's folder. */
  readonly line: string;
  /** How it ends without guard, if not with 0: a job that stops half-way compares nothing. */
  readonly status?: number;
  /** The project; what begins with `#!` can be executed. */
  readonly files?: Readonly<Record<string, string>>;
  /** More of the project, made by real programs before the job. */
  readonly prepare?: (project: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** Files that differ from run to run by themselves. */
  readonly unlike?: RegExp;
  /** What several processes print at once comes in any order. */
  readonly anyOrder?: true;
  /** It needs namespaces of its own: confined root has none. */
  readonly unconfinedAsRoot?: true;
  /** Of this machine, where it is not that of all tests. */
  readonly path?: string;
  /** What this machine has not got. */
  readonly needs?: string | undefined;
}

export interface Outcome {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly tree: Readonly<Record<string, string>>;
}

export interface Twice {
  readonly plain: Outcome;
  readonly gated: Outcome;
  readonly asked: readonly string[];
}

export async function runTwice(job: Job): Promise<Twice> {
  const isFree = job.unconfinedAsRoot && process.getuid?.() === 0;
  const session = new GatedSession("wait", isFree ? ["--confine", "off"] : [], {}, undefined, job.path);
  try {
    makeProject(session.project, job);
    const plain = outcomeOf(runPlain(session, job), session.project, job);
    makeProject(session.project, job);
    const { ran, asked } = await session.allowing(session.line(job.line, job.env ? { env: job.env } : {}));
    return { plain, gated: outcomeOf(ran, session.project, job), asked };
  } finally {
    await session.end();
  }
}

/** `.git` stays: it makes the folder a project for guard. */
function makeProject(project: string, { files = {}, prepare }: Job): void {
  for (const name of readdirSync(project))
    if (name !== ".git") rmSync(join(project, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
  }
  prepare?.(project);
}

function runPlain(session: GatedSession, { line, env, path = process.env["PATH"] }: Job): Ran {
  const done = spawnSync("bash", ["-c", line], {
    cwd: session.project,
    env: { PATH: `${session.bin}:${path}`, HOME: session.home, ...env },
    encoding: "utf8",
    input: "",
    maxBuffer: 1 << 26,
  });
  return { status: done.status ?? String(done.signal), stdout: done.stdout, stderr: done.stderr };
}

function outcomeOf(ran: Ran, project: string, { unlike, anyOrder }: Job): Outcome {
  const told = (text: string) => {
    const same = text.replace(/\b\d+(\.\d+)?(ms|s)\b|(?<=duration_ms:? )[\d.]+/g, "TIME");
    return anyOrder ? same.split("\n").sort().join("\n") : same;
  };
  return {
    status: ran.status,
    stdout: told(ran.stdout),
    stderr: told(ran.stderr),
    tree: Object.fromEntries(treeOf(project, unlike)),
  };
}

function* treeOf(folder: string, unlike: RegExp | undefined, below = ""): Generator<[string, string]> {
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    const file = join(folder, path);
    const stat = lstatSync(file);
    if (unlike?.test(path)) yield [path, "there"];
    else if (stat.isSymbolicLink()) yield [path, `-> ${readlinkSync(file)}`];
    else if (stat.isDirectory()) yield* treeOf(folder, unlike, path);
    else yield [path, `${(statSync(file).mode & 0o777).toString(8)} ${hashOf(file)}`];
  }
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
}
