# Judges the text of a line that was typed. Everything happens in one subshell; the functions of the user are disabled
# in it before judge.zsh is read, so that none of them can stand in for a command of the judging.

# _guard_ask TEXT [finished]: sets _guard_verdict to allow, deny or, for a text that goes on, open; _guard_message is for
# the terminal. The one place that says allow stands behind the status of guard-ask, in a condition: no trap on ZERR comes
# between them, and traps that are functions, which zsh keeps in a subshell, are gone before anything can run them.
# judge.zsh has comments, which must be read as such. (None in here: zsh reads $(…) when it runs, as if it were typed.)
_guard_ask() {
  setopt local_options no_err_return no_err_exit no_xtrace unset
  _guard_verdict=deny
  if _guard_message=$(
    {
      _guard_odd=${+functions[builtin]}
      dis_functions[builtin]=:
      \builtin trap -
      _guard_text=$1 _guard_histchars=$histchars
      [[ -o interactivecomments ]] || _guard_quote_comments
      [[ ${2-} == finished ]] || _guard_is_finished || \builtin exit 125
      \builtin disable -fm '*'
      \builtin unsetopt aliases
      histchars='!^#'
      \builtin source "$_guard_hook/judge.zsh" && _guard_judge "$_guard_text" --interactive
    } 2>&1
  ); then
    _guard_verdict=allow
  elif [[ $? == 125 ]]; then
    _guard_verdict=open
  fi
}

# Without INTERACTIVE_COMMENTS a `#` begins no comment, and what follows it runs: the judged text must say so.
_guard_quote_comments() {
  \builtin emulate -L zsh -o extended_glob
  _guard_text=${_guard_text//(#m)((#s)|[[:space:];|&()<>\`])\#/${MATCH%\#}\\#}
}

# zsh itself reads the text, with the user's options and aliases, as the body of a function with one more word after it.
# Where that word is no command of its own, something is still open.
_guard_is_finished() {
  local _guard_read
  _guard_read=$(
    functions[guard-probe]=$_guard_text$'\n:guard-end' 2>&1
    \builtin enable -p '*' 2>/dev/null
    \builtin print -rn -- "${functions[guard-probe]##*$'\n'}"
  )
  _guard_explain_read
}

# An error that shows before the end is a mistake, not an open construct: zsh is left to report it after the check.
_guard_explain_read() {
  \builtin emulate -L zsh
  [[ $_guard_read != $'\t:guard-end' ]] || return 0
  [[ $_guard_read == *': invalid function definition'* ]] || return 1
  [[ $_guard_read != *'parse error near `\n'\'* ]] || return 0
  local -i end=$(( ${#_guard_text//[^$'\n']/} + 2 ))
  [[ $_guard_read != *:$end:\ * ]]
}
