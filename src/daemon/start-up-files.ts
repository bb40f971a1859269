/**
 * A shell that reads start-up files before its line (`bash -lc`, zsh, fish) runs what the user has written there. A line that
 * holds nothing unknown can start only what it foretold: all else that its shell starts is from those files.
 */

import { basename } from "node:path";
import type { CheckResult } from "../decide/result.ts";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import { type FoundFiles, findStartUpFiles, type Places } from "./find-start-up-files.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import type { Lease } from "./lease.ts";
import type { Leases } from "./leases.ts";
import { isModest } from "./modest-effects.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import { viewOf } from "./same-view.ts";
import { readStartUpNames } from "./start-up-names.ts";
import { stampOf } from "./start-up-stamp.ts";
import { isManagersText } from "./version-managers.ts";

export interface StartUpPlaces extends Places, FoundFiles {
  /** As they were when the session began. What an agent writes there is not the user's. */
  readonly stamp: string;
  /** What start-up files have started. */
  readonly begun: Map<number, { readonly startTicks: number; readonly tool: string }>;
  /** Words of these files, and of the system's own: what they start stands there. */
  names(): ReadonlySet<string>;
}

export function readStartUp(places: Places): StartUpPlaces {
  const found = findStartUpFiles(places);
  let names: ReadonlySet<string> | undefined;
  return {
    ...places,
    ...found,
    stamp: stampOf(found.files),
    begun: new Map(),
    // Read when first asked, right after the stamp was compared.
    names: () => (names ??= readStartUpNames(found.files)),
  };
}

/** `argv`: of what the shell starts, `result`: what it does. A program that no name of the user's leads to is nobody's start-up. */
export function isFromStartUp(
  lease: Lease,
  chain: readonly ChainLink[],
  { argv, result }: { readonly argv: readonly string[]; readonly result: CheckResult },
  places: StartUpPlaces,
  leases: Pick<Leases, "find">,
): boolean {
  if (isManagersText(argv)) return true;
  if (!isModest(result, places.home, places.files)) return false;
  const { begun } = places;
  const above = toolAt(lease, chain, leases, places);
  const [started] = chain;
  const is =
    above !== undefined
      ? isTool(argv) || (started?.pid === lease.pid && runsFile(argv, above))
      : isTool(argv) && isByShell(lease, chain, argv, places);
  const processes = [lease.pid, started?.pid ?? lease.pid];
  if (!is || !processes.every((pid) => seesThem(pid, places))) return false;
  if (stampOf(places.files) !== places.stamp) return false;
  const tool = above ?? argv[0] ?? "";
  if (!isNamed(tool, places.names())) return false;
  if (started !== undefined) note(started, tool, begun);
  return true;
}

/**
 * The tool of a start-up file that holds this lease. One that only reads was allowed without a look at who started it:
 * `pyenv init`, which makes a folder.
 */
function toolAt(
  lease: Lease,
  chain: readonly ChainLink[],
  leases: Pick<Leases, "find">,
  places: StartUpPlaces,
): string | undefined {
  if (lease.holder !== "program") return undefined;
  const known = places.begun.get(lease.pid);
  if (known?.startTicks === lease.startTicks) return known.tool;
  const at = chain.findIndex(({ pid, startTicks }) => pid === lease.pid && startTicks === lease.startTicks);
  const [holder, ...above] = chain.slice(at);
  const shell =
    at < 0 ? undefined : above.map((link) => leases.find(link)).find((found) => found !== undefined);
  if (holder === undefined || shell === undefined) return undefined;
  const tool = toolOf(holder);
  return isTool([tool]) && isByShell(shell, [holder, ...above], [tool], places) ? tool : undefined;
}

/** By its own name, not by that of the interpreter that its first line names. */
function toolOf({ args: [zero = "", file = ""] }: ChainLink): string {
  const name = basename(zero);
  return (isShell(name) || isInterpreter(name)) && file.includes("/") ? basename(file) : name;
}

/** `pyenv` becomes pyenv-init on its way. */
function isNamed(tool: string, names: ReadonlySet<string>): boolean {
  return names.has(tool) || names.has(tool.replace(/-.*$/, ""));
}

/** The stamp is of our own view of the files. */
function seesThem(pid: number, { files }: StartUpPlaces): boolean {
  const view = viewOf(pid);
  return view.isOurs || (view.hasOurSystem && files.every(view.isSame));
}

const MOST_BEGUN = 256;

function note({ pid, startTicks }: ProcessStamp, tool: string, begun: StartUpPlaces["begun"]): void {
  begun.set(pid, { startTicks, tool });
  if (begun.size > MOST_BEGUN) begun.delete(begun.keys().next().value ?? 0);
}

/** On the way from `#!/usr/bin/env python3` to python3, which a version manager may find: the tool itself is what they run. */
function runsFile([, ...args]: readonly string[], tool: string): boolean {
  const file = args.find((arg) => !arg.startsWith("-"));
  return file?.includes("/") === true && basename(file) === tool;
}

/**
 * By its name, and no program that runs whatever its words say: a file that a start-up file reads in turn may not be known here,
 * and the agent may have written it.
 */
