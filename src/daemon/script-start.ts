/**
 * The kernel turns `./x.js` into `node ./x.js`, and `npm` into `node /usr/bin/npm`: what was meant is the file. An argv that
 * its first line explains is judged by the file's own name, so that one start is one check.
 */
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isOwnView, plainPath, writtenPath } from "./own-view.ts";
import { type UserPath, wasThere } from "./user-path.ts";
import { isManagedInterpreter, isVersionManager, isWhereScriptLeads } from "./version-managers.ts";

const MAX_SHEBANG_BYTES = 256;

/** The argv as it was meant; the same one when nothing was turned. */
export function meantArgv(argv: readonly string[], cwd: string, path: UserPath): readonly string[] {
  const [interpreter = "", ...rest] = argv;
  for (const [index, word] of rest.entries()) {
    if (word.startsWith("-")) continue;
    // The kernel hands over a path. `python3 ls` is somebody's own words, and is not the program ls.
    if (!word.includes("/")) return argv;
    const words = readShebang(writtenPath(cwd, word));
    const before = [basename(interpreter), ...rest.slice(0, index)];
    if (words === undefined || !sameWords(words, before)) return argv;
    const name = programName(word, cwd, path);
    // With an interpreter that nobody knows even a script that is known does anything.
    return interpreter.includes("/") && !name.includes("/") ? argv : [name, ...rest.slice(index + 1)];
  }
  return argv;
}

/** By its name where the user would start it so, or where it is a part of a version manager; else as it was written. */
export function programName(word: string, cwd: string, path: UserPath): string {
  const found = findName(word, cwd, path);
  return found?.isProven ? found.name : word;
}

/** By this name the user would start it, but it came after the session began: whoever wrote it has chosen the name. */
export function unprovenName(word: string, cwd: string, path: UserPath): string | undefined {
  const found = word.includes("/") ? findName(word, cwd, path) : undefined;
  return found?.isProven === false ? found.name : undefined;
}

interface Named {
  readonly name: string;
  readonly isProven: boolean;
}

function findName(word: string, cwd: string, path: UserPath): Named | undefined {
  const place = plainPath(writtenPath(cwd, word));
  if (place !== undefined && (isVersionManager(place) || isManagedInterpreter(place)))
    return { name: basename(word), isProven: wasThere(place, path) };
  return nameOnPath(word, cwd, path);
}

/** Interpreter and options that the first line names, without folder and without env; undefined: there is none. */
export function readShebang(file: string): readonly string[] | undefined {
  const line = readStart(file)?.split("\n", 1)[0] ?? "";
  const named = /^#![ \t]*(\S+)(?:[ \t]+(.*\S))?[ \t]*$/.exec(line);
  if (!named) return undefined;
  const [, program = "", rest = ""] = named;
  if (basename(program) !== "env") return rest === "" ? [basename(program)] : [basename(program), rest];
  const words = rest.replace(/^-S[ \t]*/, "").split(/[ \t]+/);
  const [first = ""] = words;
  return [basename(first), ...words.slice(1)];
}

export function sameWords(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}

function readStart(file: string): string | undefined {
  try {
    // First what costs least: hardly any word of an argv is a file that could be started.
    if (!isProgram(file) || isOwnView(file)) return undefined;
    accessSync(file, constants.X_OK);
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(MAX_SHEBANG_BYTES);
      return bytes.toString("latin1", 0, readSync(fd, bytes, 0, MAX_SHEBANG_BYTES, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

function isProgram(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}

/** The name by which the user would start this very file. */
function nameOnPath(word: string, cwd: string, path: UserPath): Named | undefined {
  const name = basename(word);
  const written = writtenPath(cwd, word);
  if (isOwnView(written)) return undefined;
  try {
    // Not node's own realpath: that one takes `..` away before it looks at links.
    const file = realpathSync.native(written);
    const found = findOnPath(name, path);
    if (found === undefined) return undefined;
    if (found.real === file) return { name, isProven: wasThere(found.file, path) };
    // What pyenv starts has its folder in front of PATH, and by that name finds others of the same version.
    return isWhereScriptLeads(written, found.file)
      ? { name, isProven: wasThere(found.file, path) && wasThere(written, path) }
      : undefined;
  } catch {
    // It is gone: nothing that a name could mean.
    return undefined;
  }
}

/** The first one is the one that the name means. */
export function findOnPath(
  name: string,
  { folders }: UserPath,
): { readonly file: string; readonly real: string } | undefined {
  for (const folder of folders) {
    const file = join(folder, name);
    const real = findReal(file);
    if (real !== undefined) return { file, real };
  }
  return undefined;
}

function findReal(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
