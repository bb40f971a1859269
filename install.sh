#!/bin/sh
# Builds guard here and puts the command `guard` into ~/.local/bin. Needs no root; safe to run twice; --uninstall takes it away.
# The whole body stands in braces: a half-downloaded copy runs nothing.
{
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
bin_dir=${GUARD_BIN_DIR:-"$HOME/.local/bin"}
command=$bin_dir/guard

say() { printf 'guard: %s\n' "$*"; }
die() { printf 'guard: %s\n' "$*" >&2; exit 1; }

usage() {
  cat <<'EOF'
usage: ./install.sh [--uninstall | --check | --help]

  (nothing)     check what is needed, build, put the command guard into ~/.local/bin
  --check       only check what is needed
  --uninstall   remove the command; files in this folder and your policies stay
  GUARD_BIN_DIR=DIR ./install.sh   put it into another folder
EOF
}

# A file, not a link: a session holds a file in its place, and whoever could replace a link would be called as guard.
# src/confine/own-command.ts knows it by its last line.
print_command() {
  printf '#!/bin/sh\n# The command guard, put here by install.sh; ./install.sh --uninstall there removes it.\n'
  last_line
}
last_line() { printf "exec '%s' \"\$@\"\n" "$(printf '%s' "$here/bin/guard" | sed "s/'/'\\\\''/g")"; }

# Ours, and not somebody else's program: the file that we put there, or the link that earlier versions did.
is_ours() { is_file || is_link; }
is_link() { [ -L "$command" ] && [ "$(readlink "$command")" = "$here/bin/guard" ]; }
is_file() {
  if [ -L "$command" ] || [ ! -f "$command" ]; then return 1; fi
  case $(head -c 8192 "$command" | tr -d '\000') in
    *"$(last_line)") return 0 ;;
  esac
  return 1
}

check_node() {
  command -v node >/dev/null 2>&1 || die "node is missing. Get Node.js 20.19 or newer: https://nodejs.org, your package manager, or nvm install 20"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "node $(node --version) is too old. guard needs 20.19 or newer: nvm install 20, or https://nodejs.org"
  command -v npm >/dev/null 2>&1 || die "npm is missing. It comes with Node.js; on Debian and Ubuntu: apt-get install npm"
}

# guard works without, but slower and with less: say it early, go on.
check_compilers() {
  check_compiler
  if command -v c++ >/dev/null 2>&1; then return; fi
  say "note: no C++ compiler found, so SQLite's binding is fetched ready-made (github.com); without it guard run will not start."
  say "      to build it here: apt-get install g++ make (Debian, Ubuntu), xcode-select --install (macOS)"
}

check_compiler() {
  if { command -v musl-gcc || command -v cc; } >/dev/null 2>&1 && command -v make >/dev/null 2>&1; then return; fi
  say "note: no C compiler and make found. guard run then has no PATH shims, its shell hooks are slow, and processes that an agent leaves behind are found less surely."
  say "      to have them: apt-get install gcc make musl-tools (Debian, Ubuntu), xcode-select --install (macOS); then ./install.sh again"
}

# Before the long build, not after it.
check_command() {
  { [ ! -e "$command" ] && [ ! -L "$command" ]; } || is_ours ||
    die "$command exists and is not this guard ($(readlink "$command" 2>/dev/null || echo 'a file')). Move it away, run its own ./install.sh --uninstall, or choose another folder: GUARD_BIN_DIR=DIR ./install.sh"
}

build() {
  cd "$here"
  [ -w "$here" ] || die "$here belongs to somebody else, and guard is built in it. Make a clone of your own, or let its owner install it and put $here/bin on your PATH"
  say "installing packages"
  # Everything comes from package-lock.json; no package of guard runs an install script (SQLite is compiled by the build).
  npm ci --prefer-offline --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error || die "npm ci failed (see above). Is the npm registry reachable from here?"
  say "building (the first time half a minute)"
  npm run --silent build >/dev/null || die "the build failed (see above). Please report it with the output."
  # Nothing is allowed that cannot be recorded: without SQLite no agent would start.
  node -e 'process.dlopen({ exports: {} }, process.argv[1])' "$here/dist/native/better_sqlite3.node" 2>/dev/null ||
    die "SQLite for guard's record could not be built or fetched. It needs a C++ compiler and node's own headers (apt-get install g++ make, and libnode-dev with Debian's node; node from nodejs.org or nvm brings them), or github.com; then ./install.sh again"
}

# Whole, in one step: an open terminal may call it meanwhile.
put_command() {
  mkdir -p "$bin_dir"
  if ! is_file; then
    print_command >"$command.new-$$"
    chmod 755 "$command.new-$$"
    mv -f "$command.new-$$" "$command"
  fi
  say "put guard into $bin_dir"
}

tell_path() {
  case ":$PATH:" in
    *":$bin_dir:"*) say "ready. In a project of yours: guard run -- claude (or any agent); guard check -- 'rm -rf build' explains a line" ;;
    *)
      say "ready, but $bin_dir is not in your PATH. Add it, in this shell and in your ~/.profile:"
      # shellcheck disable=SC2016 # the user's shell is to expand it
      printf '  export PATH="%s:$PATH"\n' "$bin_dir"
      say "or try it at once: $command check --cwd ~ -- 'rm -rf build'"
      ;;
  esac
}

# A killed session's placeholders are removed by the next one, and there will be none.
tell_left() {
  left=${XDG_STATE_HOME:-"$HOME/.local/state"}/guard/empty-places
  if [ -d "$left" ] && [ -n "$(ls -A "$left")" ]; then
    say "a session was killed and left empty start-up files in your home folder; this removes them: $here/bin/guard run -- true"
  fi
}

uninstall() {
  tell_left
  if is_ours; then
    rm "$command"
    say "removed $command. This folder, ~/.config/guard and ~/.local/state/guard are untouched"
  elif [ -e "$command" ] || [ -L "$command" ]; then
    die "$command is not this guard; left alone"
  else
    say "nothing to remove: $command is not there"
  fi
}

case "${1:-}" in
  --help | -h) usage ;;
  --uninstall) uninstall ;;
  --check) check_node; check_compilers; say "everything that is needed is here" ;;
  "") check_node; check_compilers; check_command; build; put_command; tell_path ;;
  *) usage >&2; exit 2 ;;
esac
exit
}
