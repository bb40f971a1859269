\builtin : guard: the file .zlogout of the user. Nothing runs after it, so nothing is put back.
if (( ${+GUARD_USER_ZDOTDIR} )); then ZDOTDIR=$GUARD_USER_ZDOTDIR; else unset ZDOTDIR; fi
[[ ! -r ${ZDOTDIR-$HOME}/.zlogout ]] || \builtin source "${ZDOTDIR-$HOME}/.zlogout"
