/**
 * Which files a command takes its code from: those that it names, those that come on the stdin of an interpreter, and those
 * that a tool looks for by itself. What a program loads in turn (imports, included makefiles) is not known here.
 */
import { readlinkSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Effect, QUIET_KINDS } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { readAtOnce } from "../disk/read-at-once.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import { gitAttributesOf, gitConfigsOf } from "./git-configs.ts";
import { hookFilesOf } from "./git-hooks.ts";
import { findGitPlace } from "./git-place.ts";

export function codeFilesOf(result: CheckResult): string[] {
  return result.commands.flatMap((command, index) => [
    ...executed(command).flatMap((path) => [path, ...foundFor(path)]),
    ...(readsCode(command) || runsUnknownText(result, command) ? inputOf(result, index) : []),
    ...toolFiles(command),
    ...gitHooks(command),
  ]);
}

/** Those of them that the system itself loads: `./tool`, not what an interpreter is given. */
export function startedFilesOf({ commands }: CheckResult): string[] {
  return commands.flatMap(({ argv: [program = ""], cwds }) =>
    program.includes("/") ? cwds.flatMap((cwd) => (cwd === null ? [] : resolve(cwd, program))) : [],
  );
}

/** An interpreter without a file and without code in its words: it runs what comes on its stdin. */
export function readsCode({
  program = "",
  argv: [, ...args],
}: Pick<CommandResult, "program" | "argv">): boolean {
  if (!isShell(program) && !isInterpreter(program)) return false;
  const operand = args.find((arg) => arg === "-" || !/^[-+]/.test(arg));
  return operand === undefined || operand === "-" || (isShell(program) && args.includes("-s"));
}

/** The same for tools that run what they read, and for options with a value, as the knowledge base tells. */
export function mayTakeCode(command: CommandResult): boolean {
  const { program = "", argv, effects } = command;
  return (
    readsCode(command) ||
    isTypedTo(command) ||
    RUNS_INPUT.test(program) ||
    (isInterpreter(program) && ["code", "pdb", "asyncio"].includes(argv[argv.indexOf("-m") + 1] ?? "")) ||
    effects.some(({ kind, because }) => kind === "execute" && /stdin/.test(because)) ||
    (!hasCode(command) &&
      effects.some(({ kind, because }) => kind === "execute" && /without operands/.test(because)))
  );
}

/** `node -e CODE`, and nothing else: it has what it runs in its words. */
function hasCode({ argv, effects }: CommandResult): boolean {
  return (
    argv.length === 3 && effects.some(({ kind, target }) => kind === "execute" && target?.kind === "code")
  );
}

/** With -i (perl: -d) an interpreter goes on with its stdin, whatever code it was given. */
function isTypedTo({ program = "", argv: [, ...args] }: CommandResult): boolean {
  return isInterpreter(program) && args.some((arg) => /^-[A-Za-z]*[id]|^--interactive/.test(arg));
}

const RUNS_INPUT =
  /^(?:sqlite3?|ed|ex|vim?|psql|mysql|mariadb|mongosh|redis-cli|bc|dc|gdb|lldb|xargs|parallel|at|batch|ftp|sftp|ssh|m4|irb|ghci|R|octave|julia)$/;

/** The file that a process has as its stdin; none for pipes and terminals. */
export function stdinFileOf(pid: number): string[] {
  const file = stdinOf(pid);
  // One that is gone has no name: what stands under it now is another.
  const isNamed = file.startsWith("/") && !file.startsWith("/dev/") && !file.endsWith(" (deleted)");
  return isNamed ? [file] : [];
}

/** Something comes there that nobody has seen. */
export function hasOpenStdin(pid: number): boolean {
  return stdinFileOf(pid).length === 0 && stdinOf(pid) !== "/dev/null";
}

function stdinOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return "";
  }
}

/** With options that have a value of their own (`bash -o pipefail < x`) the engine knows better than the words. */
function runsUnknownText({ doubts }: CheckResult, { pos }: CommandResult): boolean {
  return doubts.some((doubt) => doubt.kind === "unknown-text" && doubt.pos === pos);
}

function executed({ effects }: CommandResult): string[] {
  return effects.flatMap((effect) => (effect.kind === "execute" ? pathOf(effect) : []));
}

function pathOf({ target }: Effect): string[] {
  return target?.kind === "path" && !target.glob ? [target.path] : [];
}

/** Its own redirections, and what the commands before it in the pipe read; wrappers (`env python3`) stand at the same place. */
function inputOf({ line, commands }: CheckResult, last: number): string[] {
  const files: string[] = [];
  let next = commands[last];
  for (let index = last; index >= 0; index--) {
    const command = commands[index];
    if (command === undefined || next === undefined) break;
    if (command.pos !== next.pos && !/^\s*\|&?\s*$/.test(line.slice(command.end, next.pos))) break;
    next = command;
    files.push(...command.effects.flatMap((effect) => (effect.kind === "read" ? pathOf(effect) : [])));
  }
  return files;
}

/** python takes a folder's __main__.py, node what its package.json names, or the name with an ending. */
function foundFor(path: string): string[] {
  switch (kindOf(path)) {
    case "file":
      return [];
    case "folder":
      return [join(path, "__main__.py"), join(path, "package.json"), ...inPackage(path)];
    case "none":
      return withEndings(path);
  }
}

function inPackage(folder: string): string[] {
  const main = mainOf(folder);
  const index = withEndings(join(folder, "index"));
  if (main === undefined) return index;
  const file = join(folder, main);
  return [file, ...withEndings(file), ...withEndings(join(file, "index")), ...index];
}

function withEndings(path: string): string[] {
  return [".js", ".json", ".node"].map((ending) => path + ending);
}

const MAX_PACKAGE_BYTES = 1024 * 1024;

function mainOf(folder: string): string | undefined {
  try {
    const found = readAtOnce(join(folder, "package.json"), MAX_PACKAGE_BYTES);
    if (found.kind !== "bytes") return undefined;
    const { main } = JSON.parse(found.bytes.toString("utf8")) as { readonly main?: unknown };
    return typeof main === "string" ? main : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(path: string): "file" | "folder" | "none" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "none";
  }
}

/** Tool -> what it looks for in its folder. All of them count: one that appears may go before the one that was there. */
const LOOKED_FOR: Readonly<Record<string, readonly string[]>> = {
  make: ["GNUmakefile", "makefile", "Makefile"],
  gmake: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile", "Justfile", ".justfile"],
  rake: ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"],
};

function toolFiles(command: CommandResult): string[] {
  const { program = "", argv, cwds } = command;
  const names = /^(?:python|pypy)[\d.]*$/.test(program) ? moduleFiles(argv) : (LOOKED_FOR[program] ?? []);
  if (names.length === 0) return [];
  const folders = cwds.flatMap((cwd) => (cwd === null ? [] : foldersFrom(cwd, argv)));
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function gitHooks(command: CommandResult): string[] {
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

/** `python -m a.b`, where the project's own files go before the installed ones. */
function moduleFiles(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => /^-[a-zA-Z]*m/.test(word));
  const name = at < 0 ? undefined : (/^-[a-zA-Z]*?m(.+)$/.exec(argv[at] ?? "")?.[1] ?? argv[at + 1]);
  if (name === undefined || !/^[\w.]+$/.test(name)) return [];
  const path = name.replaceAll(".", "/");
  const [top = ""] = path.split("/");
  return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`, `${top}/__init__.py`];
}
