# shellcheck shell=bash
# Every non-interactive bash reads this (BASH_ENV): it asks about what the shell is going to run, before any of it runs.
# Functions come in by the environment, under any name: only reserved words, paths and (once POSIXLY_CORRECT is set)
# special builtins are called here. A function that bash fails to import may leave `[[` a syntax error: so `case`.
# An allowed line finds the shell as it would be without guard. `2>/dev/null` is for `bash -x`. Short: it is parsed often.
# Only a -c shell has a c in $-: BASH_EXECUTION_STRING may come from the environment. Not `*c*`: nocasematch takes C for c.
if { ((1)) <"${BASH_SOURCE[0]%/*}/gated"; } 2>/dev/null; then
  ((1)) 2>/dev/null # the exec gate has judged what this shell was started with
elif case ${-##*c} in
  "$-") ((0)) ;;
  *) case ${-//[!x]/}:${GUARD_USER_BASH_ENV:+own}:$BASHOPTS in
    ::*login_shell*) ((0)) ;;
    ::*) ((1)) ;;
    *) ((0)) ;;
  esac ;;
esac 2>/dev/null; then
  # A line, and no functions but those of the environment: the client sees them too. The loop gives $_ back.
  for _ in ask "$_"; do
    case $_ in
      ask)
        "${BASH_SOURCE[0]%/*}/guard-ask" line bash $$ --exported-functions -- "$BASH_EXECUTION_STRING" ||
          { POSIXLY_CORRECT=1 && exit 126; }
        ;;
    esac
  done
else
  if ((${GUARD_USER_BASH_ENV:+1} + 0)) 2>/dev/null; then
    # bash expands the value of BASH_ENV like a word in double quotes. With functions of these names it is not read.
    (POSIXLY_CORRECT=1 && { export -f . || export -f eval; }) 2>/dev/null ||
      eval ". \"\${BASH_SOURCE[0]%/*}/user-env.bash\" \"${GUARD_USER_BASH_ENV//\"/\\\"}\" \"\$@\""
  fi
  ({ POSIXLY_CORRECT=1 && set +xvu; } 2>/dev/null && . "${BASH_SOURCE[0]%/*}/asking.bash") ||
    { POSIXLY_CORRECT=1 && exit 126; } 2>/dev/null
  # A profile may have set PATH anew. The redirection asks whether there are shims at all.
  if { ((1)) <"${BASH_SOURCE[0]%/*}/shims/."; } 2>/dev/null; then
    case ${PATH-} in
      '' | "${BASH_SOURCE[0]%/*}/shims:"*) ;;
      *) PATH=${BASH_SOURCE[0]%/*}/shims:${PATH//"${BASH_SOURCE[0]%/*}/shims:"/} ;;
    esac
  fi 2>/dev/null
fi