function isTool([name = ""]: readonly string[]): boolean {
  return (
    name !== "" && !name.includes("/") && !isShell(name) && !isInterpreter(name) && !RUNS_OTHERS.test(name)
  );
}

const RUNS_OTHERS =
  /^(?:env|xargs|parallel|find|fd|sudo|doas|su|nohup|nice|ionice|setsid|stdbuf|timeout|time|watch|script|expect|busybox|[gmn]?awk|[gn]?sed|vim?|ed|ex|emacs|make|gmake|npx|npm|pnpm|yarn|bunx|uvx?|pipx|git|ssh|docker|podman|chroot|unshare|nsenter|bwrap|flock|runuser|setpriv|systemd-run|at|crontab|gdb|strace)$/;

function isByShell(
  { holder, pid, startTicks, result }: Lease,
  chain: readonly ChainLink[],
  [name]: readonly string[],
  places: StartUpPlaces,
): boolean {
  // Not the shell's own process: what it becomes at its end is its line.
  const shell = chain.slice(1).find((link) => link.pid === pid && link.startTicks === startTicks);
  return (
    shell !== undefined &&
    holder === "shell" &&
    (result.wrapper === undefined || result.wrapper.whole === true) &&
    !mayBeOfLine(name, result, chain.slice(1, chain.indexOf(shell)), shell) &&
    result.doubts.length === 0 &&
    !result.commands.some(({ program }) => program === undefined || READS_MORE.has(program)) &&
    readsStartUp(shell, places)
  );
}

/**
 * The line names this program too. Its own calls of it were foretold, if all of their words are known, and if it is the shell
 * that starts them: what another program of the line hands to it (awk's system) is not.
 */
function mayBeOfLine(
  name: string | undefined,
  { commands }: CheckResult,
  between: readonly ChainLink[],
  shell: ChainLink,
): boolean {
  const calls = commands.filter(({ program }) => program === name);
  return (
    calls.some(({ open = [] }) => open.length > 0) ||
    (calls.length > 0 && !between.every((link) => isSubshell(link, shell)))
  );
}

/** What brings further text into the same shell. */
const READS_MORE: ReadonlySet<string> = new Set([".", "source", "eval", "trap", "enable"]);

function readsStartUp(link: ChainLink, places: StartUpPlaces): boolean {
  const { program = "", args, variable } = link;
  const [zero = "", ...words] = args;
  const name = /\/(bash|zsh|fish|dash)$/.exec(program)?.[1];
  if (name === undefined || variable("HOME") !== places.home) return false;
  if (!namesSameFiles(variable, places)) return false;
  if (name === "zsh")
    return isUsersZdotdir(variable, places) && !words.some((word) => /^-[a-zA-Z]*f/.test(word));
  if (name === "fish")
    return !words.includes("--no-config") && !words.includes("-N") && hasUsersFishVariables(link, places);
  return (
    zero.startsWith("-") ||
    words.some((word) => word === "--login" || /^-[a-zA-Z]*[li]/.test(word)) ||
    // guard's own one, which reads ~/.bashrc.
    (name === "bash" && words[0] === "--rcfile" && words[1] === `${places.hooks}/rc.bash`) ||
    // A file of the user's own that every bash reads.
    (name === "bash" && places.variable("BASH_ENV") !== undefined)
  );
}

/** By these a caller could name other files than the user's. */
const OTHER_FILES = [
  ...["BASH_ENV", "ENV", "BASH_COMPLETION_USER_FILE", "BASH_COMPLETION_USER_DIR", "BASH_COMPLETION"],
  ...["FPATH", "ZSH", "ZSH_CUSTOM", "ZSH_CACHE_DIR", "ZSH_COMPDUMP"],
  ...["XDG_CONFIG_HOME", "XDG_DATA_HOME", "fish_function_path", "fish_complete_path"],
];

/** fish's own functions take programs from such: its `ls` starts what __fish_ls_command says. */
function hasUsersFishVariables(
  { variable, variableNames }: ChainLink,
  { variable: users }: StartUpPlaces,
): boolean {
  return variableNames().every((name) => !/^_*fish/.test(name) || variable(name) === users(name));
}

/** As the user has them, or as the files themselves set them: a shell below a shell has those already. */
function namesSameFiles(variable: ChainLink["variable"], places: StartUpPlaces): boolean {
  const { variable: users, variables } = places;
  const isUsers = (name: string): boolean => {
    const value = variable(name);
    return value === users(name) || (value !== undefined && value === variables.get(name));
  };
  return [...new Set([...OTHER_FILES, ...variables.keys()])].every(isUsers);
}

/** guard's own start-up file goes on with the user's, by a variable that anybody can set. */
function isUsersZdotdir(variable: ChainLink["variable"], { hooks, variable: users }: Places): boolean {
  const own = users("ZDOTDIR");
  return variable("ZDOTDIR") === `${hooks}/hook.zsh`
    ? variable("GUARD_USER_ZDOTDIR") === own
    : variable("ZDOTDIR") === own && variable("GUARD_USER_ZDOTDIR") === undefined;
}
