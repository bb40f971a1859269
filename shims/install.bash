# shellcheck shell=bash disable=SC2154
# Installs the check of typed lines in an interactive bash. Needs bash 4.4: before it there is no READLINE_LINE (3.2), or
# no way to follow it by other keys.
__guard_shell=$$
# As the launcher wrote it into the environment, and as it is from now on (set -x shall not tell of it).
__guard_first=". '$__guard_folder/rc-prompt.bash'"
__guard_entry="{ $__guard_first; } 2>/dev/null"
__guard_noted=''
__guard_running=''
# A profile may have set PATH anew.
if [[ -d $__guard_folder/shims && -n ${PATH-} && $PATH != "$__guard_folder/shims:"* ]]; then
  PATH=$__guard_folder/shims:${PATH//"$__guard_folder/shims:"/}
fi
__guard_drawn=''
# Nobody can type these keys by chance, and nothing else sends them.
__guard_keys="\\e[8$RANDOM$RANDOM"

# Without line editing (--noediting, TERM=emacs) nobody can be asked before bash runs what was typed.
if ! [[ -o emacs || -o vi ]]; then
  \builtin printf 'guard: denied: this bash edits no lines (--noediting, or TERM or EMACS say so), so typed lines cannot be judged: shell ended\n' >/dev/tty
  \builtin exit 126
  \builtin kill -KILL $$
fi

. "$__guard_folder/prompt-command.bash"
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
  \builtin printf 'guard: bash %s cannot check typed lines; programs are still checked. Use bash 4.4 or newer.\n' "$BASH_VERSION" >&2
  __guard_prompt() { \builtin : "$("$__guard_folder/guard-ask" prompt bash $$ "$__guard_status" </dev/null 2>/dev/null)"; }
else
  . "$__guard_folder/prelude.bash"
  . "$__guard_folder/whole.bash"
  . "$__guard_folder/expand.bash"
  . "$__guard_folder/show.bash"
  . "$__guard_folder/keys.bash"
  . "$__guard_folder/enter.bash"
  . "$__guard_folder/edit.bash"
  __guard_bind
  __guard_find_keys
fi
__guard_restore_prompt_command
# rc.bash stands before the first prompt: PROMPT_COMMAND is still to come, and is part of the start.
if [[ -n ${BASH_SOURCE[2]-} ]]; then __guard_noted=yes; fi
__guard_prompt
if [[ -n ${BASH_SOURCE[2]-} ]]; then __guard_noted=''; fi
