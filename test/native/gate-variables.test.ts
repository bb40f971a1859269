/**
 * The gate's table of variables that bring code, and the engine's (policy/variables.yaml): what brings code for one must do so
 * for the other. What the engine asks about and the gate does not tell stands here, with the reason.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileFiles } from "../../src/build/compile-files.ts";
import { knowledgeFiles } from "../../src/build/compile-knowledge.ts";
import { prepareVariables } from "../../src/classify/variables.ts";
import { HAS_COMPILER, SHIMS_SOURCE } from "./clients.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NEITHER: Readonly<Record<string, string>> = {
  // What is not known of a line is known of a program that was started.
  "PATH MANPATH INFOPATH fpath path manpath module_path EXECIGNORE hash commands functions dis_functions aliases galiases saliases dis_aliases dis_galiases dis_saliases builtins dis_builtins modules fish_user_paths":
    "a program that was found is looked at for itself; the others mean something inside a shell only",
  "PROMPT_COMMAND PS0 PS1 PS2 PS3 RPS1 RPS2 PROMPT PROMPT2 PROMPT3 PROMPT4 RPROMPT RPROMPT2 SPROMPT prompt psvar precmd_functions preexec_functions chpwd_functions periodic_functions zshexit_functions zshaddhistory_functions":
    "read at a prompt only, where every program is asked about; users set them in every shell",
  "IFS FIGNORE BASH_COMPAT POSIXLY_CORRECT HISTFILE INPUTRC cdpath options nameddirs userdirs parameters argv histchars HISTCHARS KEYBOARD_HACK FUNCNEST BASH_XTRACEFD PWD OLDPWD":
    "changes what a shell does with its words, and brings none",
  "TMPDIR TMP TEMP XDG_* TERMINFO TERMINFO_DIRS TERMCAP NLSPATH HOSTALIASES RES_OPTIONS LOCALDOMAIN MAIL MAILPATH TZDIR":
    "data, no code; where XDG_ brings settings that name programs it is told by its name",
  "MORE SYSTEMD_LESS GROFF_*": "options without a program",
  "TERMINAL SSH_ASKPASS_REQUIRE WEB_BROWSER GPG_TTY PINENTRY_USER_DATA":
    "names no program that a tool would start",
  "GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_DIFF_OPTS GIT_SSL_* GIT_HTTP_* GIT_ALLOW_PROTOCOL GIT_ATTR_* GIT_NAMESPACE GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM GIT_REDIRECT_* GIT_PROTOCOL* GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE GIT_GRAFT_FILE":
    "git itself sets them for its hooks, agents for their own repositories",
  "NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED npm_* NPM_* YARN_* PNPM_* BUN_* DENO_* COREPACK_* VITE_*":
    "settings of tools; those that name a program or code are told by their names",
  "JAVA_HOME KOTLIN_HOME SCALA_HOME LEIN_* BOOT_* MSBUILD* NUGET_*":
    "where a tool lies: what it starts is looked at",
  "PYTEST_* PIP_* PIPENV_* POETRY_* UV_* CONDA_* VIRTUAL_ENV TOX_* DJANGO_SETTINGS_MODULE FLASK_APP JUPYTER_*":
    "settings of tools; those that bring code are told by their names",
  "PERL5SHELL GEM_* BUNDLE_* GUILE_* JULIA_* OCAMLRUNPARAM GHC*": "the same",
  "MAKE CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH CARGO_* RUSTUP_* GOPATH GOBIN GOPROXY GONOSUMDB GONOSUMCHECK GOPRIVATE GOINSECURE GOSUMDB GOWORK CGO_* CMAKE_* CTEST_* NINJA_STATUS MESON* PKG_CONFIG* ACLOCAL_PATH M4PATH CCACHE_* SCCACHE_* DISTCC_* BAZEL_* NIX_* SWIFT_EXEC DEVELOPER_DIR SDKROOT":
    "what is compiled, not what runs now; those that name a program are told by their names",
  "DOCKER_* COMPOSE_* HELM_* AWS_* AZURE_* GOOGLE_* CLOUDSDK_* GH_* GITHUB_* GITLAB_* TF_* TERRAFORM_* VAULT_* SSH_AUTH_SOCK SSH_AGENT_PID DBUS_* CURL_CA_BUNDLE SSL_CERT_* OPENSSL_* REQUESTS_CA_BUNDLE NETRC GREP_OPTIONS GZIP XZ_OPT XZ_DEFAULTS ZSTD_* UNZIP RSYNC_* PGSERVICEFILE PGPASSFILE MYSQL_* SQLITE_* TMUX* SCREENRC VIMRUNTIME MYVIMRC NVIM_* EMACS* GDBINIT STARSHIP_CONFIG DIRENV_* ASDF_* MISE_* NVM_* PYENV_* RBENV_* NODENV_* GOENV_* JENV_* PLENV_* PHPENV_* SDKMAN_* HOMEBREW_* VAGRANT_* LESSHISTFILE MANPATH_MAP QEMU_* WINEPREFIX DISPLAY WAYLAND_DISPLAY XAUTHORITY":
    "another machine or other settings, no code; those that bring some are told by their names",
  "http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY":
    "another machine",
  "DYLD_* DYLD_INSERT_LIBRARIES": "macOS, which has no gate",
  "GUARD_*": "those that guard's hooks read are told by their names",
};
const untold = new Set(Object.keys(NEITHER).flatMap((names) => names.split(" ")));

const root = mkdtempSync(join(tmpdir(), "guard-variables-"));
afterAll(() => rmSync(root, { recursive: true }));
const program = join(root, "told");
if (HAS_COMPILER) {
  const sources = [
    join(import.meta.dirname, "gate-variables-told.c"),
    join(SHIMS_SOURCE, "gate-variables.c"),
  ];
  const flags = ["-std=c11", "-D_GNU_SOURCE=", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined"];
  const built = spawnSync("cc", [...flags, `-I${SHIMS_SOURCE}`, ...sources, "-o", program], {
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stderr);
}

function told(settings: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  const { stdout } = spawnSync(program, { input: settings.join("\n"), env, encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "");
}

const { dangerous } = parse(readFileSync(join(ROOT, "policy/variables.yaml"), "utf8")) as {
  readonly dangerous: Record<string, { readonly names: string }>;
};
const engines = Object.values(dangerous).flatMap(({ names }) => names.split(/\s+/));

/** The names in the table itself. */
const gates = [
  ...readFileSync(join(SHIMS_SOURCE, "gate-variables.c"), "utf8").matchAll(
    /"([A-Za-z_][A-Za-z0-9_]*[=_A-Z])"/g,
  ),
].map(([, name = ""]) => name);

