/** Values that bring no code, of variables that could: agents, git, npm and version managers hand them on all the time. */
import { dirname, join } from "node:path";
import { areHarmlessSettings, isHarmlessSetting } from "./git-settings.ts";
import { plainPath } from "./own-view.ts";
import { isInstalled } from "./system-files.ts";
import { managerRoots } from "./version-managers.ts";

/** What version managers read. */
export const FOR_MANAGERS = /^(?:\w+ENV_(?:HOOK_PATH|ROOT)|ASDF_\w+|MISE_\w+)$/;

/** `all`: the settings beside it, for those that come in pairs. */
export function isHarmless(name: string, value: string, all: readonly string[]): boolean {
  // gcc takes an empty one for the folder it stands in.
  if (value === "") return !/^(?:COMPILER_PATH|GCC_EXEC_PREFIX|LIBRARY_PATH)$/.test(name);
  if (/^GIT_CONFIG_VALUE_\d+$/.test(name)) return isHarmlessSetting(`${keyFor(name, all)}=${value}`);
  if (name === "GIT_CONFIG_PARAMETERS") return areHarmlessSettings(value);
  return HARMLESS.some(([names, values]) => names.test(name) && values.test(value));
}

/** Agents take git's pager, hooks and helpers away from their tools by such pairs. */
function keyFor(name: string, all: readonly string[]): string {
  const start = `${name.replace("VALUE", "KEY")}=`;
  return all.find((setting) => setting.startsWith(start))?.slice(start.length) ?? "";
}

const MEMORY_ONLY = /^(?:\s*-X(?:ms|mx|ss|mn)\d+[kmg]?)+\s*$/i;
/** Beside the node that runs here: npm tells its scripts where its parts and its settings are. */
const NODES_FOLDER = dirname(dirname(process.execPath));
const NPMS_OWN = ["/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js", "/etc/npmrc"].map(
  (file) => NODES_FOLDER + file,
);

function isNpmsOwn(path: string): boolean {
  return NPMS_OWN.includes(path) || (plainPath(path) === path && isInstalled(path));
}

function isUsersNpmrc(path: string): boolean {
  return (
    path === join(process.env["HOME"] ?? "/", ".npmrc") || /^(?:\/usr(?:\/local)?)?\/etc\/npmrc$/.test(path)
  );
}

/** Where managers are that the user has, and where administrators put what these read in. */
function isManagersOwn(path: string): boolean {
  const folder = path.startsWith("/") ? plainPath(path) : undefined;
  if (folder === undefined) return false;
  const isIn = (root: string) => folder === root || folder.startsWith(`${root}/`);
  return MANAGERS_SETTINGS.test(folder) || managerRoots(process.env).some(isIn);
}
const MANAGERS_SETTINGS = /^(?:\/usr\/local)?\/etc\/\w+env\.d$|^\/usr\/(?:etc|lib)\/\w+env(?:\.d|\/hooks)$/;

const HARMLESS: readonly (readonly [names: RegExp, values: Pick<RegExp, "test">])[] = [
  [FOR_MANAGERS, { test: (paths) => paths.split(":").every((path) => path === "" || isManagersOwn(path)) }],
  [/^GIT_DIR$/, /^\.git$/],
  // git tells its hooks where it lies.
  [/^GIT_EXEC_PATH$/, /^\/usr\/(?:lib|libexec)\/git-core$/],
  [/^GIT_CONFIG_(?:GLOBAL|SYSTEM)$/, /^\/dev\/null$/],
  [/^GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF)$/, /^(?:ssh|true|false|:)$/],
  // A key means nothing without its value.
  [/^GIT_CONFIG_(?:NOSYSTEM|COUNT|KEY_\d+)$/, /^/],
  // Onto its stderr, or an open descriptor.
  [/^GIT_TRACE/, /^(?:\d|true|false)$/],
  [/^LESS$/, /^-?[acdefgiFJKmMnNqQrRsSwWXx\d]+$/],
  // The system's own; many a ~/.bashrc sets it.
  [/^LESS(?:OPEN|CLOSE)$/, /^\|{0,2}-? ?\/usr\/bin\/(?:lesspipe(?:\.sh)?|lessfile) %s(?: %s)?$/],
  [/^OPENSSL_CONF$/, /^\/dev\/null$/],
  [/^PYTHONBREAKPOINT$/, /^0$/],
  // A category of a module is imported.
  [/^PYTHONWARNINGS$/, /^[^.]*$/],
  [
    /^(?:JAVA_OPTS|JVM_OPTS|MAVEN_OPTS|GRADLE_OPTS|ANT_OPTS|SBT_OPTS|J\w+_OPTIONS|_JAVA_OPTIONS)$/,
    MEMORY_ONLY,
  ],
  [/^CARGO_TARGET_(?:DIR|TMPDIR)$/, /^/],
  [
    /^(?:CC|CXX|CPP|LD|AR|AS|RANLIB)$/,
    /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|cpp|ld|ar|as|ranlib)(?:-\d+)?$/,
  ],
  [/^npm_config_node_gyp$/i, { test: isNpmsOwn }],
  [/^npm_config_(?:user|global)config$/i, { test: (path) => isUsersNpmrc(path) || isNpmsOwn(path) }],
  [/^npm_config_prefix$/i, { test: (path) => path === NODES_FOLDER || isInstalled(`${path}/bin/node`) }],
  [
    /^npm_config_init_module$/i,
    { test: (path) => path === join(process.env["HOME"] ?? "/", ".npm-init.js") },
  ],
  // "no toolchain but the one that is here"
  [/^GOTOOLCHAIN$/, /^(?:local|auto)$/],
];
