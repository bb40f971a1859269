/**
 * The agent of a doctor's session: does what it is told, one JSON line each, and tells how that went. A program of its own
 * (dist/doctor/drive-canaries.js), started by `guard run --` and once more without guard.
 * Must never: do anything that it was not told, or tell what is in a file.
 */
import { exec, execFile } from "node:child_process";
import { accessSync, closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Deed, Told } from "./canary.ts";

const { O_APPEND, O_CREAT, O_RDONLY, O_WRONLY, W_OK } = constants;
const FLAGS = { read: O_RDONLY, append: O_WRONLY | O_APPEND, create: O_WRONLY | O_CREAT } as const;
/** A shell that hangs must not hold the others up. */
const LIMIT_MS = 10_000;

function start(deed: Extract<Deed, { kind: "exec" | "line" }>): Promise<Told> {
  return new Promise((done) => {
    const ended = (error: Error | null, _: string, stderr: string) => done({ ...readEnd(error), stderr });
    const how = { timeout: LIMIT_MS, killSignal: "SIGKILL" as const };
    const child =
      deed.kind === "line"
        ? exec(deed.line, how, ended)
        : execFile(deed.argv[0] ?? "", deed.argv.slice(1), how, ended);
    child.stdin?.end();
  });
}

/** Node tells an exit status as a number, and a failed start by name, in the same field. */
function readEnd(error: (Error & { readonly code?: unknown; readonly signal?: unknown }) | null): Told {
  if (error === null) return { status: 0 };
  if (typeof error.code === "number") return { status: error.code };
  return error.code ? { error: String(error.code) } : { status: String(error.signal) };
}

function open({ path, how }: Extract<Deed, { kind: "open" }>): Told {
  try {
    const fd = openSync(path, FLAGS[how], 0o600);
    const file = nameOf(fstatSync(fd));
    closeSync(fd);
    return { file };
  } catch (error) {
    const code = codeOf(error);
    return how === "append" && code === "ENOENT" ? tryFolder(dirname(path)) : { error: code };
  }
}

/** The file is not there yet: could it be made? Looked at only. */
function tryFolder(folder: string): Told {
  try {
    accessSync(folder, W_OK);
    return { file: nameOf(statSync(folder)) };
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" && folder !== dirname(folder) ? tryFolder(dirname(folder)) : { error: code };
  }
}

function nameOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

async function carryOut(deed: Deed): Promise<Told> {
  switch (deed.kind) {
    case "exec":
    case "line":
      return start(deed);
    case "open":
      return open(deed);
    case "call":
      return { error: "ENOSYS" };
  }
}

process.stdout.write("ready\n");
for await (const text of createInterface({ input: process.stdin })) {
  const { id, deed } = JSON.parse(text) as { readonly id: string; readonly deed: Deed };
  process.stdout.write(`${JSON.stringify({ id, ...(await carryOut(deed)) })}\n`);
}
