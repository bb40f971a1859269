# shellcheck shell=bash
# History expansion (!!, ^a^b) is done before the check: what is judged must be what runs.
# Gives __guard_text. Status 0: go on with it; 1: it cannot be done, __guard_reason says why.
__guard_expand_history() {
  local __guard_marks="${histchars:-!^#}" __guard_part __guard_parts
  __guard_text=$1
  case $-:$1 in
    *H*:*"${__guard_marks:0:1}"* | *H*:"${__guard_marks:1:1}"*) ;;
    *) \builtin return 0 ;;
  esac
  if ! __guard_text=$(__guard_history_of "$1"); then
    __guard_reason="bash: $1: event not found"
    \builtin return 1
  fi
  # bash expands line by line, and once more: nothing may be left to expand.
  \builtin mapfile -t __guard_parts <<<"$__guard_text"
  for __guard_part in "${__guard_parts[@]}"; do
    if [[ $(__guard_history_of "$__guard_part") != "$__guard_part" ]]; then
      __guard_reason='guard: denied: history expansion (!) that guard cannot follow: write the line out'
      \builtin return 1
    fi
  done
}

# In a subshell. `history -p` takes away the last entry, as if it were the line with the command itself, unless one was
# added by hand before: so one is added, and taken away.
__guard_history_of() {
  local __guard_number
  HISTSIZE=-1 HISTCONTROL='' HISTIGNORE='' HISTTIMEFORMAT=''
  \builtin history -s -- guard
  \builtin read -r __guard_number _ <<<"$(\builtin history 1)"
  \builtin history -d "$__guard_number"
  \builtin history -p -- "$1" 2>/dev/null
}
