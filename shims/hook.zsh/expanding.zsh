# Keys that expand or complete. zsh and the completion functions run what a word holds ($(…), `…`, glob qualifiers,
# subscripts) when Tab is pressed, before anybody has judged it. In such a command the keys only say so.
# Not seen: a widget of the user's own that calls the builtin ones by their dotted names.
_guard_expanding=(
  expand-or-complete expand-or-complete-prefix expand-word list-expand menu-expand-or-complete complete-word menu-complete
  reverse-menu-complete list-choices delete-char-or-list accept-and-menu-complete _expand_word _list_expansions
  _expand_alias _complete_help _complete_tag _complete_debug _correct_word _most_recent_file _bash_complete-word
  _bash_list-choices
)

# Again at each prompt: compinit makes them anew. A user's widget in their place calls what was there: it stays.
_guard_wrap_expanding() {
  emulate -L zsh
  local _guard_widget
  for _guard_widget in $_guard_expanding; do
    [[ -n $widgets[$_guard_widget] ]] || continue
    [[ $widgets[$_guard_widget] != user:* ]] || (( ! ${+widgets[guard-was-$_guard_widget]} )) || continue
    functions[_guard_$_guard_widget]="_guard_expand_word $_guard_widget \"\$@\""
    _guard_wrap $_guard_widget
  done
  zle -N guard-no-names _guard_no_names
  _guard_rebind_dotted
}

# The dotted names mean the builtin widgets, whatever was put in their place; so do the two that ask for a name.
_guard_rebind_dotted() {
  local _guard_line _guard_map
  local -a _guard_row
  for _guard_line in ${(f)"$(for _guard_map in emacs viins vicmd; do builtin print map $_guard_map; bindkey -M $_guard_map; done)"}; do
    if [[ $_guard_line == map\ * ]]; then _guard_map=${_guard_line#map }; fi
    [[ $_guard_line == *(\ .|-named-cmd)* ]] || continue
    _guard_row=(${(z)_guard_line})
    if [[ $_guard_row[-1] == (.|)execute-*named-cmd ]]; then
      bindkey -M $_guard_map -- "${(Q)_guard_row[1]}" guard-no-names
    elif (( ${_guard_expanding[(Ie)${_guard_row[-1]#.}]} )); then
      bindkey -M $_guard_map -- "${(Q)_guard_row[1]}" ${_guard_row[-1]#.}
    fi
  done
}

_guard_no_names() {
  zle -M 'guard: commands of the editor are not run by name here; bind a key to it (bindkey)'
}

_guard_expand_word() {
  local _guard_inert=
  _guard_look_at_command
  if [[ -n $_guard_inert ]]; then
    zle guard-was-$1 -- "${@:2}"
  else
    zle -M 'guard: no completion in a command with $(…), `…` or the like: it would run before it is judged'
    return 1
  fi
}

# Sets _guard_inert: nothing in the command at the cursor can run by being expanded. What is not known well counts as
# running.
_guard_look_at_command() {
  local _guard_word _guard_part= _guard_globs=
  [[ ! -o globsubst ]] || _guard_globs=yes
  emulate -L zsh -o extended_glob
  for _guard_word in ${(z)LBUFFER}; do
    case $_guard_word in
      (';'|'&'|'&&'|'|'|'||'|'|&'|'{'|do|then|else) _guard_part= ;;
      # Text in quotes, with nothing in it that is expanded.
      (\'[^\']#\'|\"[^\"\`\$\\]#\") ;;
      (*) _guard_part+=" $_guard_word" ;;
    esac
  done
  _guard_part=${${:-$_guard_part$RBUFFER}//\\?/}
  case $_guard_part in
    (*\`*|*\(*\)*|*\$[\[~]*) return 1 ;;
    (*\${[[:alnum:]_]#[^[:alnum:]_}]*|*\$[\^=+\#]#[[:alnum:]_]##\[*) return 1 ;;
    (*\$*) [[ -z $_guard_globs ]] || return 1 ;;
  esac
  _guard_inert=yes
}
