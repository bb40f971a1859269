/**
 * Which programs a variable concerns that brings code (shims/gate-variables.c has the names; harmless-variables.ts: its values).
 * Every program that starts is looked at for itself: what git reads need not be asked about when a shell has it. A name that
 * stands in no row concerns every program.
 */
import { basename } from "node:path";
import type { GateExec } from "../protocol/gate-messages.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import { FOR_MANAGERS, isHarmless } from "./harmless-variables.ts";
import { writtenPath } from "./own-view.ts";
import { dialectOf } from "./shell-start.ts";
import { isOfTheSystem } from "./system-files.ts";
import { isVersionManager } from "./version-managers.ts";

/** The program that this setting reaches takes code from it. */
export function bringsCode(exec: GateExec, setting: string): boolean {
  const name = nameOf(setting);
  return concerns(exec, name) && !isHarmless(name, setting.slice(name.length + 1), exec.env);
}

/** Into a program that was built without any of the others: only the system's linker, or guard itself, would hear it. */
export function entersAnyProgram(setting: string): boolean {
  return /^(?:LD_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|GUARD_)/.test(nameOf(setting));
}

/** What a program of the system tells the one that it starts, of its own words: `git -c`, the title that man gives its pager. */
export function isHandedOn(name: string, above: readonly (string | undefined)[]): boolean {
  const [parent, ...others] = above;
  return (
    (name === "GIT_CONFIG_PARAMETERS" && isSystems(parent, "git")) ||
    (name === "LESS" && isSystems(parent, "man")) ||
    // For its hooks and what these start: git, too, was judged with what it was given.
    (choosesRepository(name) && [parent, ...others].some((program) => isSystems(program, "git")))
  );
}

/** It works on another repository than the one it stands in, with that one's settings and hooks. */
export function choosesRepository(name: string): boolean {
  return /^GIT_(?:DIR|COMMON_DIR|WORK_TREE)$/.test(name);
}

function isSystems(program: string | undefined, name: string): boolean {
  return program !== undefined && basename(program) === name && isOfTheSystem(program);
}

export function nameOf(setting: string): string {
  return setting.slice(0, setting.indexOf("="));
}

function concerns({ path, file, cwd }: GateExec, name: string): boolean {
  if (FOR_MANAGERS.test(name)) return isVersionManager(writtenPath(cwd, file));
  const readers = READERS.find(([names]) => names.test(name))?.[1];
  // By what was loaded, and by the script's name where it is one.
  return readers === undefined || readers(basename(path)) || readers(basename(file));
}

type Readers = (program: string) => boolean;

const shells: Readers = (name) => dialectOf(name) !== undefined || isShell(name);
const named =
  (pattern: RegExp): Readers =>
  (name) =>
    pattern.test(name);
function oneOf(words: string): Readers {
  const names: ReadonlySet<string> = new Set(words.split(" "));
  return (name) => names.has(name);
}
const either =
  (...all: readonly Readers[]): Readers =>
  (name) =>
    all.some((readers) => readers(name));

const git = named(/^(?:git(?:-.*)?|scalar)$/);
const builders = named(
  /^(?:(?:g|b|re|gnu)?make|cmake|ctest|ninja|meson|go|cargo(?:-.*)?|rustc|configure|ccache)$/,
);
const compilers = named(
  /^(?:.*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|gfortran|cpp|ld|collect2|tcc)(?:-[\d.]+)?$/,
);
const javaTools = named(
  /^(?:java\w*|gradlew?|mvnw?|mvnDebug|sbt|ant|kotlinc?|scalac?|groovy|lein|catalina\.sh|jshell)$/,
);
const npm = either(isInterpreter, named(/^(?:npm|npx|pnpm|pnpx|yarn|bunx)$/));
/** They start what shows or edits a text, asks for a password, opens a page. */
const showers = either(
  git,
  oneOf(
    "gh glab hg svn man less more bat delta tig mutt psql mysql sqlite3 npm yarn pnpm kubectl oc aws az gcloud",
  ),
  oneOf("crontab visudo sudo sudoedit ssh ssh-add systemctl journalctl xdg-open edit view"),
  oneOf("sensible-browser sensible-editor sensible-pager"),
);

const FOR_SHELLS =
  /^(?:BASH_(?:ENV|FUNC_.*|LOADABLES_PATH)|BASHOPTS|SHELLOPTS|ENV|PS4|CDPATH|GLOBIGNORE|ZDOTDIR|FPATH|MODULE_PATH|(?:READ)?NULLCMD)$/s;
const FISHS_FOLDERS = /^(?:XDG_DATA_(?:DIRS|HOME)|fish_(?:function|complete)_path)$/;

