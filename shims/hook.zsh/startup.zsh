# What the start-up files share. Each function leaves the user's options alone (emulate -L).

# With the exec gate, which has judged what a shell was started with: nothing is asked, but in a shell that is typed to.
_guard_is_gated() {
  [[ ! -o interactive && -e ${_guard_hook:h}/gated ]]
}

# Before the first of the user's files: their commands are start-up, not something that was asked for.
_guard_begin() {
  emulate -L zsh +x
  _guard_is_gated || [[ ! -o login && ! -o interactive ]] || "${_guard_hook:h}/guard-ask" start zsh $$ </dev/null 2>/dev/null
  return 0
}

# _guard_enter NAME: shows the user's own ZDOTDIR and finds the user's file.
_guard_enter() {
  emulate -L zsh +x
  if (( ! ${+GUARD_USER_ZDOTDIR} )) || [[ $GUARD_USER_ZDOTDIR/startup.zsh -ef $_guard_hook/startup.zsh ]]; then
    unset ZDOTDIR
  else
    [[ ${(t)GUARD_USER_ZDOTDIR} == *export* ]] || typeset -g +x ZDOTDIR
    ZDOTDIR=$GUARD_USER_ZDOTDIR
  fi
  typeset -g _guard_file=${ZDOTDIR-$HOME}/$1
  [[ -r $_guard_file ]] || _guard_file=/dev/null
}

# _guard_leave NAME ARG…: puts guard's ZDOTDIR back for children; a value that the user's file gave it counts for the
# files after it. Then the check, if no file follows. Every way out but an allow ends the shell.
_guard_leave() {
  local _guard_emulation=zsh
  {
    [[ ! -o login && ! -o interactive ]] || _guard_emulation=$(builtin emulate) || _guard_emulation=sh
    emulate -L zsh +x
    trap - ZERR DEBUG # only in here: emulate -L
    local _guard_histchars=$histchars histchars='!^#'
    if (( ! ${+ZDOTDIR} )); then
      unset GUARD_USER_ZDOTDIR
    elif [[ ${(t)ZDOTDIR} == *export* ]]; then
      typeset -gx GUARD_USER_ZDOTDIR=$ZDOTDIR
    else
      typeset -g +x GUARD_USER_ZDOTDIR=$ZDOTDIR
    fi
    typeset -g +r ZDOTDIR
    typeset -gx ZDOTDIR=$_guard_hook
    if _guard_more_follow $1; then
      _guard_start=allow
    else
      _guard_find_shims
      _guard_check "${@[2,-1]}"
    fi
  } always {
    [[ $_guard_start == allow ]] || _guard_end_shell
  }
  return 0
}

# dis_functions: the name `builtin` then means the builtin, whatever the user's files define.
_guard_end_shell() {
  dis_functions[builtin]=:
  builtin unsetopt check_jobs
  builtin exit 126
  builtin kill -KILL $$
}

# An interactive shell whose lines do not pass guard's widgets. zsh switches ZLE off by itself when TERM is emacs.
_guard_end_unseen() {
  builtin print -ru2 "guard: denied: zsh without its line editor: its lines would not be judged;" \
    "start it with ZLE (TERM not emacs, no +Z, no unsetopt zle)" || :
  _guard_end_shell
}

# As zsh decides it: the files may have switched these options. In the emulations zsh does not look at ZDOTDIR.
_guard_more_follow() {
  [[ $_guard_emulation != (sh|ksh) ]] || return 1
  [[ -o rcs && ! -o privileged ]] || return 1
  case $1 in
    .zshenv|.zprofile) [[ -o login || -o interactive ]] ;;
    .zshrc) [[ -o login ]] ;;
    *) return 1 ;;
  esac
}

# A start-up file may have set PATH anew.
_guard_find_shims() {
  local shims=${_guard_hook:h}/shims
  [[ -d $shims && -n $PATH && $PATH != $shims:* && ${(t)PATH} != *readonly* ]] || return 0
  PATH=$shims:${PATH//$shims:/}
}

# Says _guard_start=allow when this shell may go on.
_guard_check() {
  local ask=${_guard_hook:h}/guard-ask known=
  # zsh sets the two parameters, but the environment may have set them before: one that is exported proves nothing. It is
  # judged, and then what the shell would read without it.
  ! _guard_is_gated || known=yes
  if [[ -z $known ]] && (( ${+ZSH_EXECUTION_STRING} )); then
    # A subshell: whatever the judging needs (modules, functions) is gone after it. No function of the user's may
    # stand in for a command of the judging: all are disabled, and read from dis_functions.
    (
      _guard_odd=${+functions[builtin]}
      dis_functions[builtin]=:
      \builtin trap -
      \builtin disable -fm '*'
      \builtin unsetopt aliases
      \builtin source "$_guard_hook/judge.zsh" && _guard_judge "$ZSH_EXECUTION_STRING"
    ) || return 1
    [[ ${(t)ZSH_EXECUTION_STRING} == *export* ]] || known=yes
  fi
  if [[ -z $known ]] && (( ${+ZSH_SCRIPT} )); then
    "$ask" script zsh $$ -- "$ZSH_SCRIPT" "$@" </dev/null || return 1
    [[ ${(t)ZSH_SCRIPT} == *export* ]] || known=yes
  fi
  if [[ -n $known ]]; then
    :
  elif [[ -o interactive && -o zle && ( -n $TTY || -t 0 ) ]]; then
    # The line editor reads from the terminal, also when stdin is something else.
    builtin source "$_guard_hook/interactive.zsh" && _guard_install && _guard_start=allow
    return
  elif [[ -o interactive && -t 0 ]]; then
    _guard_end_unseen
  else
    "$ask" stdin zsh $$ -- "$ZSH_ARGZERO" "$@" </dev/null || return 1
  fi
  unset _guard_hook _guard_file
  unfunction _guard_is_gated _guard_begin _guard_enter _guard_leave _guard_end_shell _guard_end_unseen \
    _guard_more_follow _guard_find_shims _guard_check
  _guard_start=allow
}
