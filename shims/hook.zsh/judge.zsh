# Sends one command line to guard, with the definitions it uses. For a subshell only, in which the functions of the
# user are disabled (their text is in dis_functions) and aliases are off: it ends in exec.

# _guard_judge TEXT [--interactive]: exit status 0 is an allow.
_guard_judge() {
  emulate -R zsh -o extended_glob +x
  zmodload zsh/parameter || exit 126
  local text=$1 prelude= incomplete=
  shift
  _guard_collect "$text"
  if [[ -n $1 ]] && (( ${_guard_words[(Ie)fc]} || ${_guard_words[(Ie)r]} )); then
    incomplete=yes # these run a line of the history, which is no part of the text
  fi
  [[ $_guard_histchars[3] == '#' ]] || incomplete=yes # another sign begins a comment: guard would read another text
  exec "${_guard_hook:h}/guard-ask" line zsh $$ "$@" ${prelude:+--prelude} ${prelude:+"$prelude"} \
    ${incomplete:+--incomplete} -- "$text" </dev/null
}

# Fills prelude, transitively, up to 64 KiB. Words are taken generously: also from quotes, escapes and braces.
_guard_collect() {
  local word
  local -aU queue=("$1")
  local -A sent
  typeset -gaU _guard_words
  local -i at=1
  while (( at <= $#queue )); do
    _guard_split "$queue[at]"
    (( at++ == 1 )) && _guard_words=("$reply[@]")
    for word in "$reply[@]"; do
      (( ${+sent[$word]} )) && continue
      sent[$word]=1
      _guard_define "$word"
    done
  done
}

# Appends to prelude and queue what WORD means in this shell.
_guard_define() {
  local word=$1 suffix=${1##*.}
  if [[ $word == builtin ]]; then
    (( ! _guard_odd )) || incomplete=yes # a function of that name was given up, see _guard_check
    return
  fi
  (( ${+aliases[$word]} )) && _guard_add "alias ${(q-)word}=${(qq)aliases[$word]}" "$aliases[$word]"
  (( ${+galiases[$word]} )) && _guard_add "alias -g ${(q-)word}=${(qq)galiases[$word]}" "$galiases[$word]"
  if [[ $word == *.* ]] && (( ${+saliases[$suffix]} && ! ${+sent[.$suffix.]} )); then
    sent[.$suffix.]=1
    _guard_add "alias -s ${(q-)suffix}=${(qq)saliases[$suffix]}" "$saliases[$suffix]"
  fi
  (( ${+dis_functions[$word]} )) || return 0
  if [[ $dis_functions[$word] == (builtin |)autoload\ -X* ]]; then
    incomplete=yes # not loaded yet: nobody knows what it does
  else
    _guard_add "${(q-)word} () {"$'\n'"$dis_functions[$word]"$'\n}' "$dis_functions[$word]"
  fi
}

_guard_add() {
  setopt local_options no_multibyte # lengths in bytes
  if (( $#prelude + $#1 > 65536 )); then
    incomplete=yes
  else
    prelude+=$1$'\n'
    queue+=("$2")
  fi
}

# Sets reply to every word that could become a name when the text runs.
_guard_split() {
  local text decoded=${(g:oce:)1} coarse fine word prefix suffix
  typeset -gaU reply
  reply=()
  for text in "$1" "$decoded" "${1//[\\\"\']/}" "${decoded//[\\\"\']/}"; do
    coarse=${text//[[:space:];|&()<>\`]##/ }
    fine=${coarse//[\$={},\"\'[:space:]]##/ }
    reply+=(${(s: :)coarse} ${(s: :)fine})
  done
  # l{s,x} can become any name that begins with l.
  for word in ${(M)reply:#*\{*\}*}; do
    prefix=${word%%\{*} suffix=${word##*\}}
    [[ -n $prefix$suffix && $prefix != *\$* ]] || continue
    for coarse in ${(M)${(k)dis_functions}:#${(b)prefix}*${(b)suffix}}; do
      [[ $dis_functions[$coarse] == (builtin |)autoload\ -X* ]] || reply+=("$coarse")
    done
  done
}
