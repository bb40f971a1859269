# A text that is not finished: its lines stand above the one that is typed, with PS2 before it, as zsh shows it. But zsh has
# read none of them: they are put before the last one again when the whole text is accepted. What happens to them is only
# for the eye: the barrier judges the text that is accepted.

# Gives _guard_lines: the lines so far.
_guard_set_aside() {
  PREDISPLAY+=$BUFFER$'\n'$(_guard_continuation)
  _guard_lines+=$BUFFER$'\n'
  BUFFER=
}

_guard_take_back() {
  [[ -n $_guard_lines ]] || return 0
  BUFFER=$_guard_lines$BUFFER
  CURSOR=${#BUFFER}
  _guard_lines= PREDISPLAY=
}

# PS2 in plain letters. Its %_ is known only to zsh's own reading; an open quote can be seen.
_guard_continuation() {
  emulate -L zsh -o extended_glob
  local open= last=${${(z)${:-$_guard_lines$BUFFER}}[-1]}
  case $last in
    \'*) open=quote ;;
    \"*) open=dquote ;;
    \`*) open=bquote ;;
  esac
  local shown=${(%)${PS2//\%(<->|)[_^]/$open}}
  shown=${shown//$'\e['[0-9;]#[a-zA-Z]/}
  [[ $shown != *[[:cntrl:]]* ]] || shown='> '
  builtin print -rn -- "$shown"
}
