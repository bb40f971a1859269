# shellcheck shell=bash
# History expansion (!!, ^a^b) is done before the check: what is judged must be what runs.
# Gives __guard_text. Status 0: go on with it; 1: it cannot be done, __guard_reason says why.
__guard_expand_history() {
  local marks="${histchars:-!^#}" part
  __guard_text=$1
  case $-:$1 in
    *H*:*"${marks:0:1}"* | *H*:"${marks:1:1}"*) ;;
    *) \builtin return 0 ;;
  esac
  if ! __guard_text=$(__guard_history_of "$1"); then
    __guard_reason="bash: $1: event not found"
    \builtin return 1
  fi
  # bash expands line by line, and once more: nothing may be left to expand.
  while IFS= \builtin read -r part; do
    if [[ $(__guard_history_of "$part") != "$part" ]]; then
      __guard_reason='guard: denied: history expansion (!) that guard cannot follow: write the line out'
      \builtin return 1
    fi
  done <<<"$__guard_text"
}

# In a subshell. `history -p` takes away the last entry, as if it were the line with the command itself, unless one was
# added by hand before: so one is added, and taken away.
__guard_history_of() {
  local number
  HISTSIZE=-1 HISTCONTROL='' HISTIGNORE='' HISTTIMEFORMAT=''
  \builtin history -s -- guard
  \builtin read -r number _ <<<"$(\builtin history 1)"
  \builtin history -d "$number"
  \builtin history -p -- "$1" 2>/dev/null
}
