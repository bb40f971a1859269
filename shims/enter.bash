# shellcheck shell=bash disable=SC2154
# Return at an interactive prompt: the whole text is judged, and only an allowed one reaches bash. Nothing else may.

# $1: the readline function that accepts the line.
__guard_enter() {
  local -
  \builtin set +xu
  __guard_second redraw-current-line
  # With other attributes the text is not the typed one, or cannot be taken away.
  case ${READLINE_LINE+set}:${READLINE_LINE@a}:${READLINE_POINT@a} in set:x:x | set:x:ix) ;; *) __guard_end_shell ;; esac
  # Nothing is left to accept, unless it is put back by __guard_accept.
  __guard_line=$READLINE_LINE
  READLINE_LINE=''
  # `read -e` inside a line that runs: no command.
  if __guard_is_hung_in; then
    if [[ -n $__guard_running ]]; then
      __guard_accept "$__guard_line" "$1"
      \builtin return 0
    fi
  else
    __guard_hang_in
  fi
  case $__guard_line in *[!$' \t\n']*) ;; *) __guard_accept "$__guard_line" "$1"; \builtin return 0 ;; esac
  if __guard_is_comment "$__guard_line"; then
    __guard_accept "$__guard_line" "$1"
    \builtin return 0
  fi
  if ! __guard_expand_history "$__guard_line"; then
    __guard_refuse "$__guard_line" "$__guard_reason"
    \builtin return 0
  fi
  if [[ $__guard_text != "$__guard_line" ]]; then
    if __guard_only_shows "$__guard_line"; then \builtin return 0; fi
    __guard_line=$__guard_text
    READLINE_POINT=${#__guard_line}
  fi
  if ! __guard_is_whole "$__guard_line"; then
    READLINE_LINE=$__guard_line$'\n'
    READLINE_POINT=${#READLINE_LINE}
    \builtin return 0
  fi
  __guard_judge "$__guard_line" "$1"
}

# The last step of all.
__guard_accept() {
  READLINE_LINE=$1
  __guard_second "$2"
}

# A line made the variables of readline readonly, or gave them a type: no text can be judged any more.
__guard_end_shell() {
  \builtin printf '\nguard: READLINE_LINE or READLINE_POINT was changed, lines cannot be judged: shell ended\n' >/dev/tty
  \builtin kill -KILL $$
  /bin/kill -KILL $$
  while ((1)); do ((1)); done
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
  __guard_show_refused "$1" "$__guard_text"
  \builtin history -s -- "$__guard_text"
  READLINE_LINE=''
  READLINE_POINT=0
  \builtin return 0
}

__guard_judge() {
  local __guard_answer __guard_options
  __guard_options=(--interactive)
  __guard_show "$1"
  __guard_collect "$1"
  if [[ -n $__guard_prelude ]]; then __guard_options+=(--prelude "$__guard_prelude"); fi
  if [[ -n $__guard_cut ]]; then __guard_options+=(--incomplete); fi
  # One way through, no early return: `enable -n return` must not lead on to the accept.
  if [[ $1 == *'#'* ]] && ! \builtin shopt -q interactive_comments; then
    __guard_refuse "$1" "guard: denied: a line with # cannot be judged while comments are off (shopt -s interactive_comments)"
  elif [[ $1$__guard_prelude == *extdebug* && $1$__guard_prelude == *trap* ]]; then
    __guard_refuse "$1" "guard: denied: a trap with extdebug could leave out guard's own commands"
  elif __guard_answer=$("$__guard_folder/guard-ask" line bash $$ "${__guard_options[@]}" -- "$1" 2>&1 </dev/null); then
    __guard_unshow
    __guard_noted=''
    case $1$__guard_prelude in *read*) __guard_running=yes ;; esac
    case "$1 $__guard_prelude" in *bind* | *inputrc* | *source* | *'. '* | *eval*) __guard_changed=yes ;; esac
    __guard_accept "$1" "$2"
  else
    __guard_refuse "$1" "${__guard_answer:-guard: denied: no answer}"
  fi
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
  __guard_count_rows "$__guard_row$READLINE_LINE" || __guard_rows=0
  READLINE_POINT=${#READLINE_LINE}
  __guard_second accept-line
}

__guard_refused() {
  {
    local - __guard_some_rows=$((__guard_rows + 1))
    # The words of set -x take a row.
    case $- in *x*) __guard_some_rows=$((__guard_some_rows + 1)) && \builtin set +x ;; esac
  } 2>/dev/null
  if [[ -n $__guard_ps0 ]]; then PS0=$__guard_ps0; fi
  \builtin history -s -- "$__guard_refused"
  \builtin printf '\e[%dA\r\e[J' "$__guard_some_rows" >/dev/tty
  \builtin return 126
}

__guard_prompt() {
  local -
  \builtin set +xu
  __guard_running=''
  __guard_drawn=''
  # `set +o emacs`: the keys would be nobody's.
  if ! [[ -o emacs || -o vi ]]; then \builtin set -o emacs; fi
  __guard_bind
  case ${READLINE_LINE@a}${READLINE_POINT@a} in *r*) __guard_end_shell ;; esac
  case $BASHOPTS in *extdebug*) \builtin shopt -u extdebug ;; esac
  if [[ -n ${__guard_changed-} ]]; then
    __guard_changed=''
    __guard_find_keys
  fi
  if [[ -z $__guard_noted ]]; then
    __guard_noted=yes
    # Not as a job: with a job bash tells of the others that have ended, and here nobody would hear it.
    \builtin : "$("$__guard_folder/guard-ask" prompt bash $$ "$__guard_status" </dev/null 2>/dev/null)"
  fi
}
