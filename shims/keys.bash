# shellcheck shell=bash disable=SC2154
# Keys. Each key that would hand the line to bash becomes two keys of guard's own: the first judges the line, the second
# ($__guard_keys;9~) accepts it, and does so only while an allowed line stands in it.
__guard_maps=(emacs vi-insert vi-command)

# Return, and what the first keys do. Again at each prompt: cheap, and mends what a line has changed.
__guard_bind() {
  local map
  __guard_second redraw-current-line
  for map in "${__guard_maps[@]}"; do
    # $_ as the last word: after the call it is again what it was. `||`: set -e must not end the shell here. /dev/null: set -x.
    \builtin bind -m "$map" -x "\"$__guard_keys;1~\": { __guard_enter accept-line \"\$_\" || :; } 2>/dev/null"
    \builtin bind -m "$map" -x "\"$__guard_keys;2~\": { __guard_enter operate-and-get-next \"\$_\" || :; } 2>/dev/null"
    \builtin bind -m "$map" -x "\"$__guard_keys;3~\": { __guard_edit \"\$_\" || :; } 2>/dev/null"
    \builtin bind -m "$map" -x "\"$__guard_keys;4~\": { __guard_comment \"\$_\" || :; } 2>/dev/null"
    \builtin bind -m "$map" -x "\"$__guard_keys;5~\": { __guard_read_inputrc \"\$_\" || :; } 2>/dev/null"
    \builtin bind -m "$map" "\"\\C-m\": \"$__guard_keys;1~$__guard_keys;9~\""
    \builtin bind -m "$map" "\"\\C-j\": \"$__guard_keys;1~$__guard_keys;9~\""
  done
}

# What the second key does from now on.
__guard_second() {
  local map
  for map in "${__guard_maps[@]}"; do
    \builtin bind -m "$map" "\"$__guard_keys;9~\": $1"
  done
}

# Every other key that hands the line to bash, of bash's own and of the user's.
__guard_find_keys() {
  local map row rows judge
  for map in "${__guard_maps[@]}"; do
    # Not `read`: it takes a here-string byte by byte.
    \builtin mapfile -t rows <<<"$(\builtin bind -m "$map" -p)"
    for row in "${rows[@]}"; do
      case $row in
        *self-insert | '#'* | *"$__guard_keys"*) \builtin continue ;;
        *'": accept-line') judge="$__guard_keys;1~" ;;
        *'": operate-and-get-next') judge="$__guard_keys;2~" ;;
        *'": '*edit-and-execute-command) judge="$__guard_keys;3~$__guard_keys;1~" ;;
        *'": '*insert-comment) judge="$__guard_keys;4~$__guard_keys;1~" ;;
        *'": re-read-init-file') judge="$__guard_keys;5~" ;;
        # It would take the name of any of these.
        *'": execute-named-command') judge='' ;;
        *) \builtin continue ;;
      esac
      \builtin bind -m "$map" "${row%%'": '*}\": \"$judge${judge:+$__guard_keys;9~}\""
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
