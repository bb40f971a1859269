# Up after a denial: the text that was typed, and not what ran in its place. Until another line runs.
# fish keeps what ran for one Up (a line with a blank in front) and has no way to put another text into its history. The
# function that the keys call (Up, Ctrl-P, k of vi) has a name and can be wrapped; keys of the user that call
# history-search-backward themselves show what ran.

# Also where the user has an up-or-search of their own. At the first prompt, after the user's files.
function __guard_wrap_recall
    builtin functions --query __guard_was_up_or_search; and return
    builtin functions --query up-or-search; or return
    builtin functions --copy up-or-search __guard_was_up_or_search
    function up-or-search --description 'Search back or move cursor up 1 line'
        __guard_recall; or __guard_was_up_or_search $argv
    end
end

# Status 1: it is not about the denied text. With that text in the line, Up goes on to what ran before it: over the
# stand-in, which is the newest of the history.
function __guard_recall
    test -n "$__guard_refused"; or return
    builtin commandline --search-mode; and return 1
    builtin commandline --paging-mode; and return 1
    set -l text (builtin commandline | string collect)
    if test -z "$text"
        builtin commandline --replace -- $__guard_refused
    else if test "$text" = "$__guard_refused"; and test (builtin commandline --line) -eq 1
        builtin commandline --replace ''
        builtin commandline --function history-search-backward history-search-backward
    else
        return 1
    end
end
