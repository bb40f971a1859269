# Lines typed at a prompt. Every key that executes the line is bound to __guard_enter, which judges the whole text first.
# Behind it stands fish_preexec: a text that came another way is judged there. That event cannot stop a line, so a
# denied one ends the shell.
# A denied text is replaced by ` guard-denied # text` (status 126; fish 3.6 cannot add the text itself to its history).
# Up gives the text back as it was typed (recall.fish).

set -g __guard_allowed
set -g __guard_refused
set -g __guard_message
set -g __guard_expanded
set -g __guard_at_prompt no

function guard-denied
    builtin printf '%s\n' $__guard_message >&2
    return 126
end

# __guard_enter COMMAND…: what the key did before guard.
function __guard_enter
    set -l text (builtin commandline | string collect)
    # Enter in the pager picks an entry and runs nothing; between two prompts it is `read` that is typed to.
    if builtin commandline --paging-mode; or test $__guard_at_prompt = no; or not string match --quiet --regex '\S' -- $text
        __guard_run_binding $argv
        return
    end
    __guard_expand_abbreviation; or return
    set text (builtin commandline | string collect)
    builtin commandline --is-valid
    switch $status
        case 2
            builtin commandline --insert \n
            return
        case 1 # a syntax error, or a backslash at the end: fish runs no part of it
            __guard_run_binding $argv
            return
    end
    __guard_hide_suggestion $text
    __guard_heed_interrupt
    begin
        # guard says below the text that it waits.
        set -lx GUARD_ROWS_BELOW (math (builtin commandline | builtin count) - (builtin commandline --line))
        set -g __guard_message (__guard_judge $text --interactive 2>&1)
    end
    set -l answer $status
    builtin functions --erase __guard_interrupted
    switch $answer
        case 0
            set -g __guard_allowed $text
            __guard_run_binding $argv
            return
        case 130 # Ctrl-C ended the question
            builtin commandline --function cancel-commandline
            return
    end
    set -q __guard_message[1]; or set -g __guard_message 'guard: denied: no answer'
    set -g __guard_refused $text
    set -l lines (string split \n -- $text)
    set -g __guard_allowed " guard-denied # $lines[1]"
    builtin commandline --replace -- $__guard_allowed
    builtin commandline --cursor 0 # no abbreviation stands there
    builtin commandline --function execute
end

# Ctrl-C while a question waits would end the binding, too, and leave the text where it is: the next word would be a part
# of it. Where somebody listens to the signal fish ends only the question. Not for longer: loops could not be ended.
function __guard_heed_interrupt
    function __guard_interrupted --on-signal INT
    end
end

# fish takes its suggestion off the screen only when the line runs: until then it would look like a part of what is
# asked about. It stands behind the cursor, and only when the cursor is at the end.
function __guard_hide_suggestion
    test (builtin commandline --cursor) -eq (string length -- $argv[1])
    and builtin printf '\e[J' >/dev/tty
    builtin commandline --function suppress-autosuggestion
end

function __guard_run_binding
    if builtin contains -- $argv[1] (builtin bind --function-names)
        builtin commandline --function $argv
    else
        for command in $argv
            eval $command
        end
    end
end

# The last way: also when a plugin executes a text of its own, or an abbreviation changed it after the check.
function __guard_preexec --on-event fish_preexec
    set -l allowed $__guard_allowed
    set -g __guard_allowed
    set -g __guard_at_prompt no
    string match --quiet ' guard-denied #*' -- $argv[1]; or set -g __guard_refused
    builtin functions --erase __guard_interrupted # the binding may have been ended by another signal
    test "$argv[1]" = "$allowed"; and return
    __guard_judge $argv[1] --interactive
    and return
    builtin printf 'guard: this line came past the check of the Enter key and fish cannot be stopped: shell ended\n' >&2
    exec /bin/sh -c 'exit 126'
end

function __guard_prompt --on-event fish_prompt
    command $__guard_agent/guard-ask prompt fish $fish_pid $status </dev/null 2>/dev/null
    set -g __guard_at_prompt yes
    test "$__guard_bound_for" = "$fish_key_bindings"; and return
    set -g __guard_bound_for $fish_key_bindings
    __guard_bind
    __guard_wrap_recall
end

builtin source $__guard_agent/fish/guard/bindings.fish
builtin source $__guard_agent/fish/guard/abbreviation.fish
builtin source $__guard_agent/fish/guard/recall.fish
