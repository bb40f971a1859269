/** `guard run -- X` allows program X, with the interpreter its first line names, and its start of itself. Nothing else. */
import { realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { AgentCheck } from "../protocol/agent-messages.ts";

export interface RootAgent {
  /** As the user wrote it. */
  readonly argv: readonly string[];
  /** The file that was found for it. */
  readonly program: string;
}

const SHELLS = new Set(["sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "mksh", "rbash"]);

/** A line that the user gave to a shell is a check like any other. */
export function hasRootLine({ argv: [, ...args], program }: RootAgent): boolean {
  if (!SHELLS.has(basename(program))) return false;
  for (const arg of args) {
    if (!/^[-+]/.test(arg) || arg === "-" || arg === "--") return false;
    if (/^-[a-zA-Z]*c/.test(arg) || /^--command(?:=|$)|^--init-command(?:=|$)|^-C/.test(arg)) return true;
  }
  return false;
}

/** `pid`: the agent's own process, which execs along from `#!/usr/bin/env node` to node. */
export function isRootStart(check: AgentCheck, root: RootAgent, pid: number | undefined): boolean {
  switch (check.kind) {
    case "argv":
      return isSameFile(check.arg[1], check.cwd, root.program);
    case "script":
      // `guard run -- ./x.sh` or `guard run -- bash x.sh`: its text is not asked about, its commands are.
      return (
        check.pid === String(pid) &&
        [root.program, ...root.argv].some((file) => isSameFile(check.path, check.cwd, file))
      );
    case "stdin":
      return check.pid === String(pid) && SHELLS.has(basename(root.program));
    case "line":
      return false;
  }
}

function isSameFile(path: string | undefined, cwd: string, file: string): boolean {
  if (path === undefined || path === "") return false;
  try {
    return realpathSync(resolve(cwd, path)) === realpathSync(resolve(cwd, file));
  } catch {
    return false;
  }
}
