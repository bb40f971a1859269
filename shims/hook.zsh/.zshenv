# guard's start-up files for zsh. ZDOTDIR points here; each file reads the user's file of the same name and, when it was
# the last one, has the command line, script or stdin of this shell judged (see startup.zsh).
# Nothing but the user's own start-up files may run before that check, and nothing of guard stays in a shell that is
# not interactive. No redirection stands around the check: where one fails, zsh leaves out the command.
# Not seen: `zsh -f`, NO_RCS, `--emulate sh`, argv[0] sh, `env -i`; an /etc/zsh file that sets ZDOTDIR or NO_RCS.
# Behind the user's files `#` may begin no comment any more (histchars): there are none in the other files, and guard's
# functions give it back its meaning before they read a file.
# What decides is _guard_start, no status: a trap on ZERR can change that. A FUNCNEST (it may come from the environment)
# that is too low for guard's functions is raised, and stays so.
(( ${FUNCNEST:-0} < 0 || ${FUNCNEST:-0} >= 50 )) || FUNCNEST=500
_guard_hook=${${(%):-%x}:h}
\builtin source "$_guard_hook/startup.zsh"
\_guard_begin
{
  \_guard_enter .zshenv
  \builtin source "$_guard_file"
} always {
  TRY_BLOCK_ERROR=0
  _guard_start=deny
  {
    (( ${FUNCNEST:-0} < 0 || ${FUNCNEST:-0} >= 50 )) || FUNCNEST=500
    \_guard_leave .zshenv "$@"
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
