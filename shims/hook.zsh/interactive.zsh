# Lines typed at a prompt. The barrier is zle-line-finish: it sees every text that the editor hands over, whichever
# widget accepted it, and can still replace it. The accept widgets are wrapped besides, so that a text which is not
# finished stays in the editor until it is whole (continued.zsh), and `!!` is expanded before it is judged.
# A denied text never reaches the parser of zsh: `guard-denied` runs in its place and gives status 126.
# No boundary: a line that was allowed can undo all this until the next prompt.

# A low FUNCNEST lets calls fail, with 0 not even a widget or precmd runs. The start-up file has seen that it is high enough;
# readonly, which nothing can take back, it stays so.
typeset -gr FUNCNEST
typeset -g _guard_status=0 _guard_judged= _guard_verdict= _guard_message= _guard_denied= _guard_wrapped= _guard_inside= _guard_lines=
typeset -ga _guard_expanding
for _guard_file in typed-text widgets continued expanding; do
  builtin source "$_guard_hook/$_guard_file.zsh" || return 1
done

guard-denied() { return 126 }

# Puts the widgets and hooks in place; also again before each prompt, as plugins wrap and replace them.
_guard_install() {
  emulate -L zsh
  local _guard_widget
  if [[ -z $_guard_wrapped ]]; then
    _guard_wrapped=yes
    for _guard_widget in accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history; do
      _guard_wrap $_guard_widget
    done
  fi
  _guard_wrap zle-line-finish
  _guard_wrap_expanding
  precmd_functions=(${precmd_functions:#_guard_precmd} _guard_precmd)
  preexec_functions=(_guard_preexec ${preexec_functions:#_guard_preexec})
  zshaddhistory_functions=(_guard_add_history ${zshaddhistory_functions:#_guard_add_history})
}

# What was there is kept as guard-was-WIDGET and called.
_guard_wrap() {
  [[ $widgets[$1] != user:_guard_$1 ]] || return 0
  if [[ -n $widgets[$1] ]]; then zle -A $1 guard-was-$1; fi
  zle -N $1 _guard_$1
}

_guard_add_history() {
  [[ -z $_guard_denied || $1 != guard-denied$'\n' ]]
}

# Only at the prompt: the next entry removes what lingers of the stand-in.
_guard_keep_denied() {
  [[ -o histignorespace && $_guard_denied == ' '* ]] || builtin print -sr -- "$_guard_denied"
  _guard_denied=
}

# The editor may also go away behind precmd (periodic, sched): then a line comes here that nobody has seen.
_guard_preexec() {
  [[ -o zle ]] || _guard_end_unseen
}

_guard_precmd() {
  _guard_status=$?
  _guard_inside= _guard_lines=
  unsetopt correct correct_all # a corrected line is one that nobody judged
  _guard_at_prompt
}

_guard_at_prompt() {
  setopt local_options no_err_return no_err_exit no_xtrace unset
  [[ -o zle ]] || _guard_end_unseen
  [[ -z $_guard_denied ]] || _guard_keep_denied
  "${_guard_hook:h}/guard-ask" prompt zsh $$ "$_guard_status" </dev/null 2>/dev/null || :
  _guard_install
}
