# shellcheck shell=bash
# Finds the aliases and functions that a line may use, and those that they use in turn. Any word of the text counts
# as a use, as it stands and with its quotes taken away: too much is harmless, too little is not.
# Gives __guard_prelude (their definitions) and __guard_cut (yes: there are more than fit).
__guard_collect() {
  # shellcheck disable=SC2141 # the backslash is meant
  local IFS=$' \t\n;|&()<>{}`$=,"\'\x5c' text word body seen=$'\n'
  local -a texts words
  texts=("$1")
  __guard_prelude=''
  __guard_cut=''
  while ((${#texts[@]})); do
    text=${texts[0]}
    texts=("${texts[@]:1}")
    \builtin read -r -d '' -a words <<<"$text ${text//[\"\'\\]/}"
    for word in "${words[@]}"; do
      case $seen in *$'\n'"$word"$'\n'*) \builtin continue ;; esac
      seen+=$word$'\n'
      [[ -n $word ]] || \builtin continue
      if \builtin shopt -q expand_aliases && [[ -n ${BASH_ALIASES[$word]+set} ]]; then
        body=${BASH_ALIASES[$word]}
        __guard_prelude+="alias $word='${body//\'/\'\\\'\'}'"$'\n'
        texts+=("$body")
      fi
      if \builtin declare -F -- "$word" 2>&1; then
        body=$(\builtin declare -f -- "$word")
        __guard_prelude+=$body$'\n'
        texts+=("$body")
      fi
      if ((${#__guard_prelude} > 60000)); then
        __guard_prelude=''
        __guard_cut=yes
        \builtin return 0
      fi
    done
  done >/dev/null
}
