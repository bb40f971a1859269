# shellcheck shell=bash
# What stands on the screen while a line is judged. bash has cleared the line when a bound command starts, and draws it
# again afterwards from where the cursor is.

# Gives __guard_shown, prompt and line, and __guard_rows, how many rows lie above the cursor once it is printed.
# Status 1: that cannot be told (wide characters).
__guard_measure() {
  local prompt='' row plain
  # A prompt that runs commands is not run once more just for this.
  # shellcheck disable=SC2016 # the text, not its value
  case ${PS1-} in *'$('* | *'`'*) prompt='' ;; *) prompt=${PS1-} prompt=${prompt@P} prompt=${prompt##*$'\n'} ;; esac
  plain=$prompt
  while [[ $plain == *$'\001'*$'\002'* ]]; do plain=${plain%%$'\001'*}${plain#*$'\002'}; done
  __guard_shown=${prompt//[$'\001\002']/}$1
  __guard_rows=-1
  while IFS= \builtin read -r row; do
    case $row in *[!\ -~]*) \builtin return 1 ;; esac
    __guard_rows=$((__guard_rows + 1 + (${#row} > 0 ? (${#row} - 1) / ${COLUMNS:-80} : 0)))
  done <<<"$plain$1"
}

# The line stays in sight while somebody thinks about it.
__guard_show() {
  __guard_drawn=''
  if __guard_measure "$1"; then
    \builtin printf '%s' "$__guard_shown" >/dev/tty
    __guard_drawn=yes
  fi
}

# Back to where bash draws the line itself, over this one.
__guard_unshow() {
  if [[ -n $__guard_drawn ]]; then
    if ((__guard_rows > 0)); then \builtin printf '\e[%dA' "$__guard_rows" >/dev/tty; fi
    \builtin printf '\r' >/dev/tty
  fi
  __guard_drawn=''
}

# The line as it was typed, and below it why it does not run.
__guard_show_refused() {
  if [[ -z $__guard_drawn ]]; then __guard_measure "$1" || \builtin :; \builtin printf '%s' "$__guard_shown" >/dev/tty; fi
  \builtin printf '\n%s\n' "$2" >/dev/tty
}
