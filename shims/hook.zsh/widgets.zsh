# The widgets around the editor: what happens at Enter, and the barrier behind it. They run with the user's options, as
# they call widgets of the user; so nothing here may depend on an option, nor on a pattern (`disable -p`). With ERR_RETURN
# a function may end at any command, so may one with a trap on ZERR: what must happen stands in `always`, and a refusal is
# what happens by itself, without a call.

# $WIDGET names what the key is bound to, which may be another widget that calls these: so one function for each.
_guard_accept-line() { _guard_accept accept-line "$@" }
_guard_accept-and-hold() { _guard_accept accept-and-hold "$@" }
_guard_accept-line-and-down-history() { _guard_accept accept-line-and-down-history "$@" }
_guard_accept-and-infer-next-history() { _guard_accept accept-and-infer-next-history "$@" }

# _guard_accept WIDGET ARG…; called again from below by a plugin that wrapped it, it only accepts.
_guard_accept() {
  if [[ -n $_guard_inside ]]; then
    zle .$1
    return
  fi
  _guard_inside=yes
  {
    if (( ${ZLE_RECURSIVE:-0} )) || [[ $CONTEXT != start && $CONTEXT != cont ]]; then
      zle guard-was-$1 -- "${@:2}"
    elif _guard_expand_history; then
      _guard_judge_buffer
      if [[ $_guard_verdict == open ]]; then
        _guard_set_aside
      else
        _guard_take_back
        zle guard-was-$1 -- "${@:2}"
      fi
    fi
  } always {
    _guard_inside=
  }
}

# Judges what the shell would get: allow, deny or open. Finished: what it gets now, without lines that are set aside.
_guard_judge_buffer() {
  _guard_verdict=deny
  _guard_judged=$PREBUFFER$BUFFER
  if [[ ${1-} != finished ]]; then _guard_judged=$PREBUFFER$_guard_lines$BUFFER; fi
  setopt local_options no_err_return no_err_exit no_xtrace unset
  if [[ -z ${BUFFER//[[:space:]]/} && -z $PREBUFFER$_guard_lines ]]; then
    _guard_verdict=allow
    return 0
  fi
  # guard says that it waits below the cursor: the whole text stands above that.
  CURSOR=${#BUFFER}
  zle -R
  _guard_ask "$_guard_judged" "${1-}"
}

# Status 1: the line is not to be accepted now. zsh would expand at its own time, after the check. When an expansion
# fails the text stays as it is, and zsh, which expands all lines of it before any runs, runs none.
_guard_expand_history() {
  [[ -o banghist ]] || return 0
  # A quote that an earlier line opened counts.
  if [[ -n $_guard_lines && $BUFFER == *$histchars[1]* ]]; then _guard_take_back; fi
  local _guard_before=$BUFFER _guard_typed=$BUFFER
  repeat 10; do
    _guard_before=$BUFFER
    zle .expand-history || :
    [[ $BUFFER != "$_guard_before" ]] || break
  done
  if [[ $BUFFER != "$_guard_before" ]]; then
    zle -M 'guard: the history expansion of this line does not end'
    return 1
  fi
  [[ ! -o histverify || $BUFFER == "$_guard_typed" ]]
}

_guard_zle-line-finish() {
  local _guard_final=deny _guard_stand_in=
  {
    if [[ -z $_guard_inside ]] && (( ${+widgets[guard-was-zle-line-finish]} )); then
      _guard_inside=yes
      { zle guard-was-zle-line-finish -- "$@" || : } always { _guard_inside= }
    fi
    if [[ $CONTEXT != start && $CONTEXT != cont ]]; then
      _guard_final=allow
    else
      setopt local_options local_traps
      trap - ZERR DEBUG
      # zsh would take that character off the end of the line after the check.
      [[ -z ${KEYBOARD_HACK-} ]] || KEYBOARD_HACK=
      _guard_judge_finished
      _guard_final=$_guard_verdict
    fi
  } always {
    if [[ $_guard_final != allow ]]; then
      {
        TRY_BLOCK_ERROR=0
        setopt local_options local_traps
        trap - ZERR DEBUG
        _guard_refuse
      } always {
        BUFFER=$_guard_stand_in
      }
    fi
    _guard_verdict=
  }
  # Of a text of several lines the shell has read the first ones.
  if [[ $_guard_final != allow && -n $PREBUFFER ]]; then
    zle .send-break
  fi
}

_guard_judge_finished() {
  _guard_take_back
  if [[ $_guard_verdict != allow && $_guard_verdict != deny || $_guard_judged != "$PREBUFFER$BUFFER" ]]; then
    # Accepted by a widget that is not wrapped, or changed since. When it took the place of a wrapped one: wrap it.
    [[ $LASTWIDGET != accept-* ]] || _guard_wrapped=
    _guard_judge_buffer finished
  fi
}

# Says why, and what is to run instead. The typed text stays on the screen: after zle -I the editor draws nothing more,
# unless a DEBUG trap runs.
_guard_refuse() {
  # With ERR_EXIT a failing line would end the shell, with the reason on its screen.
  [[ -o errexit || -n $PREBUFFER ]] || _guard_stand_in=guard-denied
  emulate -L zsh
  _guard_denied=$_guard_judged
  zle -I
  builtin print -r -- "${_guard_message:-guard: denied: no answer}"
}