const READERS: readonly (readonly [names: RegExp, readers: Readers])[] = [
  [FOR_SHELLS, shells],
  [FISHS_FOLDERS, shells],
  [/^GUARD_/, either(shells, named(/^guard(?:-.*)?$/))],
  // python's usercustomize, git's aliases, cargo's wrappers, vim's and gdb's first files.
  [
    /^(?:HOME|XDG_CONFIG_HOME)$/,
    either(
      shells,
      isInterpreter,
      git,
      builders,
      named(/^(?:pip[\d.]*|gdb|lldb|n?vim?(?:\.\w+)?|emacs.*|less|psql|R)$/),
    ),
  ],
  [/^GIT_(?!EXEC_PATH$|SSH_COMMAND$|EXTERNAL_DIFF$)/, git],
  [/^(?:.*PAGER|.*EDITOR|FCEDIT|VISUAL|.*ASKPASS|BROWSER)$/, showers],
  [/^(?:LESS.*|MANOPT|MANROFFOPT)$/, showers],
  [
    /^SHELL$/,
    named(/^(?:script|parallel|n?vim?|ex|emacs|tmux|screen|sudo|su|less|ed|mc|ranger|watch|xterm)$/),
  ],
  [/^npm_config_/i, npm],
  [/^(?:ESBUILD_BINARY_PATH|YARN_.*|TS_NODE_.*)$/, npm],
  [/^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAKESHELL)$/, named(/^(?:g|b|re|gnu)?make$/)],
  [
    /^(?:CC|CXX|CPP|LD|AR|AS|RANLIB|FC|F77|RUST.*|CARGO_.*|GO.*|CCACHE_.*|CMAKE_.*|PKG_CONFIG|AUTOM4TE)$/,
    either(builders, compilers),
  ],
  [/^(?:COMPILER_PATH|GCC_EXEC_PREFIX|LIBRARY_PATH)$/, either(builders, compilers)],
  [/^(?:CLASSPATH|JAVA_OPTS|JVM_OPTS|MAVEN_.*|GRADLE_.*|ANT_OPTS|SBT_OPTS|CATALINA_OPTS)$/, javaTools],
  [
    /^(?:PIP_.*|PYTEST_.*|IPYTHONDIR)$/,
    either(isInterpreter, named(/^(?:pip[\d.]*|pytest|py\.test|ipython3?)$/)),
  ],
  [/^(?:GEM_.*|BUNDLE_.*)$/, either(isInterpreter, named(/^(?:gem|bundle|bundler|rake)$/))],
  [/^AWK(?:LIB)?PATH$/, named(/^(?:[gmn]?awk|original-awk|busybox)$/)],
  [/^TAR_OPTIONS$/, named(/^(?:bsd|g)?tar$/)],
  [/^ZIPOPT$/, named(/^zip$/)],
  [/^(?:RSYNC_RSH|CVS_RSH|SVN_SSH|HGSSH)$/, named(/^(?:rsync|cvs|svn\w*|hg)$/)],
  [/^(?:VIMINIT|EXINIT)$/, named(/^(?:n?vim?(?:\.\w+)?|view|ex|r?vim?diff)$/)],
  [/^EMACSLOADPATH$/, named(/^emacs/)],
  [/^(?:PSQLRC|PGSYSCONFDIR)$/, named(/^psql$/)],
  [/^RIPGREP_CONFIG_PATH$/, named(/^rg$/)],
  [/^FZF_DEFAULT_/, named(/^fzf$/)],
  [/^CURL_HOME$/, named(/^curl$/)],
  [/^WGETRC$/, named(/^wget2?$/)],
  [/^KUBECONFIG$/, named(/^(?:kubectl|helm|oc|k9s|kustomize)$/)],
  [/^AWS_CONFIG_FILE$/, named(/^(?:aws|terraform|tofu|sam|cdk)$/)],
  [/^TF_CLI_/, named(/^(?:terraform|tofu)$/)],
  [/^ANSIBLE_/, named(/^ansible/)],
  [/^GNUPGHOME$/, named(/^gpg/)],
  [/^HGRCPATH$/, named(/^hg$/)],
  [/^APT_CONFIG$/, named(/^(?:apt.*|dpkg.*|aptitude)$/)],
  [/^DOCKER_CONFIG$/, named(/^(?:docker.*|podman|buildah|skopeo)$/)],
  [/^CONDARC$/, either(isInterpreter, named(/^(?:conda|mamba|micromamba)$/))],
  [/^NODE_COMPILE_CACHE$/, npm],
  [/^PREFIX$/, named(/^(?:npm|npx)$/)],
];
