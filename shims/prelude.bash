# shellcheck shell=bash
# Finds the aliases and functions that a line may use, and those that they use in turn. Any word of the text counts
# as a use, as it stands and with its quotes taken away: too much is harmless, too little is not.
# Gives __guard_prelude (their definitions) and __guard_cut (yes: there are more than fit).
__guard_collect() {
  # Not by IFS: it may be readonly.
  local __guard_between=$' \t;|&()<>{}`$=,"\'\\\\' __guard_piece __guard_word __guard_body __guard_seen=$'\n'
  local -a __guard_texts __guard_words
  __guard_texts=("$1")
  __guard_prelude=''
  __guard_cut=''
  while ((${#__guard_texts[@]})); do
    __guard_piece=${__guard_texts[0]}
    __guard_texts=("${__guard_texts[@]:1}")
    __guard_piece+=" ${__guard_piece//[\"\'\\]/}"
    __guard_piece=${__guard_piece//[$__guard_between]/$'\n'}
    # bash 3.2 has no mapfile; read ends with status 1 at the end of the text.
    __guard_words=()
    \builtin mapfile -t __guard_words <<<"$__guard_piece" || \builtin read -r -d '' -a __guard_words <<<"$__guard_piece" ||
      ((${#__guard_words[@]})) || __guard_cut=yes
    for __guard_word in "${__guard_words[@]}"; do
      [[ -n $__guard_word ]] || \builtin continue
      case $__guard_seen in *$'\n'"$__guard_word"$'\n'*) \builtin continue ;; esac
      __guard_seen+=$__guard_word$'\n'
      if \builtin shopt -q expand_aliases && [[ -n ${BASH_ALIASES[$__guard_word]+set} ]]; then
        __guard_body=${BASH_ALIASES[$__guard_word]}
        __guard_prelude+="alias $__guard_word='${__guard_body//\'/\'\\\'\'}'"$'\n'
        __guard_texts+=("$__guard_body")
      fi
      if \builtin declare -F -- "$__guard_word" 2>&1; then
        __guard_body=$(\builtin declare -f -- "$__guard_word")
        __guard_prelude+=$__guard_body$'\n'
        __guard_texts+=("$__guard_body")
      fi
      if ((${#__guard_prelude} > 60000)); then
        __guard_prelude=''
        __guard_cut=yes
        \builtin return 0
      fi
    done
  done >/dev/null
}
