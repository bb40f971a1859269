/*
 * Variables that make a program load or run other code than its own, or a shell read other start-up files.
 * The user's own are what the seat was started with: the same settings are nothing new. Which of them concern which program
 * is the daemon's to know (src/daemon/variable-readers.ts); what need not be told at all is left out here, because a start
 * with nothing to tell can be judged while it loads.
 * policy/variables.yaml has the same names for lines that set them; test/native/gate-variables.test.ts holds the two together.
 */
#include "gate-variables.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Up to the sign where there is one, else all names that begin so. */
static const char *const NAMES[] = {
    /* Every program. */
    "LD_", "GCONV_PATH=", "GLIBC_TUNABLES=", "LOCPATH=", "OPENSSL_CONF=", "OPENSSL_MODULES=", "OPENSSL_ENGINES=",
    "TC_LIB_DIR=", "XTABLES_LIBDIR=", "GVBINDIR=", "GIO_EXTRA_MODULES=", "GIO_MODULE_DIR=", "GTK_MODULES=", "GTK_PATH=",
    "GDK_PIXBUF_MODULE_FILE=", "GST_PLUGIN_", "QT_PLUGIN_PATH=", "QT_QPA_PLATFORM_PLUGIN_PATH=", "VK_LAYER_PATH=",
    "VK_ADD_LAYER_PATH=", "VK_DRIVER_FILES=", "VK_ICD_FILENAMES=", "LIBGL_DRIVERS_PATH=",
    /* guard's own hooks: where they ask, and what they read as the user's. */
    "GUARD_USER_", "GUARD_SESSION=", "GUARD_AGENT_SOCKET=",
    /* Shells. */
    "BASH_ENV=", "BASH_FUNC_", "BASH_LOADABLES_PATH=", "BASHOPTS=", "SHELLOPTS=", "ENV=", "PS4=", "CDPATH=", "GLOBIGNORE=", "ZDOTDIR=", "FPATH=",
    "MODULE_PATH=", "NULLCMD=", "READNULLCMD=", "XDG_DATA_DIRS=", "XDG_DATA_HOME=", "fish_function_path=",
    "fish_complete_path=",
    /* Where settings are that name programs. */
    "HOME=", "XDG_CONFIG_HOME=",
    /* Node and its relatives. */
    "NODE_OPTIONS=", "NODE_PATH=", "NODE_V8_COVERAGE=", "NODE_COMPILE_CACHE=", "PREFIX=", "NODE_REPL_", "BUN_OPTIONS=", "BUN_INSPECT", "BUN_BE_BUN=",
    "ELECTRON_RUN_AS_NODE=", "ESBUILD_BINARY_PATH=", "TS_NODE_", "YARN_YARN_PATH=", "YARN_RC_FILENAME=",
    /* Other interpreters. */
    "PYTHONPATH=", "PYTHONHOME=", "PYTHONSTARTUP=", "PYTHONUSERBASE=", "PYTHONPYCACHEPREFIX=", "PYTHONWARNINGS=",
    "PYTHONBREAKPOINT=", "PYTHONINSPECT=", "PYTHONPLATLIBDIR=", "PYTHONEXECUTABLE=", "PYTEST_ADDOPTS=", "PYTEST_PLUGINS=",
    "PIP_INDEX_URL=", "PIP_EXTRA_INDEX_URL=", "PIP_FIND_LINKS=", "PIP_CONFIG_FILE=", "PIP_PYTHON=", "IPYTHONDIR=",
    "PERL5OPT=", "PERL5LIB=", "PERLLIB=", "PERL5DB=", "PERL_MM_OPT=", "PERL_MB_OPT=", "RUBYOPT=", "RUBYLIB=", "RUBYSHELL=",
    "GEM_HOME=", "GEM_PATH=", "BUNDLE_GEMFILE=", "BUNDLE_PATH=", "PHPRC=", "PHP_INI_SCAN_DIR=", "LUA_INIT", "LUA_PATH",
    "LUA_CPATH", "ERL_", "ELIXIR_ERL_OPTIONS=", "GUILE_LOAD_", "GUILE_EXTENSIONS_PATH=", "R_PROFILE", "R_ENVIRON", "R_LIBS",
    "TCLLIBPATH=", "JULIA_LOAD_PATH=", "JULIA_DEPOT_PATH=", "JULIA_PROJECT=", "CAML_LD_LIBRARY_PATH=", "GHC_PACKAGE_PATH=",
    "AWKPATH=", "AWKLIBPATH=", "DOTNET_STARTUP_HOOKS=", "DOTNET_ADDITIONAL_DEPS=", "DOTNET_SHARED_STORE=", "DOTNET_ROOT",
    "CORECLR_", "COR_", "COMPlus_", "JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=", "JDK_JAVA_OPTIONS=", "CLASSPATH=", "JAVA_OPTS=",
    "JVM_OPTS=", "MAVEN_OPTS=", "MAVEN_ARGS=", "GRADLE_OPTS=", "GRADLE_USER_HOME=", "ANT_OPTS=", "SBT_OPTS=",
    "CATALINA_OPTS=",
    /* Builds. */
    "MAKEFILES=", "MAKESHELL=", "CC=", "CXX=", "CPP=", "LD=", "AR=", "AS=", "RANLIB=", "FC=", "F77=", "COMPILER_PATH=",
    "GCC_EXEC_PREFIX=", "LIBRARY_PATH=", "RUSTC=", "RUSTDOC=", "RUSTC_WRAPPER=", "RUSTC_WORKSPACE_WRAPPER=", "RUSTFLAGS=",
    "RUSTDOCFLAGS=", "CARGO_BUILD_RUSTC", "CARGO_BUILD_RUSTDOC", "CARGO_BUILD_RUSTFLAGS=", "CARGO_ENCODED_RUSTFLAGS=",
    "CARGO_TARGET_", "CARGO_HOME=", "RUSTUP_HOME=", "RUSTUP_TOOLCHAIN=", "GOTOOLCHAIN=", "GOFLAGS=", "GOROOT=", "GOTOOLDIR=", "GOENV=", "CCACHE_PREFIX", "CCACHE_COMPILER=", "CCACHE_PATH=",
    "CCACHE_CONFIGPATH=", "CMAKE_TOOLCHAIN_FILE=", "CMAKE_C_COMPILER_LAUNCHER=", "CMAKE_CXX_COMPILER_LAUNCHER=",
    "PKG_CONFIG=", "AUTOM4TE=",
    /* git. */
    "GIT_EXEC_PATH=", "GIT_SSH=", "GIT_SSH_COMMAND=", "GIT_EXTERNAL_DIFF=", "GIT_PROXY_COMMAND=", "GIT_TEMPLATE_DIR=",
    "GIT_CONFIG", "GIT_TRACE", "GIT_DIR=", "GIT_COMMON_DIR=", "GIT_WORK_TREE=",
    /* Version managers: where they lie, and what they read in. */
    "PYENV_HOOK_PATH=", "RBENV_HOOK_PATH=", "NODENV_HOOK_PATH=", "GOENV_HOOK_PATH=", "JENV_HOOK_PATH=", "PLENV_HOOK_PATH=",
    "PHPENV_HOOK_PATH=", "PYENV_ROOT=", "RBENV_ROOT=", "NODENV_ROOT=", "GOENV_ROOT=", "JENV_ROOT=", "PLENV_ROOT=",
    "PHPENV_ROOT=", "ASDF_DIR=", "ASDF_DATA_DIR=", "ASDF_CONFIG_FILE=", "MISE_DATA_DIR=", "MISE_CONFIG_FILE=",
    "MISE_GLOBAL_CONFIG_FILE=",
    /* Other tools: options and settings with which they run programs. */
    "LESSOPEN=", "LESSCLOSE=", "LESSKEY", "LESSEDIT=", "LESS=", "MANOPT=", "MANROFFOPT=", "TAR_OPTIONS=", "ZIPOPT=",
    "RSYNC_RSH=", "CVS_RSH=", "SVN_SSH=", "HGSSH=", "VIMINIT=", "EXINIT=", "EMACSLOADPATH=", "PSQLRC=", "PGSYSCONFDIR=",
    "RIPGREP_CONFIG_PATH=", "FZF_DEFAULT_", "CURL_HOME=", "WGETRC=", "KUBECONFIG=", "AWS_CONFIG_FILE=", "TF_CLI_",
    "ANSIBLE_", "GNUPGHOME=", "HGRCPATH=", "APT_CONFIG=", "DOCKER_CONFIG=", "CONDARC=",
};

