/**
 * Runs a line in the real bash, in a folder of its own, with nothing on PATH but stubs that write their name into a log,
 * and the few real programs that start others. The stubs change nothing, so no line can do harm.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** These succeed; `qee` prints the name of another stub. */
export const WILLING = ["qaa", "qbb", "qcc", "qdd", "qee"] as const;
export const FAILING = ["qff", "qgg"] as const;
export const STUBS: readonly string[] = [...WILLING, ...FAILING];
const REAL = ["env", "xargs", "sh", "bash", "true", "false", "timeout", "cat"];

export interface StubJail {
  /** The stubs that ran, each once. */
  run(line: string): readonly string[];
  remove(): void;
}

export function createStubJail(): StubJail {
  const root = mkdtempSync(join(tmpdir(), "guard-jail-"));
  let runs = 0;
  return {
    run: (line) => {
      // A place of its own for each: what a line leaves running may write when the next one runs.
      const place = join(root, String(runs++));
      const [bin, work, log] = [join(place, "bin"), join(place, "work"), join(place, "log")];
      for (const folder of [bin, work]) mkdirSync(folder, { recursive: true });
      writeStubs(bin, log);
      runBash(line, bin, work);
      return existsSync(log) ? [...new Set(readFileSync(log, "utf8").split("\n").filter(Boolean))] : [];
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function writeStubs(bin: string, log: string): void {
  for (const name of STUBS) {
    const output = name === "qee" ? "echo qbb\n" : "";
    const status = FAILING.some((failing) => failing === name) ? 1 : 0;
    const text = `#!/bin/sh\necho ${name} >>${log}\n${output}exit ${status}\n`;
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  for (const name of REAL) symlinkSync(realPath(name), join(bin, name));
}

function realPath(name: string): string {
  const found = ["/bin", "/usr/bin"].map((folder) => join(folder, name)).find(existsSync);
  if (found === undefined) throw new Error(`${name} is needed for this test`);
  return found;
}

/** Waits for background jobs too: they hold the pipes open. */
function runBash(line: string, bin: string, work: string): void {
  const limits = 'ulimit -t 5 -f 2048 -n 256; exec "$0" --norc --noprofile -c "$1"';
  const env = { PATH: bin };
  spawnSync(realPath("bash"), ["--norc", "--noprofile", "-c", limits, realPath("bash"), line], {
    cwd: work,
    env,
    timeout: 5_000,
    killSignal: "SIGKILL",
    maxBuffer: 1 << 20,
  });
}
