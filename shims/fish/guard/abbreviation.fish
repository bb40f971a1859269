# fish expands the abbreviation at the cursor when a line is executed: that must happen before the text is judged.
# `commandline -f expand-abbr` takes effect only after the binding has ended. So the plain kind is expanded here; for the
# kinds with a function, a regex or a cursor mark fish expands, and the line waits for a second Enter.

# Status 1: the line is not to be judged now.
function __guard_expand_abbreviation
    set -l token (builtin commandline --current-token | string collect)
    test -n "$token"; or return 0
    for line in (builtin abbr --show)
        set -l words
        eval set words $line
        argparse --stop-nonopt --ignore-unknown a/add 'position=' 'regex=' 'function=' 'set-cursor=?' U/universal g/global -- $words[2..]
        or continue
        if set -q _flag_regex
            string match --quiet --regex -- "^(?:$_flag_regex)\$" $token; or continue
        else
            test "$argv[1]" = "$token"; or continue
        end
        if test "$_flag_position" != anywhere
            test (builtin commandline --current-process --tokenize --cut-at-cursor | builtin count) -eq 0; or continue
        end
        if not set -q _flag_regex; and not set -q _flag_function; and not set -q _flag_set_cursor
            builtin commandline --current-token --replace -- "$argv[2..]"
            return 0
        end
        set -l text (builtin commandline | string collect)
        test "$text" = "$__guard_expanded"; and return 0 # fish has had its turn
        set -g __guard_expanded $text
        builtin commandline --function expand-abbr
        return 1
    end
    return 0
end
