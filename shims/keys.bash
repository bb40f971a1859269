# shellcheck shell=bash disable=SC2154
# Keys. Each key that would hand the line to bash becomes two keys of guard's own: the first judges the line, the second
# ($__guard_keys;9~) accepts it, and does so only while an allowed line stands in it: whatever goes wrong before that
# leaves it with a function that does nothing. All variables are __guard_…: a line must not make them readonly.
__guard_maps=(emacs vi-insert vi-command)

# Return, and what the first keys do. Again at each prompt: cheap, and mends what a line has changed.
__guard_bind() {
  local __guard_map __guard_off='' __guard_number __guard_calls
  __guard_second redraw-current-line
  # Comes before every first key, outside of any function, and once more where /dev/null cannot be opened (ulimit -n): should
  # the function fail (FUNCNEST), the second key must not be what the line before left in it.
  for __guard_map in "${__guard_maps[@]}"; do
    __guard_off+="\\builtin bind -m $__guard_map '\"$__guard_keys;9~\": redraw-current-line'; "
  done
  __guard_calls=('' '__guard_enter accept-line' '__guard_enter operate-and-get-next' __guard_edit __guard_comment __guard_read_inputrc)
  for __guard_map in "${__guard_maps[@]}"; do
    for __guard_number in 1 2 3 4 5; do
      # $_ as the last word: after the call it is again what it was. `||`: set -e must not end the shell here. /dev/null: set -x.
      \builtin bind -m "$__guard_map" -x "\"$__guard_keys;$__guard_number~\": { __guard_last=\$_; $__guard_off${__guard_calls[__guard_number]} \"\$__guard_last\" || :; } 2>/dev/null || { $__guard_off}"
    done
    \builtin bind -m "$__guard_map" "\"\\C-m\": \"$__guard_keys;1~$__guard_keys;9~\""
    \builtin bind -m "$__guard_map" "\"\\C-j\": \"$__guard_keys;1~$__guard_keys;9~\""
  done
}

# What the second key does from now on.
__guard_second() {
  \builtin bind -m emacs "\"$__guard_keys;9~\": $1"
  \builtin bind -m vi-insert "\"$__guard_keys;9~\": $1"
  \builtin bind -m vi-command "\"$__guard_keys;9~\": $1"
}

# Every other key that hands the line to bash, of bash's own and of the user's.
__guard_find_keys() {
  local __guard_map __guard_one_row __guard_some_rows __guard_judge
  for __guard_map in "${__guard_maps[@]}"; do
    # Not `read`: it takes a here-string byte by byte.
    \builtin mapfile -t __guard_some_rows <<<"$(\builtin bind -m "$__guard_map" -p)"
    for __guard_one_row in "${__guard_some_rows[@]}"; do
      case $__guard_one_row in
        *self-insert | '#'* | *"$__guard_keys"*) \builtin continue ;;
        *'": accept-line') __guard_judge="$__guard_keys;1~" ;;
        *'": operate-and-get-next') __guard_judge="$__guard_keys;2~" ;;
        *'": '*edit-and-execute-command) __guard_judge="$__guard_keys;3~$__guard_keys;1~" ;;
        *'": '*insert-comment) __guard_judge="$__guard_keys;4~$__guard_keys;1~" ;;
        *'": re-read-init-file') __guard_judge="$__guard_keys;5~" ;;
        # It would take the name of any of these; and that one runs what stands in $(…).
        *'": execute-named-command' | *'": shell-expand-line') __guard_judge='' ;;
        *) \builtin continue ;;
      esac
      \builtin bind -m "$__guard_map" "${__guard_one_row%%'": '*}\": \"$__guard_judge${__guard_judge:+$__guard_keys;9~}\""
    done
  done
}

__guard_read_inputrc() {
  local -
  \builtin set +x
  __guard_second redraw-current-line
  \builtin bind -f "${INPUTRC:-$HOME/.inputrc}" 2>/dev/null
  __guard_bind
  __guard_find_keys
}
