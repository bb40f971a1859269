/**
 * Programs that appeared in a folder of PATH that the user can write to, under the name of one in a later folder: they run in its
 * place when somebody calls that. Only looks, and never throws.
 */
import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isProgram } from "./is-program.ts";
import type { Change } from "./start-up-changes.ts";

/** By the folder's name in PATH: what lay in the user's own ones. Those that are not there yet are among them. */
export type ProgramNames = ReadonlyMap<string, ReadonlySet<string>>;

const MOST_NEW = 2_000;

export function listOwnPrograms(path: string | undefined): ProgramNames {
  const names = new Map<string, ReadonlySet<string>>();
  // In the last one nothing stands before anything.
  for (const folder of foldersIn(path).slice(0, -1))
    if (isWritable(folder)) names.set(folder, new Set(namesIn(folder)));
  return names;
}

export function findShadowing(before: ProgramNames, path: string | undefined): readonly Change[] {
  const folders = foldersIn(path);
  return [...before].flatMap(([folder, known]) => {
    const later = folders.slice(folders.indexOf(folder) + 1).filter((other) => !isSame(other, folder));
    const fresh = namesIn(folder).filter((name) => !known.has(name));
    return fresh.slice(0, MOST_NEW).flatMap((name) => shadowOf(join(folder, name), name, later));
  });
}

function shadowOf(program: string, name: string, later: readonly string[]): readonly Change[] {
  if (!isProgram(program)) return [];
  const other = later.map((folder) => join(folder, name)).find(isProgram);
  return other === undefined ? [] : [{ path: program, how: `new, found before ${other}` }];
}

function foldersIn(path = ""): readonly string[] {
  return [...new Set(path.split(":"))].filter((folder) => isAbsolute(folder));
}

/** One that is not there can be made. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}

/** /bin is /usr/bin on most machines. */
function isSame(one: string, other: string): boolean {
  try {
    return realpathSync.native(one) === realpathSync.native(other);
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
