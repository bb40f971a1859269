# guard's hook for fish, read as vendor configuration by way of XDG_DATA_DIRS (the user's own files stay as they are).
# Has the -c text, the script or the stdin of this shell judged before any of it runs; at a prompt it installs the
# bindings that judge each line. A shell that is not interactive keeps nothing of it.
# fish reads this before config.fish and has no later moment to offer: config.fish runs after the check of a -c text.
# `exit` here would not stop a -c text, so a denied shell becomes /bin/sh, which exits 126.
# Not seen: `fish --no-config`, `env -i`, a user's conf.d/guard.fish (fish reads only one of each name).
set -g __guard_agent (string replace -r '/[^/]*/[^/]*/[^/]*/[^/]*$' '' -- (status filename))
# With the exec gate what this shell was started with is judged already.
if status is-interactive; or not test -e $__guard_agent/gated
    if status is-interactive; or status is-login
        command $__guard_agent/guard-ask start fish $fish_pid </dev/null 2>/dev/null
    end
    builtin source $__guard_agent/fish/guard/judge.fish
    and builtin source $__guard_agent/fish/guard/started-with.fish
    and __guard_judge_start
    or exec /bin/sh -c 'exit 126'
end
if status is-interactive; and test -t 0
    builtin source $__guard_agent/fish/guard/interactive.fish
    or exec /bin/sh -c 'exit 126'
else
    builtin functions --erase (builtin functions --all --names | string match '__guard_*')
    set --erase __guard_agent
end
