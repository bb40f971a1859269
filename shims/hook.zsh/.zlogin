\builtin : guard: the file .zlogin of the user, then the check when no other start-up file follows. See .zshenv.
{
  \_guard_enter .zlogin
  \builtin source "$_guard_file"
} always {
  TRY_BLOCK_ERROR=0
  _guard_start=deny
  {
    (( ${FUNCNEST:-0} < 0 || ${FUNCNEST:-0} >= 50 )) || FUNCNEST=500
    \_guard_leave .zlogin "$@"
  } always {
    TRY_BLOCK_ERROR=0
    [[ $_guard_start == allow ]] || {
      \builtin print -ru2 "guard: denied: guard's functions do not run: a start-up file of zsh removed them or set FUNCNEST"
      \builtin exit 126
      \builtin kill -KILL $$
    }
    \builtin unset _guard_start
  }
}
