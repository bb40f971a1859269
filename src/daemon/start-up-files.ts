/**
 * A shell that reads start-up files before its line (`bash -lc`, zsh, fish) runs what the user has written there. A line that
 * holds nothing unknown can start only what it foretold: all else that its shell starts is from those files.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import type { Lease } from "./leases.ts";
import type { ChainLink } from "./process-chain.ts";

export interface StartUpPlaces {
  readonly home: string;
  /** The user's files as they were when the session began. What an agent writes there is not the user's. */
  readonly stamp: string;
  /** Where guard's own start-up file for zsh is. */
  readonly hooks: string;
  /** The user's own, from before the agent. */
  variable(name: string): string | undefined;
}

/** `argv`: of what the shell starts. A program that no name of the user's leads to is nobody's start-up. */
export function isFromStartUp(
  { holder, pid, startTicks, result }: Lease,
  chain: readonly ChainLink[],
  [name = ""]: readonly string[],
  places: StartUpPlaces,
): boolean {
  // Not the shell's own process: what it becomes at its end is its line.
  const shell = chain.slice(1).find((link) => link.pid === pid && link.startTicks === startTicks);
  return (
    shell !== undefined &&
    holder === "shell" &&
    name !== "" &&
    !name.includes("/") &&
    (result.wrapper === undefined || result.wrapper.whole === true) &&
    !result.commands.some(({ program }) => program === name) &&
    stampStartUp(places.home) === places.stamp &&
    result.doubts.length === 0 &&
    !result.commands.some(({ program }) => program === undefined || READS_MORE.has(program)) &&
    readsStartUp(shell, places)
  );
}

const FILES = [
  ...[".zshenv", ".zprofile", ".zshrc", ".zlogin", ".profile", ".bash_profile", ".bash_login", ".bashrc"],
  ...[".bash_aliases", ".config/fish/config.fish", ".config/fish/conf.d", ".config/fish/functions"],
];

/** One text for all of them: what changes in one of them changes it. */
export function stampStartUp(home: string): string {
  return FILES.map((name) => {
    try {
      const found = statSync(join(home, name), { bigint: true, throwIfNoEntry: false });
      return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : "none";
    } catch {
      return "closed to us";
    }
  }).join("\n");
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
    return (
      ZDOTDIR_OF(places).includes(variable("ZDOTDIR")) && !words.some((word) => /^-[a-zA-Z]*f/.test(word))
    );
  if (name === "fish") return !words.includes("--no-config") && !words.includes("-N");
  return (
    zero.startsWith("-") ||
    words.some((word) => word === "--login" || /^-[a-zA-Z]*[li]/.test(word)) ||
    // A file of the user's own that every bash reads.
    (name === "bash" && places.variable("BASH_ENV") !== undefined)
  );
}

const OTHER_FILES = ["BASH_ENV", "ENV", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "fish_function_path", "FPATH"];

const ZDOTDIR_OF = ({ hooks, variable }: StartUpPlaces): (string | undefined)[] => [
  `${hooks}/hook.zsh`,
  variable("ZDOTDIR"),
];
