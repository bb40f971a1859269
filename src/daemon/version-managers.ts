/** Tools that put a shell script with the program's name before the program: pyenv, rbenv, asdf and their like. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
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

const OWN_PLACE = /^(?:shims|libexec|bin|plugins\/[^/]+\/bin|\w+\.d\/exec\/[^/]+)\/[^/]+$/;
const INSTALLED_PLACE = /^(?:versions\/[^/]+|installs\/[^/]+\/[^/]+)\/bin\/[^/]+$/;
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

/** One of the programs that a manager's script leads to: `shims/pip` to `versions/3.12.1/bin/pip`. */
export function isWhereScriptLeads(
  file: string,
  script: string,
  roots: readonly string[] = ownRoots(),
): boolean {
  return roots.some(
    (root) =>
      script === join(root, "shims", basename(file)) &&
      file.startsWith(`${root}/`) &&
      INSTALLED_PLACE.test(file.slice(root.length + 1)),
  );
}

/** `pyenv init -` has the shell run this: it prints PATH without the manager's own folder, and does nothing else. */
export function isManagersText(argv: readonly string[]): boolean {
  const [shell = "", norc, option, text = "", ...more] = argv;
  return (
    shell === "bash" && norc === "--norc" && option === "-ec" && more.length === 0 && PATH_TEXT.test(text)
  );
}

const PATH_TEXT =
  /^IFS=:; paths=\(\$PATH\);\s+for i in \$\{!paths\[@\]\}; do\s+if \[\[ \$\{paths\[i\]\} == "\/[\w./-]+\/shims" \]\]; then unset 'paths\[i\]';\s+fi; done;\s+echo "\$\{paths\[\*\]\}"$/;

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
    ...below(join(root, `${basename(root).replace(/^\./, "")}.d`, "exec")),
    ...[...below(join(root, "plugins")), ...below(join(root, "versions"))].map((folder) =>
      join(folder, "bin"),
    ),
    ...below(join(root, "installs"))
      .flatMap(below)
      .map((folder) => join(folder, "bin")),
  ]);
}

/** What managers read into their own shells on the way: whoever writes there speaks with their names. */
export function stampOfHooks(roots: readonly string[] = ownRoots()): string {
  return roots
    .flatMap((root) => [join(root, `${basename(root).replace(/^\./, "")}.d`), join(root, "plugins")])
    .flatMap((folder) => treeOf(folder, HOOK_LEVELS))
    .map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return `${file} ${found?.ino} ${found?.size} ${found?.ctimeNs}`;
    })
    .join("\n");
}

const HOOK_LEVELS = 5;
const MOST_HOOKS = 500;

function treeOf(folder: string, levels: number): string[] {
  const entries = levels === 0 ? [] : below(folder);
  return [folder, ...entries.flatMap((entry) => treeOf(entry, levels - 1))].slice(0, MOST_HOOKS);
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
