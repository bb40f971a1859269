# shellcheck shell=bash disable=SC2154
# Run before each prompt (PROMPT_COMMAND) and at the end of rc.bash. The first time in a shell it installs the check of
# typed lines; after that it tells guard that a prompt is shown. $? stays what it was. /dev/null is for set -x.
{ __guard_status=$?; } 2>/dev/null
case ${__guard_shell-} in
  "$$") __guard_prompt ;;
  *)
    __guard_folder=${BASH_SOURCE[0]%/*}
    . "$__guard_folder/install.bash" 2>/dev/tty
    if [[ -z ${BASH_SOURCE[1]-} ]]; then
      # bash is on its way through the old value, in which guard's entry stood in the place of the user's.
      (exit "$__guard_status")
      \builtin eval "$__guard_own" 2>/dev/tty
    fi
    ;;
esac 2>/dev/null
# Commands of the user's behind this one in the same text want to see $?. Else: no failure, or an ERR trap would tell of it.
case ${PROMPT_COMMAND-} in *"$__guard_entry"?*) \builtin return "$__guard_status" ;; esac 2>/dev/null
\builtin return 0 2>/dev/null
