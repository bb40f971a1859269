/**
 * Programs for which a wide rule is never offered (findings/peers.md 1.5 and what runs other code in the same way). A table in
 * code and not in policy/: it is read by nobody but the ladder, and src/build would need a step of its own for it.
 */

/** Only the exact words: whatever comes after the name decides what runs, or what is lost. */
export const ONLY_EXACT: ReadonlySet<string> = new Set(
  (
    "sh bash zsh dash fish ksh csh tcsh cmd cmd.exe powershell pwsh python python2 python3 py pypy pypy3 pythonw pyw node nodejs " +
    "perl ruby lua luajit julia php Rscript osascript tclsh expect awk gawk mawk sed env rm rmdir shred unlink sudo su doas pkexec " +
    "xargs parallel find fd eval exec source . command builtin nohup nice timeout time stdbuf setsid flock watch script ssh scp " +
    "rsync curl wget nc ncat socat dd chmod chown chgrp kill pkill killall crontab at batch systemctl service launchctl mount umount " +
    "tee ln mv cp install tar unzip truncate patch gdb strace ltrace busybox toybox tmux screen docker podman nerdctl tfenv"
  ).split(" "),
);

/** These run what the next word names: they are offered with that word (`npm run build`), never without it. */
export const WITH_NEXT_WORD: ReadonlySet<string> = new Set([
  ...["npm", "pnpm", "yarn", "bun"].flatMap((name) => [`${name} run`, `${name} run-script`]),
  ...["npm exec", "npm x", "pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "bun x"],
  ...["npx", "pnpx", "bunx", "uvx", "pipx", "pipx run", "uv run", "poetry run", "pipenv run", "bundle exec"],
  ...["deno run", "deno task", "go run", "make", "just", "task", "rake", "composer run", "composer exec"],
]);

/** These words name a script themselves: `npm test` is `npm run test`. */
export const NAMED_SCRIPT: ReadonlySet<string> = new Set(
  ["npm", "pnpm", "yarn", "bun"].flatMap((name) => ["test", "start"].map((script) => `${name} ${script}`)),
);

/** Offered with their sub-command only, because some of the others run or lose anything. */
export const WITH_SUBCOMMAND: ReadonlySet<string> = new Set(
  "git hg npm pnpm yarn bun deno go cargo gh glab uv poetry pipenv bundle composer brew apt dnf".split(" "),
);

/** Sub-commands that change what later commands run, or run what they are told. */
export const NEVER_SUBCOMMAND: ReadonlySet<string> = new Set([
  ...[
    "git config",
    "git bisect",
    "git filter-branch",
    "git submodule",
    "git rebase",
    "git clean",
    "git reset",
  ],
  ...[
    "deno eval",
    "npm config",
    "npm publish",
    "yarn publish",
    "pnpm publish",
    "cargo publish",
    "gh api",
    "gh alias",
  ],
]);
