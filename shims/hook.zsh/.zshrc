# guard: the user's .zshrc, then the check when no other start-up file follows. See .zshenv.
{
  \_guard_enter .zshrc
  \builtin source "$_guard_file"
} always {
  TRY_BLOCK_ERROR=0
  \_guard_leave .zshrc "$@" || {
    \builtin print -ru2 "guard: denied: a start-up file removed guard's functions"
    \builtin exit 126
    \builtin kill -KILL $$
  }
}
