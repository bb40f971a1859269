# guard: the user's .zprofile, then the check when no other start-up file follows. See .zshenv.
{
  \_guard_enter .zprofile
  \builtin source "$_guard_file"
} always {
  TRY_BLOCK_ERROR=0
  \_guard_leave .zprofile "$@" || {
    \builtin print -ru2 "guard: denied: a start-up file removed guard's functions"
    \builtin exit 126
    \builtin kill -KILL $$
  }
}
