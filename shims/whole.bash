# shellcheck shell=bash
# Is the text whole, or would bash ask for more (an open quote, `do`, a trailing `|`, a here-document)? bash decides.
__guard_is_whole() {
  local __guard_options __guard_problem __guard_program
  __guard_options=()
  case " $1 " in
    *\\\ )
      # A line that goes on: an odd number of backslashes at its end.
      __guard_problem=${1##*[!\\]}
      if ((${#__guard_problem} % 2)); then \builtin return 1; fi
      ;;
    # Words only, and none that begins something.
    *[!a-zA-Z0-9\ _./:@%+,=-]* | *' if '* | *' while '* | *' until '* | *' for '* | *' case '* | *' select '*) ;;
    *' function '* | *' coproc '* | *' time '* | *' do '* | *' then '* | *' else '* | *' elif '*) ;;
    *) \builtin return 0 ;;
  esac
  if \builtin shopt -q extglob; then __guard_options+=(-O extglob); fi
  if \builtin shopt -qo posix; then __guard_options+=(--posix); fi
  # Not $BASH, which PATH made the shim. This very program, where the system tells it.
  __guard_program=/proc/$$/exe
  if ! [[ -x $__guard_program ]]; then __guard_program=$BASH; fi
  # By stdin and not by -c: below the exec gate, a file that is only looked at (-n) is nothing that would have to be asked about.
  __guard_problem=$(\builtin printf '%s\n' "$1" | BASH_ENV='' ENV='' LC_ALL=C LANGUAGE=C "$__guard_program" --norc "${__guard_options[@]}" -n /dev/stdin 2>&1)
  case $__guard_problem in
    *'unexpected end of file'* | *'unexpected EOF'* | *'delimited by end-of-file'* | *"unexpected token \`EOF'"*) \builtin return 1 ;;
  esac
  \builtin return 0
}
