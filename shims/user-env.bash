# shellcheck shell=bash
# The user's own BASH_ENV ($1, expanded), read as bash would read it: no search along PATH, silent when it is not there.
# The shell's own arguments are $2 and on.
if [[ $1 -ef ${BASH_SOURCE[0]%/*}/hook.bash ]]; then
  return 0
elif [[ $1 == */* && -f ${1/#\~\//${HOME-}/} ]]; then
  # shellcheck source=/dev/null
  . "${1/#\~\//${HOME-}/}" "${@:2}"
elif [[ -f ./$1 ]]; then
  # shellcheck source=/dev/null
  . "./$1" "${@:2}"
fi
