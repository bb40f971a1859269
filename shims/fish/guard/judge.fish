# Sends one text to guard, with the functions that it uses. In fish an alias is a function.

# __guard_judge TEXT [--interactive]: status 0 is an allow; guard's line goes to stderr.
function __guard_judge
    set -l text $argv[1]
    set -l flags $argv[2..]
    set -l prelude ''
    set -l incomplete
    __guard_collect $text
    test -n "$prelude"; and set -a flags --prelude $prelude
    command $__guard_agent/guard-ask line fish $fish_pid $flags $incomplete -- $text </dev/null
end

# Fills prelude and incomplete of the caller: the functions named in the text, and those named in them, up to 32000
# characters (one argument of a program holds 128 KiB).
function __guard_collect --no-scope-shadowing
    set -l __guard_queue $argv[1]
    set -l __guard_seen
    while set -q __guard_queue[1]
        set -l __guard_words (__guard_split $__guard_queue[1])
        set -e __guard_queue[1]
        for __guard_word in $__guard_words
            builtin contains -- $__guard_word $__guard_seen; and continue
            set -a __guard_seen $__guard_word
            __guard_is_foreign $__guard_word; or continue
            set -l __guard_body (builtin functions --no-details -- $__guard_word | string collect)
            if test (string length -- "$prelude$__guard_body") -gt 32000
                set incomplete --incomplete
            else
                set prelude $prelude$__guard_body\n
                set -a __guard_queue $__guard_body
            end
        end
    end
    __guard_config_defines $__guard_seen; and set incomplete --incomplete
    true
end

# Functions that come with fish (ls, cd, grep …) do what their names say, which guard knows.
function __guard_is_foreign
    builtin functions --query -- $argv[1]; or return 1
    set -l file (builtin functions --details -- $argv[1])
    not string match --quiet --regex -- '^'(string escape --style=regex -- $__fish_data_dir)'/(functions/|config\.fish$)' $file
end

# Every word that could become a name when the text runs, also from quotes and escapes.
function __guard_split
    set -l plain (string replace --all --regex '[\\\\\'"]' '' -- $argv[1] | string collect)
    set -l rough (string split --no-empty ' ' -- (string replace --all --regex '[\s;|&()<>]+' ' ' -- $argv[1] $plain))
    set -l fine (string split --no-empty ' ' -- (string replace --all --regex '[${},=\'"\[\]]+' ' ' -- $rough))
    set -l unescaped (string unescape -- $rough)
    builtin printf '%s\n' $rough $fine $unescaped
end

# config.fish has not been read yet when a -c text is judged: what it would define is not known.
function __guard_config_defines
    set -q __guard_at_prompt; and return 1
    for file in $__fish_config_dir/config.fish $__fish_sysconf_dir/config.fish
        test -r $file; or continue
        set -l names (string match --regex --groups-only '^\s*(?:function|alias)\s+(?:-\S+\s+)*["\']?([^\s="\']+)' <$file)
        for name in $names
            builtin contains -- $name $argv; and return 0
        end
    end
    return 1
end
