/** Tools that put a shell script with the program's name before the program: pyenv, rbenv, asdf and their like. */
import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { findProject } from "../policy/find.ts";

/** Manager -> the variable that tells where the user has put it, and where it is otherwise, from the home folder. */
const MANAGERS: Readonly<Record<string, { readonly root: string; readonly own: readonly string[] }>> = {
  pyenv: { root: "PYENV_ROOT", own: [".pyenv"] },
  rbenv: { root: "RBENV_ROOT", own: [".rbenv"] },
  nodenv: { root: "NODENV_ROOT", own: [".nodenv"] },
  goenv: { root: "GOENV_ROOT", own: [".goenv"] },
  jenv: { root: "JENV_ROOT", own: [".jenv"] },
  plenv: { root: "PLENV_ROOT", own: [".plenv"] },
  phpenv: { root: "PHPENV_ROOT", own: [".phpenv"] },
  asdf: { root: "ASDF_DATA_DIR", own: [".asdf", ".local/share/asdf"] },
  mise: { root: "MISE_DATA_DIR", own: [".local/share/mise"] },
  rtx: { root: "RTX_DATA_DIR", own: [".local/share/rtx"] },
};

/** Where administrators put them for everybody. */
const SHARED_FOLDERS = ["/usr/local", "/opt"];

const OWN_PLACE = /^(?:shims|libexec|bin|plugins\/[^/]+\/bin)\/[^/]+$/;
/** What a manager has installed besides (tools of the language) is what its own name says, and nothing that guard knows. */
const INTERPRETER_PLACE =
  /^(?:versions\/[^/]+|installs\/[^/]+\/[^/]+)\/bin\/(?:(?:python|pypy|perl|ruby|php)[\d.]*|node|go|java)$/;

/**
 * `file` is absolute. Its scripts are judged by their names, like programs of the system: so only where the user or an
 * administrator has put a manager, never by a folder's name alone. A repository can bring a folder `.pyenv` too.
 */
export function isVersionManager(file: string, roots: readonly string[] = ownRoots()): boolean {
  return roots.some((root) => file.startsWith(`${root}/`) && OWN_PLACE.test(file.slice(root.length + 1)));
}

/** The language itself, as a manager has installed it. */
export function isManagedInterpreter(file: string, roots: readonly string[] = ownRoots()): boolean {
  return roots.some(
    (root) => file.startsWith(`${root}/`) && INTERPRETER_PLACE.test(file.slice(root.length + 1)),
  );
}

let known: readonly string[] | undefined;

/** The daemon's own variables are the user's, from before the agent. */
function ownRoots(): readonly string[] {
  known ??= managerRoots(process.env);
  return known;
}

export function managerRoots(env: NodeJS.ProcessEnv): string[] {
  const { HOME = "" } = env;
  return Object.entries(MANAGERS).flatMap(([name, { root, own }]) => {
    const given = [env[root] ?? "", ...SHARED_FOLDERS.flatMap((at) => [`${at}/${name}`, `${at}/.${name}`])];
    return [
      ...(isAbsolute(HOME) ? own.map((folder) => join(HOME, folder)) : []),
      ...given
        .filter((folder) => isAbsolute(folder) && !isInProject(folder))
        .map((folder) => resolve(folder)),
    ];
  });
}

/** The folders that programs of managers are in. Most machines have none of these. */
export function managedFolders(roots: readonly string[] = ownRoots()): string[] {
  return roots.flatMap((root) => [
    ...["shims", "libexec", "bin"].map((name) => join(root, name)),
    ...[...below(join(root, "plugins")), ...below(join(root, "versions"))].map((folder) =>
      join(folder, "bin"),
    ),
    ...below(join(root, "installs"))
      .flatMap(below)
      .map((folder) => join(folder, "bin")),
  ]);
}

function below(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A variable may point into a repository (direnv), and what is there came with it. A manager is often a clone itself. */
function isInProject(folder: string): boolean {
  return findProject(dirname(resolve(folder))).marker !== "none";
}
