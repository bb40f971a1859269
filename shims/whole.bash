# shellcheck shell=bash
# Is the text whole, or would bash ask for more (an open quote, `do`, a trailing `|`, a here-document)? bash decides.
__guard_is_whole() {
  local options problem shell
  options=()
  case " $1 " in
    *\\\ )
      # A line that goes on: an odd number of backslashes at its end.
      problem=${1##*[!\\]}
      if ((${#problem} % 2)); then \builtin return 1; fi
      ;;
    # Words only, and none that begins something.
    *[!a-zA-Z0-9\ _./:@%+,=-]* | *' if '* | *' while '* | *' until '* | *' for '* | *' case '* | *' select '*) ;;
    *' function '* | *' coproc '* | *' time '* | *' do '* | *' then '* | *' else '* | *' elif '*) ;;
    *) \builtin return 0 ;;
  esac
  if \builtin shopt -q extglob; then options+=(-O extglob); fi
  if \builtin shopt -qo posix; then options+=(--posix); fi
  # Not $BASH, which PATH made the shim. This very program, where the system tells it.
  shell=/proc/$$/exe
  if ! [[ -x $shell ]]; then shell=$BASH; fi
  problem=$(BASH_ENV='' ENV='' LC_ALL=C LANGUAGE=C "$shell" --norc "${options[@]}" -n -c "$1" 2>&1 </dev/null)
  case $problem in
    *'unexpected end of file'* | *'unexpected EOF'* | *'delimited by end-of-file'* | *"unexpected token \`EOF'"*) \builtin return 1 ;;
  esac
  \builtin return 0
}
