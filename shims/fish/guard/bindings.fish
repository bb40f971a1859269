# Finds the keys that execute the line, in all modes, and the user's own bindings of Enter, and puts __guard_enter before
# what they do. After the user's config, at the first prompt, and when the set of bindings changes.

set -g __guard_replaced # the user's own bindings, as `bind` printed them

function __guard_bind
    for line in (builtin bind --user | string match '*__guard_enter*')
        __guard_parse_binding $line
        builtin bind --erase --user --mode $__guard_mode $__guard_by_name $__guard_key
    end
    for line in $__guard_replaced
        eval builtin $line
    end
    set -g __guard_replaced
    set -l taken
    # The user's come first: they win over those of fish.
    for line in (builtin bind --user) (builtin bind --preset)
        __guard_parse_binding $line; or continue
        set -l place "$__guard_mode $__guard_key"
        builtin contains -- $place $taken; and continue
        if string match --quiet 'bind --preset *' -- $line
            builtin contains -- execute $__guard_does; or continue
        else
            builtin contains -- execute $__guard_does; or builtin contains -- $__guard_key \r \n; or continue
            set -a __guard_replaced $line
        end
        set -a taken $place
        set -l before (string escape -- $__guard_does | string join ' ')
        builtin bind --mode $__guard_mode $__guard_sets $__guard_by_name $__guard_key "__guard_enter $before"
    end
    set --erase __guard_mode __guard_key __guard_sets __guard_by_name __guard_does
end

# A line of `bind` is fish code: its words, taken apart with the options of bind.
function __guard_parse_binding
    set -l words
    eval set words $argv[1]
    argparse --stop-nonopt --ignore-unknown preset user s/silent k/key M/mode= m/sets-mode= -- $words[2..]
    or return 1
    set -g __guard_mode default
    set -q _flag_mode; and set -g __guard_mode $_flag_mode
    set -g __guard_sets
    set -q _flag_sets_mode; and set -g __guard_sets --sets-mode $_flag_sets_mode
    set -g __guard_by_name $_flag_key
    set -g __guard_key $argv[1]
    set -g __guard_does $argv[2..]
    return 0
end
