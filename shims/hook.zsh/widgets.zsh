# The widgets around the editor: what happens at Enter, and the barrier behind it. They run with the user's options, as
# they call widgets of the user; so nothing here may depend on an option.

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
        BUFFER+=$'\n'
        CURSOR=${#BUFFER}
      else
        zle guard-was-$1 -- "${@:2}"
      fi
    fi
  } always {
    _guard_inside=
  }
}

# Judges what the shell would get: allow, deny or open.
_guard_judge_buffer() {
  _guard_verdict=deny
  _guard_judged=$PREBUFFER$BUFFER
  if [[ $BUFFER != *[![:space:]]* && -z $PREBUFFER ]]; then
    _guard_verdict=allow
    return 0
  fi
  _guard_ask "$_guard_judged" "${1-}"
  case $? in
    0) _guard_verdict=allow ;;
    125) _guard_verdict=open ;;
  esac
}

# Status 1: the line is not to be accepted now. zsh would expand at its own time, after the check. When an expansion
# fails the text stays as it is, and zsh, which expands all lines of it before any runs, runs none.
_guard_expand_history() {
  [[ -o banghist ]] || return 0
  local _guard_before=$BUFFER _guard_typed=$BUFFER
  repeat 10; do
    _guard_before=$BUFFER
    zle .expand-history
    [[ $BUFFER != "$_guard_before" ]] || break
  done
  if [[ $BUFFER != "$_guard_before" ]]; then
    zle -M 'guard: the history expansion of this line does not end'
    return 1
  fi
  [[ ! -o histverify || $BUFFER == "$_guard_typed" ]]
}

_guard_zle-line-finish() {
  if [[ -z $_guard_inside ]] && (( ${+widgets[guard-was-zle-line-finish]} )); then
    _guard_inside=yes
    { zle guard-was-zle-line-finish -- "$@" } always { _guard_inside= }
  fi
  [[ $CONTEXT == start || $CONTEXT == cont ]] || return 0
  if [[ $_guard_verdict != allow && $_guard_verdict != deny || $_guard_judged != "$PREBUFFER$BUFFER" ]]; then
    # Accepted by a widget that is not wrapped, or changed since. When it took the place of a wrapped one: wrap it.
    [[ $LASTWIDGET != accept-* ]] || _guard_wrapped=
    _guard_judge_buffer finished
  fi
  local _guard_final=$_guard_verdict
  _guard_verdict=
  if [[ $_guard_final != allow ]]; then
    _guard_refuse
  fi
}

# The typed text stays on the screen: after zle -I the editor draws nothing more, unless a DEBUG trap runs.
_guard_refuse() {
  emulate -L zsh
  trap - DEBUG
  _guard_denied=$_guard_judged
  zle -I
  builtin print -r -- "${_guard_message:-guard: denied: no answer}"
  if [[ -n $PREBUFFER ]]; then
    BUFFER=
    zle .send-break
  else
    BUFFER=guard-denied
  fi
}
