# shellcheck shell=bash disable=SC2154
# Return at an interactive prompt: the whole text is judged, and only an allowed one reaches bash. Nothing else may.

# $1: the readline function that accepts the line.
__guard_enter() {
  local -
  \builtin set +x
  __guard_second redraw-current-line
  # `read -e` inside a line that runs: no command.
  if __guard_is_hung_in; then
    if [[ -n $__guard_running ]]; then
      __guard_second "$1"
      \builtin return 0
    fi
  else
    __guard_hang_in
  fi
  case $READLINE_LINE in *[!$' \t\n']*) ;; *) __guard_second "$1"; \builtin return 0 ;; esac
  if __guard_is_comment "$READLINE_LINE"; then
    __guard_second "$1"
    \builtin return 0
  fi
  if ! __guard_expand_history "$READLINE_LINE"; then
    __guard_drawn=''
    __guard_refuse "$READLINE_LINE" "$__guard_reason"
    \builtin return 0
  fi
  if [[ $__guard_text != "$READLINE_LINE" ]]; then
    if __guard_only_shows "$READLINE_LINE"; then \builtin return 0; fi
    READLINE_LINE=$__guard_text
    READLINE_POINT=${#READLINE_LINE}
  fi
  if ! __guard_is_whole "$READLINE_LINE"; then
    READLINE_LINE+=$'\n'
    READLINE_POINT=${#READLINE_LINE}
    \builtin return 0
  fi
  __guard_judge "$READLINE_LINE" "$1"
}

__guard_is_comment() {
  \builtin shopt -q interactive_comments || \builtin return 1
  case $1 in *$'\n'*) \builtin return 1 ;; esac
  [[ ${1#"${1%%[!$' \t']*}"} == '#'* ]]
}

# Expansions that bash would not run either: `histverify`, and the modifier :p.
__guard_only_shows() {
  if \builtin shopt -q histverify; then
    READLINE_LINE=$__guard_text
    READLINE_POINT=${#READLINE_LINE}
    \builtin return 0
  fi
  case $1 in *'!'*:*p*) ;; *) \builtin return 1 ;; esac
  __guard_drawn=''
  __guard_show_refused "$1" "$__guard_text"
  \builtin history -s -- "$__guard_text"
  READLINE_LINE=''
  READLINE_POINT=0
  \builtin return 0
}

__guard_judge() {
  local line="$1" answer status words
  words=(--interactive)
  __guard_show "$line"
  if [[ $line == *'#'* ]] && ! \builtin shopt -q interactive_comments; then
    __guard_refuse "$line" "guard: denied: a line with # cannot be judged while comments are off (shopt -s interactive_comments)"
    \builtin return 0
  fi
  __guard_collect "$line"
  if [[ -n $__guard_prelude ]]; then words+=(--prelude "$__guard_prelude"); fi
  if [[ -n $__guard_cut ]]; then words+=(--incomplete); fi
  answer=$("$__guard_folder/guard-ask" line bash $$ "${words[@]}" -- "$line" 2>&1 </dev/null)
  status=$?
  if ((status != 0)); then
    __guard_refuse "$line" "${answer:-guard: denied: no answer}"
    \builtin return 0
  fi
  __guard_unshow
  __guard_noted=''
  case $line$__guard_prelude in *read*) __guard_running=yes ;; esac
  case "$line $__guard_prelude" in *bind* | *inputrc* | *source* | *'. '* | *eval*) __guard_changed=yes ;; esac
  __guard_second "$2"
}

# Nothing of the line runs. What is accepted in its place sets $? and the history, and takes its own row away.
__guard_refuse() {
  __guard_show_refused "$1" "$2"
  __guard_refused=$1
  __guard_ps0=${PS0-}
  if [[ -n $__guard_ps0 ]]; then PS0=''; fi
  READLINE_LINE=__guard_refused
  # With set -e a failing line would end the shell, with the reason on its screen.
  case $- in *e*) READLINE_LINE='' && \builtin history -s -- "$1" ;; esac
  READLINE_POINT=${#READLINE_LINE}
  __guard_second accept-line
}

__guard_refused() {
  {
    local - rows=1
    # The words of set -x take a row.
    case $- in *x*) rows=2 && \builtin set +x ;; esac
  } 2>/dev/null
  if [[ -n $__guard_ps0 ]]; then PS0=$__guard_ps0; fi
  \builtin history -s -- "$__guard_refused"
  \builtin printf '\e[%dA\r\e[J' "$rows" >/dev/tty
  \builtin return 126
}

__guard_prompt() {
  local -
  \builtin set +x
  __guard_running=''
  __guard_bind
  if [[ -n ${__guard_changed-} ]]; then
    __guard_changed=''
    __guard_find_keys
  fi
  if [[ -z $__guard_noted ]]; then
    __guard_noted=yes
    "$__guard_folder/guard-ask" prompt bash $$ </dev/null 2>/dev/null || \builtin :
  fi
}
