# shellcheck shell=bash
# The start-up file of an interactive bash (--rcfile): the user's own one first, then guard's check of each typed line.
# /etc/bash.bashrc is bash's own business, it reads it before this file where it was built to.
# Should ~/.bashrc be left early (Ctrl-C), PROMPT_COMMAND from the environment still installs the check.
"${BASH_SOURCE[0]%/*}/guard-ask" start bash $$ </dev/null 2>/dev/null
# shellcheck source=/dev/null
if [[ -f ~/.bashrc ]]; then . ~/.bashrc; fi
. "${BASH_SOURCE[0]%/*}/rc-prompt.bash"
