/**
 * A shell that reads start-up files before its line (`bash -lc`, zsh, fish) runs what the user has written there. A line that
 * holds nothing unknown can start only what it foretold: all else that its shell starts is from those files.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import type { Lease } from "./leases.ts";
import type { ChainLink } from "./process-chain.ts";

interface Places {
  readonly home: string;
  /** Where guard's own start-up file for zsh is. */
  readonly hooks: string;
  /** The user's own, from before the agent. */
  variable(name: string): string | undefined;
}

export interface StartUpPlaces extends Places {
  /** The user's files, and those that they read by a name that can be told. */
  readonly files: readonly string[];
  /** As they were when the session began. What an agent writes there is not the user's. */
  readonly stamp: string;
  /** What start-up files have started. */
  readonly begun: Map<number, { readonly startTicks: number; readonly tool: string }>;
}

export function readStartUp(places: Places): StartUpPlaces {
  const files = findFiles(places);
  return { ...places, files, stamp: stampOf(files), begun: new Map() };
}

/** `argv`: of what the shell starts. A program that no name of the user's leads to is nobody's start-up. */
export function isFromStartUp(
  lease: Lease,
  chain: readonly ChainLink[],
  argv: readonly string[],
  places: StartUpPlaces,
): boolean {
  const { begun } = places;
  const above = begun.get(lease.pid);
  const [started] = chain;
  const is =
    above !== undefined && above.startTicks === lease.startTicks && lease.holder === "program"
      ? isTool(argv) || (started?.pid === lease.pid && runsFile(argv, above.tool))
      : isTool(argv) && isByShell(lease, chain, argv, places);
  if (!is || stampOf(places.files) !== places.stamp) return false;
  if (started !== undefined) note(started, above?.tool ?? argv[0] ?? "", begun);
  return true;
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
  /^(?:env|xargs|parallel|find|fd|sudo|doas|su|nohup|nice|ionice|setsid|stdbuf|timeout|time|watch|script|expect|busybox|[gmn]?awk|[gn]?sed|vim?|ed|ex|emacs|make|gmake|npx|npm|pnpm|yarn|bunx|uvx?|pipx|git|ssh|docker|podman|systemd-run|at|crontab|gdb|strace)$/;

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
    !result.commands.some(({ program }) => program === name) &&
    result.doubts.length === 0 &&
    !result.commands.some(({ program }) => program === undefined || READS_MORE.has(program)) &&
    readsStartUp(shell, places)
  );
}

const ZSH_FILES = [".zshenv", ".zprofile", ".zshrc", ".zlogin"];
const SH_FILES = [".profile", ".bash_profile", ".bash_login", ".bashrc", ".bash_aliases"];
const FISH_FOLDERS = ["conf.d", "functions"];

function findFiles({ home, variable }: Places): string[] {
  const zsh = variable("ZDOTDIR") || home;
  const fish = join(variable("XDG_CONFIG_HOME") || join(home, ".config"), "fish");
  const first = [
    ...[...ZSH_FILES, ...SH_FILES].map((name) => join(home, name)),
    ...ZSH_FILES.map((name) => join(zsh, name)),
    ...[join(fish, "config.fish"), join(fish, "fish_variables"), variable("BASH_ENV"), variable("ENV")],
    ...FISH_FOLDERS.flatMap((name) => [join(fish, name), ...entriesOf(join(fish, name))]),
  ];
  const files = new Set(first.filter((file): file is string => file !== undefined && isAbsolute(file)));
  const values = new Map<string, string>([["HOME", home]]);
  // What is added on the way is gone through as well.
  for (const file of files) {
    if (files.size > MOST_FILES) break;
    for (const other of readsIn(file, values, variable)) files.add(other);
  }
  return [...files];
}

const MOST_FILES = 200;
const MAX_BYTES = 512 * 1024;

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const ASSIGNED =
  /(?:^|[\s;])(?:set +-\w+ +)?([A-Za-z_]\w*)(?:=| +(?=[~/$"']))("[^"\n]*"|'[^'\n]*'|[^\s;&|)]+)/g;
const SOURCED = /(?:^|[\s;&|({])(?:source|\\?\.) +("[^"\n]*"|'[^'\n]*'|[^\s;&|)]+)/g;

/** `. "$NVM_DIR/nvm.sh"`, where the same text says what NVM_DIR is. */
function readsIn(file: string, values: Map<string, string>, variable: Places["variable"]): string[] {
  const text = readText(file);
  const full = (word: string) =>
    word
      .replace(/^(["'])(.*)\1$/, "$2")
      .replace(/^~(?=\/)/, values.get("HOME") ?? "~")
      .replace(/\$\{?(\w+)\}?/g, (whole, name: string) => values.get(name) ?? variable(name) ?? whole);
  for (const [, name = "", value = ""] of text.matchAll(ASSIGNED)) {
    const known = full(value);
    if (isAbsolute(known) && name !== "HOME") values.set(name, known);
  }
  return [...text.matchAll(SOURCED)]
    .map(([, word = ""]) => full(word))
    .filter((path) => isAbsolute(path) && !/[$*?`]/.test(path))
    .map((path) => resolve(path));
}

function readText(file: string): string {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= MAX_BYTES ? readFileSync(file, "latin1") : "";
  } catch {
    return "";
  }
}

/** One text for all of them: what changes in one of them changes it. */
function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        const found = statSync(file, { bigint: true, throwIfNoEntry: false });
        return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : "none";
      } catch {
        return "closed to us";
      }
    })
    .join("\n");
}

/** What brings further text into the same shell. */
const READS_MORE: ReadonlySet<string> = new Set([".", "source", "eval", "trap", "enable"]);

function readsStartUp({ program = "", args, variable }: ChainLink, places: StartUpPlaces): boolean {
  const [zero = "", ...words] = args;
  const name = /\/(bash|zsh|fish|dash)$/.exec(program)?.[1];
  if (name === undefined || variable("HOME") !== places.home) return false;
  // Only the user's own files: a caller could name others.
  if (!OTHER_FILES.every((other) => variable(other) === places.variable(other))) return false;
  if (name === "zsh")
    return isUsersZdotdir(variable, places) && !words.some((word) => /^-[a-zA-Z]*f/.test(word));
  if (name === "fish") return !words.includes("--no-config") && !words.includes("-N");
  return (
    zero.startsWith("-") ||
    words.some((word) => word === "--login" || /^-[a-zA-Z]*[li]/.test(word)) ||
    // A file of the user's own that every bash reads.
    (name === "bash" && places.variable("BASH_ENV") !== undefined)
  );
}

const OTHER_FILES = ["BASH_ENV", "ENV", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "fish_function_path", "FPATH"];

/** guard's own start-up file goes on with the user's, by a variable that anybody can set. */
function isUsersZdotdir(variable: ChainLink["variable"], { hooks, variable: users }: Places): boolean {
  const own = users("ZDOTDIR");
  return variable("ZDOTDIR") === `${hooks}/hook.zsh`
    ? variable("GUARD_USER_ZDOTDIR") === own
    : variable("ZDOTDIR") === own && variable("GUARD_USER_ZDOTDIR") === undefined;
}