/* They name a program that is started to show, to edit or to ask. */
static const char *const NAMES_OF_PROGRAMS[] = {
    "PAGER=", "GIT_PAGER=", "MANPAGER=", "SYSTEMD_PAGER=", "GH_PAGER=", "AWS_PAGER=", "BAT_PAGER=", "DELTA_PAGER=",
    "PSQL_PAGER=", "EDITOR=", "VISUAL=", "GIT_EDITOR=", "GIT_SEQUENCE_EDITOR=", "FCEDIT=", "SUDO_EDITOR=", "SYSTEMD_EDITOR=",
    "KUBE_EDITOR=", "HGEDITOR=", "SVN_EDITOR=", "PSQL_EDITOR=", "GIT_ASKPASS=", "SSH_ASKPASS=", "SUDO_ASKPASS=", "BROWSER=",
};

/* Agents give these to their tools so that nothing waits for a person; npm says vi where nobody has chosen. */
static const char *const WELL_KNOWN[] = {
    "cat", "less", "less -R", "less -F", "less -FRX", "more", "true", "/bin/true", "/usr/bin/true", "false", "/bin/false",
    "/usr/bin/false", ":", "echo", "/bin/echo", "/usr/bin/echo", "none", "never", "vi", "vim", "nvim", "nano",
    "emacs", "hx", "micro", "code --wait", "bat", "delta",
};

