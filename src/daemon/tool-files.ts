/** Files that a tool looks for by itself: those that it runs (makefiles, git's hooks), and its settings. */
import { join } from "node:path";
import { QUIET_KINDS } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { gitAttributesOf, gitConfigsOf } from "./git-configs.ts";
import { hookFilesOf } from "./git-hooks.ts";
import { findGitPlace } from "./git-place.ts";
import { moduleFiles } from "./module-files.ts";

/** Tool -> what it looks for in its folder. All of them count: one that appears may go before the one that was there. */
const LOOKED_FOR: ReadonlyMap<string, readonly string[]> = new Map([
  ["make", ["GNUmakefile", "makefile", "Makefile"]],
  ["gmake", ["GNUmakefile", "makefile", "Makefile"]],
  ["just", ["justfile", "Justfile", ".justfile"]],
  ["rake", ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"]],
]);

export function toolFiles(command: CommandResult): string[] {
  const { program = "", argv, cwds } = command;
  const names = /^(?:python|pypy)[\d.]*$/.test(program) ? moduleFiles(argv) : (LOOKED_FOR.get(program) ?? []);
  if (names.length === 0) return [];
  const folders = cwds.flatMap((cwd) => (cwd === null ? [] : foldersFrom(cwd, argv)));
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

export function gitHooks(command: CommandResult): string[] {
  return isChangingGit(command) ? placesOf(command).flatMap((cwd) => hookFilesOf(cwd, command.argv)) : [];
}

/** Settings that a tool reads: an answer is for them too, a line that runs may change them (`git remote add`). */
export function settingsFilesOf({ commands }: CheckResult): string[] {
  return commands.flatMap((command) => placesOf(command).flatMap((cwd) => settingsIn(cwd, command)));
}

function settingsIn(cwd: string, command: CommandResult): string[] {
  if (/^(?:npm|npx|pnpm|pnpx|yarn)$/.test(command.program ?? ""))
    return [cwd, process.env["HOME"] ?? cwd].flatMap((folder) => NPM_FILES.map((name) => join(folder, name)));
  const place = isChangingGit(command) ? findGitPlace(cwd, command.argv) : undefined;
  return place === undefined ? [] : [...gitConfigsOf(place), ...gitAttributesOf(place)];
}

const NPM_FILES = [".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".pnpmfile.mjs"];

function isChangingGit({ program, effects }: CommandResult): boolean {
  return program === "git" && !effects.every(({ kind }) => QUIET_KINDS.has(kind));
}

function placesOf({ cwds }: CommandResult): string[] {
  return cwds.flatMap((cwd) => cwd ?? []);
}

/** `make -C a -C b` goes to a/b. */
function foldersFrom(cwd: string, argv: readonly string[]): string[] {
  const folders = [cwd];
  for (const [index, word] of argv.entries()) {
    const named = /^(?:-C(.+)|--directory=(.+))$/.exec(word);
    const folder =
      named?.[1] ?? named?.[2] ?? (word === "-C" || word === "--directory" ? argv[index + 1] : undefined);
    const from = folders.at(-1) ?? cwd;
    if (folder !== undefined) folders.push(folder.startsWith("/") ? folder : join(from, folder));
  }
  return folders;
}
