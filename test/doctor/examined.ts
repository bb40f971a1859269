/** `guard doctor` as users run it, with a home and a runtime folder of its own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Report } from "../../src/doctor/report.ts";

export const GUARD = resolve(import.meta.dirname, "../../bin/guard");

export class DoctorPlace {
  readonly root = mkdtempSync("/tmp/dr-");
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly temp = join(this.root, "tmp");

  constructor() {
    for (const folder of [this.home, join(this.project, ".git"), this.temp, join(this.root, "r")])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  get env(): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    const folders = { HOME: this.home, TMPDIR: this.temp, TMUX_TMPDIR: this.temp };
    return { PATH, ...folders, XDG_RUNTIME_DIR: join(this.root, "r") };
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [GUARD, "doctor", ...args], {
      cwd: this.project,
      encoding: "utf8",
      env: { ...this.env, ...env },
    });
    return { status, stdout, stderr };
  }

  start(args: readonly string[]): ChildProcess {
    const { env, project: cwd } = this;
    return spawn(process.execPath, [GUARD, "doctor", ...args], { cwd, env, stdio: "ignore" });
  }

  examine(args: readonly string[], env: NodeJS.ProcessEnv = {}): { status: number | null; report: Report } {
    const { status, stdout, stderr } = this.run(["--json", ...args], env);
    if (stdout === "") throw new Error(`guard doctor said nothing: ${stderr}`);
    return { status, report: JSON.parse(stdout) as Report };
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** `id: outcome by` of each canary that is told to be tried. */
export function outcomes({ canaries }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(
    canaries.map(({ id, outcome, by }) => [id, [outcome, ...(by === null ? [] : [by])].join(" ")]),
  );
}
