# shellcheck shell=bash disable=SC2154
# Two of readline's functions that hand text to bash by themselves, without that last part.

# edit-and-execute-command: the line in an editor; then it is judged as if it had been typed. All that it starts is asked for,
# the file's end too: with the exec gate nothing else would run. The file is made without a program, and only by an allow.
__guard_edit() {
  local -
  \builtin set +x
  __guard_second redraw-current-line
  local __guard_editor="${VISUAL:-${EDITOR:-vi}}" __guard_file="${TMPDIR:-/tmp}/bash-fc.$RANDOM$RANDOM" __guard_word __guard_answer
  \builtin printf -v __guard_word %q "$__guard_file"
  if ! __guard_answer=$("$__guard_folder/guard-ask" line bash $$ --interactive -- "$__guard_editor $__guard_word; rm -f -- $__guard_word" 2>&1 </dev/null); then
    \builtin printf '%s\n' "$__guard_answer" >/dev/tty
    READLINE_LINE=''
    READLINE_POINT=0
    \builtin return 0
  fi
  (\builtin umask 077 && \builtin set -C && \builtin printf '%s\n' "$READLINE_LINE" >"$__guard_file") || \builtin return 1
  \builtin eval "$__guard_editor \"\$__guard_file\"" 2>/dev/tty
  READLINE_LINE=$(<"$__guard_file")
  READLINE_POINT=${#READLINE_LINE}
  \builtin : "$(\builtin command -p rm -f -- "$__guard_file")"
}

# insert-comment: the line as a comment.
__guard_comment() {
  local -
  \builtin set +x
  __guard_second redraw-current-line
  READLINE_LINE="#${READLINE_LINE//$'\n'/$'\n#'}"
  READLINE_POINT=${#READLINE_LINE}
}
