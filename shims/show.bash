# shellcheck shell=bash disable=SC2154,SC2016
# What stands on the screen while a line is judged. bash has cleared the line when a bound command starts, and draws it
# again afterwards from where the cursor is.

# Gives __guard_row: the last row of the prompt $1, which is the one that bash cleared, with the status that it tells of.
__guard_expand_prompt() {
  __guard_leave "$__guard_status"
  __guard_row=${1@P}
  __guard_row=${__guard_row##*$'\n'}
}

__guard_leave() { \builtin return "$1"; }

# Gives __guard_plain: a prompt without the commands that it runs. They are not run once more for each line.
__guard_without_commands() {
  local __guard_rest="$1" __guard_skipped __guard_depth
  __guard_plain=''
  while [[ $__guard_rest == *'$('* ]]; do
    __guard_plain+=${__guard_rest%%'$('*}
    __guard_rest=${__guard_rest#*'$('}
    for ((__guard_depth = 1; __guard_depth > 0; )); do
      case $__guard_rest in *[\(\)]*) ;; *) \builtin break ;; esac
      __guard_skipped=${__guard_rest%%[()]*}
      __guard_rest=${__guard_rest#"$__guard_skipped"}
      case $__guard_rest in '('*) __guard_depth=$((__guard_depth + 1)) ;; *) __guard_depth=$((__guard_depth - 1)) ;; esac
      __guard_rest=${__guard_rest#?}
    done
    # Not closed: what comes behind it is not told from it.
    if ((__guard_depth > 0)); then __guard_rest=''; fi
  done
  __guard_plain+=$__guard_rest
  while [[ $__guard_plain == *\`*\`* ]]; do
    __guard_rest=${__guard_plain#*\`}
    __guard_plain=${__guard_plain%%\`*}${__guard_rest#*\`}
  done
  __guard_plain=${__guard_plain%%\`*}
}

# Gives __guard_rows, how many rows lie above the cursor once $1 is printed. Status 1: it cannot be told. A character
# that is not ASCII takes no column, one or two.
__guard_count_rows() {
  local __guard_shown="$1" __guard_one_row __guard_narrow __guard_wide __guard_columns=${COLUMNS:-80}
  case $__guard_columns in *[!0-9]* | 0*) __guard_columns=80 ;; esac
  while [[ $__guard_shown == *$'\001'*$'\002'* ]]; do __guard_shown=${__guard_shown%%$'\001'*}${__guard_shown#*$'\002'}; done
  __guard_rows=-1
  while IFS= \builtin read -r __guard_one_row; do
    case $__guard_one_row in *[[:cntrl:]]*) \builtin return 1 ;; esac
    __guard_wide=${__guard_one_row//[ -~]/}
    __guard_narrow=$((${#__guard_one_row} - ${#__guard_wide}))
    __guard_wide=$((__guard_narrow + 2 * ${#__guard_wide}))
    __guard_narrow=$((__guard_narrow > 0 ? (__guard_narrow - 1) / __guard_columns : 0))
    if ((__guard_wide > 0 && (__guard_wide - 1) / __guard_columns != __guard_narrow)); then \builtin return 1; fi
    __guard_rows=$((__guard_rows + 1 + __guard_narrow))
  done <<<"$__guard_shown"
}

# Prompt and line stay in sight while somebody thinks about them.
__guard_show() {
  __guard_drawn=''
  __guard_without_commands "${PS1-}"
  __guard_expand_prompt "$__guard_plain"
  if __guard_count_rows "$__guard_row$1"; then
    \builtin printf '%s' "${__guard_row//[$'\001\002']/}$1" >/dev/tty
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

# The line as it was typed, behind its whole prompt, and below it why it does not run. Over what is drawn: a terminal
# that is told to clear all of its screen may keep that in its history.
__guard_show_refused() {
  __guard_unshow
  __guard_expand_prompt "${PS1-}"
  \builtin printf '%s\e[J\n%s\n' "${__guard_row//[$'\001\002']/}${1//$'\n'/$'\e[K\n'}" "$2" >/dev/tty
}
