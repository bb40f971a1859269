/** A console beside the agent: a split of the tmux window that guard run was started in. The agent keeps the keyboard. */
import { spawn } from "node:child_process";
import { findSystemProgram } from "../ipc/system-program.ts";

export interface SplitPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly session: string;
  /** guard's own command line. */
  readonly guard: readonly string[];
  readonly columns: number;
  readonly rows: number;
}

export type SplitOutcome =
  | { readonly kind: "open"; readonly pane: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A console of so many columns beside the agent leaves both enough; else it goes below. */
const WIDE_ENOUGH = 170;
const ROWS_BELOW = 20;

const NO_TMUX = "tmux is in none of the system's folders (/usr/bin), and guard starts no other";

/** What the console must share with us; tmux's server has variables of its own. */
const SHARED = ["XDG_RUNTIME_DIR", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "GUARD_NOTICE"];

export function isInsideTmux(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env["TMUX"]) && Boolean(env["TMUX_PANE"]);
}

/** Several words: tmux starts them as they are, without a shell. */
export function splitArgs({ env, session, guard, columns, rows }: SplitPlace): string[] {
  const shape =
    columns >= WIDE_ENOUGH
      ? ["-h", "-l", "45%"]
      : ["-v", "-l", String(Math.min(ROWS_BELOW, Math.floor(rows / 2)))];
  const variables = SHARED.flatMap((name) => (env[name] === undefined ? [] : ["-e", `${name}=${env[name]}`]));
  return [
    ...["split-window", "-d", "-P", "-F", "#{pane_id}", "-t", env["TMUX_PANE"] ?? ""],
    ...shape,
    ...variables,
    "--",
    ...guard,
    ...["console", session],
  ];
}

export async function openSplit(place: SplitPlace): Promise<SplitOutcome> {
  const tmux = findSystemProgram("tmux");
  if (tmux === undefined) return { kind: "failed", reason: NO_TMUX };
  return new Promise((resolve) => {
    const child = spawn(tmux, splitArgs(place), {
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 5_000,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    child.on("error", ({ message }) => resolve({ kind: "failed", reason: message }));
    child.on("close", (code) => {
      const pane = stdout.trim();
      if (code === 0 && /^%\d+$/.test(pane)) resolve({ kind: "open", pane });
      else resolve({ kind: "failed", reason: stderr.trim() || `tmux ended with ${code ?? "a signal"}` });
    });
  });
}