describe.skipIf(!HAS_COMPILER)("the two tables", () => {
  test.for(engines)("the gate tells of %s, or says why not", (pattern) => {
    const setting = `${pattern.replace("*", "X")}=/tmp/x`;
    expect(told([setting]).length === 1).not.toBe(untold.has(pattern));
  });

  test("the engine asks about all that the gate tells", () => {
    const compiled = compileFiles(knowledgeFiles(ROOT));
    if (compiled.problems.length > 0) throw new Error("policy/variables.yaml");
    const { danger, harmless } = prepareVariables(compiled.data.variables);
    const names = gates
      .filter((name) => name.endsWith("=") && !/^[a-z]/.test(name))
      .map((name) => name.slice(0, -1));
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => danger(name) === undefined || harmless(name))).toEqual([]);
  });
});

describe.skipIf(!HAS_COMPILER)("told", () => {
  const rows = [
    "LD_PRELOAD=/tmp/pe.so=",
    "GUARD_USER_ZDOTDIR=/tmp/zd",
    "GUARD_USER_PROMPT_COMMAND=x",
    "GUARD_SESSION=other",
    "LUA_INIT_5_4=@/tmp/x",
    "COMPILER_PATH=",
    "PAGER=/tmp/cat",
    "PAGER=cat x",
    "PAGER=/bin/bash",
    "SHELL=/tmp/bash",
    "MAKEFLAGS=--eval=x",
    "MAKEFLAGS=s -f/tmp/x",
    "MAKEFLAGS=-I /tmp",
    "MAKEFLAGS= -- CC=gcc",
    "MAKEFLAGS=SHELL=/tmp/x",
    "MAKEFLAGS=-j2 x",
    "MAKEFLAGS=e",
    "MAKEFLAGS=-j2\tx",
    "MAKEFLAGS=--jobserver-auth=fifo:/tmp/x",
    "GNUMAKEFLAGS=-Cx",
    "npm_config_script_shell=/tmp/x",
    "NPM_CONFIG_SCRIPT-SHELL=/tmp/x",
    "Npm_Config_Node_Options=-r x",
  ];
  test.for(rows)("%s", (setting) => {
    expect(told([setting])).toEqual([setting]);
  });
});

describe.skipIf(!HAS_COMPILER)("not told", () => {
  const rows = [
    "BASH_ENV=",
    "GUARD_ROWS_BELOW=3",
    "PAGER=cat",
    "GIT_EDITOR=true",
    "GIT_ASKPASS=echo",
    "EDITOR=vi",
    "SHELL=/bin/bash",
    "MAKEFLAGS=s -j2 --jobserver-auth=fifo:/tmp/GMfifo123",
    "MAKEFLAGS= -j4 --jobserver-auth=3,4",
    "MAKEFLAGS=w --no-print-directory",
    "MFLAGS=-j2",
    "MAKELEVEL=1",
    "npm_config_shellx=1",
    "NODE_ENV=test",
    "no sign",
  ];
  test.for(rows)("%s", (setting) => {
    expect(told([setting])).toEqual([]);
  });

  test("what the seat was started with", () => {
    const env = { GUARD_USER_ZDOTDIR: "/home/u" };
    expect(told(["GUARD_USER_ZDOTDIR=/home/u", "GUARD_USER_ZDOTDIR=/tmp"], env)).toEqual([
      "GUARD_USER_ZDOTDIR=/tmp",
    ]);
  });
});
