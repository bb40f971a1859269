# shellcheck shell=bash disable=SC2154
# Part of hook.bash, in its subshell and in POSIX mode: everything but a plain `bash -c` line.
if [[ ${-##*c} == "$-" ]]; then
  # Without a script bash reads its stdin, and $0 is its own name.
  case $-:${0##*/} in
    *s*:* | *:bash | *:-bash | *:rbash | *:-rbash | *:"${BASH##*/}")
      exec "${BASH_SOURCE[0]%/*}/guard-ask" stdin bash $$ -- "$0" "$@"
      ;;
  esac
  exec "${BASH_SOURCE[0]%/*}/guard-ask" script bash $$ -- "$0" "$@"
fi

# A line of a shell with functions that are not in its environment (from a profile, from the user's BASH_ENV). Those that
# hide the builtins that are used here go away; then they cannot be sent.
__guard_hidden=''
for __guard_name in builtin continue declare local mapfile read return shopt; do
  # shellcheck disable=SC2163 # the name is in the variable
  if export -f "$__guard_name" 2>/dev/null; then
    __guard_hidden=yes
    unset -f "$__guard_name"
  fi
done
. "${BASH_SOURCE[0]%/*}/prelude.bash"
__guard_collect "$BASH_EXECUTION_STRING"
exec "${BASH_SOURCE[0]%/*}/guard-ask" line bash $$ ${__guard_prelude:+--prelude "$__guard_prelude"} \
  ${__guard_hidden:+--incomplete} ${__guard_cut:+--incomplete} -- "$BASH_EXECUTION_STRING"
