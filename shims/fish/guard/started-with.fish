# What this shell was started with. fish 3.6 has no variable for it: the kernel's copy of the arguments is read, with the
# option parser that fish itself uses.

# Status 0 when everything that the arguments name is allowed.
function __guard_judge_start
    set -l ask $__guard_agent/guard-ask
    set -l words
    test -r /proc/$fish_pid/cmdline
    and set words (string split0 </proc/$fish_pid/cmdline)
    # Without /proc (macOS) the text is not known: guard asks for a shell whose input nobody has seen.
    if not set -q words[1]
        status is-interactive; and test -t 0; and return 0
        command $ask stdin fish $fish_pid -- fish </dev/null
        return
    end
    argparse --stop-nonopt --name fish h/help P/private i/interactive l/login N/no-config n/no-execute v/version \
        c/command=+ C/init-command=+ p/profile=+ d/debug=+ f/features=+ D/debug-stack-frames=+ o/debug-output=+ \
        profile-startup=+ print-rusage-self print-debug-categories -- $words[2..]
    or return 1
    # In the order in which fish runs them.
    for text in $_flag_init_command $_flag_command
        __guard_judge $text
        or return 1
    end
    if set -q _flag_command
        return 0
    else if set -q argv[1]
        command $ask script fish $fish_pid -- $argv </dev/null
    else if not status is-interactive; or not test -t 0
        command $ask stdin fish $fish_pid -- $words[1] </dev/null
    end
end
