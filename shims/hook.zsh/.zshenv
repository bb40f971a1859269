# guard's start-up files for zsh. ZDOTDIR points here; each file reads the user's file of the same name and, when it was
# the last one, has the command line, script or stdin of this shell judged (see startup.zsh).
# Nothing but the user's own start-up files may run before that check, and nothing of guard stays in a shell that is
# not interactive. No redirection stands around the check: where one fails, zsh leaves out the command.
# Not seen: `zsh -f`, NO_RCS, `--emulate sh`, argv[0] sh, `env -i`; an /etc/zsh file that sets ZDOTDIR or NO_RCS.
_guard_hook=${${(%):-%x}:h}
\builtin source "$_guard_hook/startup.zsh"
\_guard_begin
{
  \_guard_enter .zshenv
  \builtin source "$_guard_file"
} always {
  TRY_BLOCK_ERROR=0
  \_guard_leave .zshenv "$@" || {
    \builtin print -ru2 "guard: denied: a start-up file removed guard's functions"
    \builtin exit 126
    \builtin kill -KILL $$
  }
}
