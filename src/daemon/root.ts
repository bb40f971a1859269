/** `guard run -- X` allows program X, with the interpreter its first line names, and its start of itself. Nothing else. */
import { realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { AgentCheck } from "../protocol/agent-messages.ts";
import { isInterpreter } from "./general-programs.ts";
import { isOwnView, plainPath, writtenPath } from "./own-view.ts";
import { readShebang, sameWords } from "./script-start.ts";
import { isVersionManager } from "./version-managers.ts";

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

/** The shell that the user started, without a line and without a file: it reads what a person types. */
export function isInteractiveShell({ argv: [, ...args], program }: RootAgent): boolean {
  return (
    SHELLS.has(basename(program)) &&
    !hasRootLine({ argv: ["", ...args], program }) &&
    args.every((arg) => /^[-+]/.test(arg))
  );
}

/** `pid`: the agent's own process, which execs along from `#!/usr/bin/env node` to node. */
export function isRootStart(check: AgentCheck, root: RootAgent, pid: number | undefined): boolean {
  const isAgent = check.pid === String(pid);
  const isShell = SHELLS.has(basename(root.program));
  switch (check.kind) {
    case "argv":
      return startsFile(check.arg, check.cwd, root.program) || (isAgent && isWrapped(check, root));
    case "script": {
      // `guard run -- ./x.sh` or `guard run -- bash x.sh`: its text is not asked about, its commands are.
      const files = isShell ? [root.program, ...root.argv.slice(1)] : [root.program];
      return (
        isAgent && (files.some((file) => isSameFile(check.path, check.cwd, file)) || isWrapped(check, root))
      );
    }
    case "stdin":
      return isAgent && isShell && !readsTerminal(Number(check.pid));
    case "line":
      return false;
  }
}

/**
 * Is its stdin a terminal, as far as /proc tells? A shell that reads one and asks about its stdin has no line editor from which
 * guard could ask, and each line that is typed would run unseen. Other devices (/dev/null) end, or have nothing to say.
 */
export function readsTerminal(pid: number): boolean {
  try {
    const stats = statSync(`/proc/${pid}/fd/0`);
    return stats.isCharacterDevice() && majorOf(stats.rdev) !== MEMORY_DEVICES;
  } catch (error) {
    // Gone, or no /proc; what may not be looked at is not trusted.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** null, zero, random. */
const MEMORY_DEVICES = 1;

/** As Linux packs it, for the numbers that are in use. */
function majorOf(device: number): number {
  return (device >> 8) & 0xfff;
}

/** The script that the user started, by its name or as the first argument of its interpreter. */
export function findRootScript({ argv: [, ...args], program }: RootAgent, cwd: string): string | undefined {
  if (readShebang(program) !== undefined && !isManaged(program)) return program;
  if (!isInterpreter(basename(program))) return undefined;
  const operand = args.find((arg) => !arg.startsWith("-"));
  return operand === undefined ? undefined : writtenPath(cwd, operand);
}

/** A version manager's script, on the way to the program of that name. */
export function isManaged(program: string): boolean {
  return isManagers(plainPath(program));
}

/** An interpreter with the script as its first operand, and no option that could load other code. */
export function startsScript(
  { arg, cwd }: { readonly arg: readonly string[]; readonly cwd: string },
  script: string,
): boolean {
  return isSameFile(operandOf(arg), cwd, script);
}

/** The real path of an interpreter's first operand. */
export function startedScript({
  arg,
  cwd,
}: {
  readonly arg: readonly string[];
  readonly cwd: string;
}): string | undefined {
  const operand = operandOf(arg);
  if (operand === undefined || isOwnView(writtenPath(cwd, operand))) return undefined;
  try {
    return realpathSync.native(writtenPath(cwd, operand));
  } catch {
    return undefined;
  }
}

function operandOf(arg: readonly string[]): string | undefined {
  return arg.slice(1).find((word) => !HARMLESS_OPTION.test(word));
}

const HARMLESS_OPTION =
  /^--(?:max-old-space-size=\d+|no-warnings|no-deprecation|enable-source-maps|expose-gc|disable-warning=\w+)$|^-[BEsu]$/;

/** The kernel's own way from a file to its interpreter, and no other argv that happens to name the file. */
function startsFile(argv: readonly string[], cwd: string, program: string): boolean {
  const words = readShebang(program);
  if (words === undefined) return false;
  const before = [basename(argv[0] ?? ""), ...argv.slice(1, words.length)];
  return sameWords(words, before) && isSameFile(argv[words.length], cwd, program);
}

/** A version manager's script on its way to the program, with all that the user wrote: `pyenv exec python3 agent.py`. */
export function isWrapped(
  check: Pick<Extract<AgentCheck, { kind: "argv" | "script" }>, "path" | "arg" | "cwd">,
  { argv: given }: RootAgent,
): boolean {
  const { path, arg, cwd } = check;
  const [name = "", ...args] = given;
  const tail = arg.slice(-given.length);
  // The script itself, or the interpreter that its first line names.
  const files = [path, ...arg.slice(1).filter((word) => startsFile(arg, cwd, writtenPath(cwd, word)))];
  return (
    files.some((file) => isManagers(plainPath(writtenPath(cwd, file)))) &&
    basename(tail[0] ?? "") === basename(name) &&
    args.every((word, index) => word === tail[index + 1])
  );
}

function isManagers(file: string | undefined): boolean {
  return file !== undefined && isVersionManager(file);
}

function isSameFile(path: string | undefined, cwd: string, file: string): boolean {
  if (path === undefined || path === "") return false;
  const [left, right] = [writtenPath(cwd, path), writtenPath(cwd, file)];
  if (left === right) return true;
  if (isOwnView(left) || isOwnView(right)) return false;
  try {
    return realpathSync.native(left) === realpathSync.native(right);
  } catch {
    return false;
  }
}
