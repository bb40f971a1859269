# shellcheck shell=bash disable=SC2154
# PROMPT_COMMAND came in with guard's entry in the place of the user's value; start-up files may have added to it.

# Puts the user's value back and guard's entry behind it, as an element of its own where bash has that (5.1): each
# element sees $? as the line left it. Without a value of the user's the entry stays as it came: exported, so that a
# bash that is started by its path finds it too. Gives __guard_own, what the entry stood for.
__guard_restore_prompt_command() {
  local __guard_value="${PROMPT_COMMAND-}"
  __guard_own=''
  case ${PROMPT_COMMAND[*]-} in
    '' | "$__guard_entry" | "$__guard_first")
      if [[ -z ${GUARD_USER_PROMPT_COMMAND-} ]]; then
        \builtin unset PROMPT_COMMAND
        \builtin declare -gx "PROMPT_COMMAND=$__guard_entry"
        \builtin return 0
      fi
      ;;
  esac
  case $__guard_value in *"$__guard_first"*) __guard_own=${GUARD_USER_PROMPT_COMMAND-} ;; esac
  __guard_take_out "$__guard_value" "$__guard_own"
  if [[ -z ${GUARD_USER_PROMPT_COMMAND-} ]]; then \builtin export -n PROMPT_COMMAND; fi
  if ! __guard_is_hung_in; then __guard_hang_in; fi
}

# PROMPT_COMMAND=VALUE, with OWN where guard's entry was.
__guard_take_out() {
  local __guard_value="$1" __guard_own_value="$2" __guard_entry_text __guard_separator
  for __guard_entry_text in "$__guard_entry" "$__guard_first"; do
    if [[ -z $__guard_own_value ]]; then
      for __guard_separator in '; ' ';' $'\n'; do
        __guard_value=${__guard_value//"$__guard_entry_text$__guard_separator"/}
        __guard_value=${__guard_value//"$__guard_separator$__guard_entry_text"/}
      done
    fi
    __guard_value=${__guard_value//"$__guard_entry_text"/"$__guard_own_value"}
  done
  PROMPT_COMMAND=$__guard_value
}

# Will guard's entry run at the next prompt?
__guard_is_hung_in() {
  local __guard_element
  for __guard_element in "${PROMPT_COMMAND[@]}"; do
    case $__guard_element in "$__guard_entry" | "$__guard_entry;"* | "$__guard_first" | "$__guard_first;"*) \builtin return 0 ;; esac
  done
  \builtin return 1
}

__guard_hang_in() {
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
    PROMPT_COMMAND+=("$__guard_entry")
  else
    # shellcheck disable=SC2128,SC2178 # no array here
    PROMPT_COMMAND=$__guard_entry${PROMPT_COMMAND:+; $PROMPT_COMMAND}
  fi
}