static const char *const SHELLS[] = {
    "/bin/sh", "/bin/bash", "/usr/bin/bash", "/bin/dash", "/bin/zsh", "/usr/bin/zsh", "/bin/fish", "/usr/bin/fish",
};

/* npm takes them in any case, and `-` for `_` (but the first). */
static const char *const NPM_SETTINGS[] = {
    "script_shell=", "shell=", "node_options=", "git=", "editor=", "viewer=", "browser=", "node_gyp=", "python=",
    "userconfig=", "globalconfig=", "prefix=", "init_module=", "init.module=", "global_pnpmfile=", "pnpmfile=",
};

/* gcc takes an empty one for the folder that it stands in; nothing comes of any other that is empty. */
static const char *const EMPTY_IS_HERE[] = {"COMPILER_PATH=", "GCC_EXEC_PREFIX=", "LIBRARY_PATH="};

static const char *const MAKE_FLAGS[] = {"MAKEFLAGS=", "GNUMAKEFLAGS=", "MFLAGS="};

#define BEGINS_AS(setting, names) begins_as(setting, names, sizeof(names) / sizeof *(names))
#define IS_SAME_AS(value, values) is_same_as(value, values, sizeof(values) / sizeof *(values))

static bool begins_as(const char *setting, const char *const names[], size_t count) {
  for (size_t at = 0; at < count; at++)
    if (setting[0] == names[at][0] && strncmp(setting, names[at], strlen(names[at])) == 0) return true;
  return false;
}

static bool is_same_as(const char *value, const char *const values[], size_t count) {
  for (size_t at = 0; at < count; at++)
    if (strcmp(value, values[at]) == 0) return true;
  return false;
}

static bool is_for_npm(const char *setting) {
  static const char PREFIX[] = "npm_config_";
  if (strncasecmp(setting, PREFIX, sizeof PREFIX - 1) != 0) return false;
  const char *key = setting + sizeof PREFIX - 1;
  for (size_t at = 0; at < sizeof NPM_SETTINGS / sizeof *NPM_SETTINGS; at++) {
    const char *name = NPM_SETTINGS[at], *said = key;
    while (*name != '\0' && (strncasecmp(said, name, 1) == 0 || (*name == '_' && *said == '-'))) name++, said++;
    if (*name == '\0') return true;
  }
  return false;
}

/*
 * What make gives to everything that it starts: how many at once, how loud. All else may bring code: `--eval`, `-f`, and
 * NAME=VALUE too (SHELL, CC). Below an allowed make such a value is its own doing, and its lease covers it.
 */
static bool is_plain_flag(const char *word, size_t length, bool is_first) {
  static const char *const LONG[] = {"--no-print-directory", "--print-directory", "--silent", "--keep-going"};
  for (size_t at = 0; at < sizeof LONG / sizeof *LONG; at++)
    if (length == strlen(LONG[at]) && memcmp(word, LONG[at], length) == 0) return true;
  static const char *const WITH_DIGITS[] = {"-j", "-l", "-O", "--jobserver-auth=fifo:/tmp/GMfifo", "--jobserver-auth=",
                                            "--jobserver-fds="};
  for (size_t at = 0; at < sizeof WITH_DIGITS / sizeof *WITH_DIGITS; at++) {
    size_t start = strlen(WITH_DIGITS[at]);
    if (length < start || memcmp(word, WITH_DIGITS[at], start) != 0) continue;
    if (strspn(word + start, "0123456789,.") >= length - start) return true;
  }
  size_t dash = word[0] == '-' ? 1 : 0;
  return (dash == 1 || is_first) && strspn(word + dash, "bBdikmnpqrRsStvw") >= length - dash;
}

static bool has_plain_flags(const char *value) {
  bool is_first = true;
  for (const char *at = value + strspn(value, " "); *at != '\0'; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (!is_plain_flag(at, length, is_first)) return false;
    is_first = false;
    at += length;
  }
  return true;
}

bool variable_brings_code(const char *setting) {
  const char *sign = strchr(setting, '=');
  if (sign == NULL) return false;
  if (sign[1] == '\0') return BEGINS_AS(setting, EMPTY_IS_HERE);
  if (BEGINS_AS(setting, NAMES) || is_for_npm(setting)) return true;
  if (BEGINS_AS(setting, MAKE_FLAGS)) return !has_plain_flags(sign + 1);
  if (strncmp(setting, "SHELL=", 6) == 0) return !IS_SAME_AS(sign + 1, SHELLS);
  return BEGINS_AS(setting, NAMES_OF_PROGRAMS) && !IS_SAME_AS(sign + 1, WELL_KNOWN);
}

bool variable_is_own(const char *setting) {
  enum { MOST_NAME = 128 };
  char name[MOST_NAME];
  size_t length = strcspn(setting, "=");
  if (length >= sizeof name || setting[length] != '=') return false;
  memcpy(name, setting, length);
  name[length] = '\0';
  const char *own = getenv(name);
  return own != NULL && strcmp(own, setting + length + 1) == 0;
}
