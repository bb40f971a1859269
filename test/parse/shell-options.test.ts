/** set, shopt and setopt: only options that are known to be harmless pass. */
import { runRows } from "./run-rows.ts";

runRows("options that change how the rest is read", [
  {
    name: "Everyday options pass",
    line: "set -euo pipefail; set -x; set +e; set -o errexit -o nounset",
    shows: ["set -euo pipefail", "set -x", "set +e", "set -o errexit -o nounset"],
  },
  {
    name: "Options that are switched off pass",
    line: "set +H; set +o history; set +k",
    shows: ["set +H", "set +o history", "set +k"],
  },
  {
    name: "Options are shown",
    line: "set -o; shopt; shopt -p extglob; shopt -q nullglob",
    shows: ["set -o", "shopt", "shopt -p extglob", "shopt -q nullglob"],
  },
  {
    name: "Arguments are no options",
    line: "set -- -k; set a -H",
    shows: ["set -- -k", "set a -H"],
  },
  {
    name: "An option after the arguments' dashes is an argument",
    line: "set -e -- -k",
    shows: ["set -e -- -k"],
  },
  {
    name: "History expansion rewrites what follows",
    line: "set -o history -H",
    shows: [
      "set -o history -H",
      "doubt redefinition: set -o history -H changes how the shell reads what follows",
    ],
  },
  {
    name: "Assignments anywhere on the line change it",
    line: "set -k",
    shows: ["set -k", "doubt redefinition: set -k changes how the shell reads what follows"],
  },
  {
    name: "The long name is the same option",
    line: "set -o keyword",
    shows: ["set -o keyword", "doubt redefinition: set -o keyword changes how the shell reads what follows"],
  },
  {
    name: "Exporting everything changes it",
    line: "set -a",
    shows: ["set -a", "doubt redefinition: set -a changes how the shell reads what follows"],
  },
  {
    name: "A cluster with one such letter changes it",
    line: "set -euk",
    shows: ["set -euk", "doubt redefinition: set -euk changes how the shell reads what follows"],
  },
  {
    name: "Another language changes it",
    line: "set -o posix",
    shows: ["set -o posix", "doubt redefinition: set -o posix changes how the shell reads what follows"],
  },
  {
    name: "An option that cannot be known is doubtful",
    line: "set $x",
    shows: ["set ⟨$x…⟩", "doubt redefinition: set $x changes how the shell reads what follows"],
  },
  {
    name: "An option's name that cannot be known is doubtful",
    line: 'set -o "$x"',
    shows: ["set -o ⟨$x⟩", "doubt redefinition: set -o $x changes how the shell reads what follows"],
  },
  {
    name: "An argument that cannot be known is none",
    line: "set a$x; set -- $x",
    shows: ["set a⟨$x…⟩", "set -- ⟨$x…⟩"],
  },
  {
    name: "Everyday shell options pass",
    line: "shopt -s globstar nullglob; shopt -u dotglob; shopt -so pipefail",
    shows: ["shopt -s globstar nullglob", "shopt -u dotglob", "shopt -so pipefail"],
  },
  {
    name: "Shell options that change meanings do not",
    line: "shopt -s autocd; shopt -s nocaseglob",
    shows: [
      "shopt -s autocd",
      "shopt -s nocaseglob",
      "doubt redefinition: shopt -s autocd changes how the shell reads what follows",
      "doubt redefinition: shopt -s nocaseglob changes how the shell reads what follows",
    ],
  },
  {
    name: "Shell options that write escapes do not",
    line: "shopt -s xpg_echo",
    shows: [
      "shopt -s xpg_echo",
      "doubt redefinition: shopt -s xpg_echo changes how the shell reads what follows",
    ],
  },
  {
    name: "Set's options by shopt are the same",
    line: "shopt -so history",
    shows: [
      "shopt -so history",
      "doubt redefinition: shopt -so history changes how the shell reads what follows",
    ],
  },
  {
    name: "Shell options that cannot be known are doubtful",
    line: "shopt -s $x",
    shows: ["shopt -s ⟨$x…⟩", "doubt redefinition: shopt -s $x changes how the shell reads what follows"],
  },
  {
    name: "A traced shell prints its variables",
    line: 'set -x; x=$T; a "$U" b',
    shows: [
      "set -x",
      "echo ⟨$T⟩  below: printed by the shell",
      "x=⟨$T⟩",
      "echo ⟨$U⟩  below: printed by the shell",
      "a ⟨$U⟩ b",
    ],
  },
  {
    name: "A traced shell that knows its words prints them",
    line: 'set -x; f=b; a "$f"',
    shows: ["set -x", "f=b", "a b"],
  },
  {
    name: "An error text prints its variables",
    line: ": ${x:?$T}",
    shows: ["echo ⟨$T⟩  below: printed by the shell", ": ⟨${x:?$T}…⟩"],
  },
  {
    name: "An error text of plain words prints them",
    line: ": ${x:?not set}",
    shows: [": ⟨${x:?not set}…⟩"],
  },
  {
    name: "The last word of the command before may be printed",
    line: "true $T; echo $_",
    shows: ["true ⟨$T…⟩", "echo ⟨$_…⟩", "echo ⟨$T…⟩"],
  },
]);

runRows(
  "options of zsh",
  [
    {
      name: "Everyday options of zsh pass",
      line: "setopt err_exit PIPE_FAIL nonomatch null_glob; unsetopt nomatch; setopt shwordsplit",
      shows: ["setopt err_exit PIPE_FAIL nonomatch null_glob", "unsetopt nomatch", "setopt shwordsplit"],
    },
    {
      name: "Expanding what variables hold changes it",
      line: "setopt glob_subst",
      shows: [
        "setopt glob_subst",
        "doubt redefinition: setopt glob_subst changes how the shell reads what follows",
      ],
    },
    {
      name: "A double negation is the same",
      line: "unsetopt noglobsubst",
      shows: [
        "unsetopt noglobsubst",
        "doubt redefinition: unsetopt noglobsubst changes how the shell reads what follows",
      ],
    },
    {
      name: "The same by set",
      line: "set -o globsubst; set +o NO_GLOB_SUBST; set -oglobsubst",
      shows: [
        "set -o globsubst",
        "set +o NO_GLOB_SUBST",
        "set -oglobsubst",
        "doubt redefinition: set -o globsubst changes how the shell reads what follows",
        "doubt redefinition: set +o NO_GLOB_SUBST changes how the shell reads what follows",
        "doubt redefinition: set -oglobsubst changes how the shell reads what follows",
      ],
    },
    {
      name: "Options switched off pass",
      line: "unsetopt globsubst; setopt noextendedglob",
      shows: ["unsetopt globsubst", "setopt noextendedglob"],
    },
    {
      name: "More wildcards change it",
      line: "setopt extendedglob",
      shows: [
        "setopt extendedglob",
        "doubt redefinition: setopt extendedglob changes how the shell reads what follows",
      ],
    },
    {
      name: "Prompts that run commands change it",
      line: "setopt prompt_subst",
      shows: [
        "setopt prompt_subst",
        "doubt redefinition: setopt prompt_subst changes how the shell reads what follows",
      ],
    },
    {
      name: "Letters mean other options",
      line: "set -T",
      shows: ["set -T", "doubt redefinition: set -T changes how the shell reads what follows"],
    },
    {
      name: "Another shell's ways change it",
      line: "emulate sh",
      shows: ["emulate sh", "doubt redefinition: emulate sh changes how the shell reads what follows"],
    },
    {
      name: "The table of options is a setting",
      line: "options[globsubst]=on",
      shows: ["options=⟨$options⟩", "doubt redefinition: options makes a name stand for something else"],
    },
    {
      name: "Options below a prefix are options",
      line: "noglob setopt globsubst; builtin setopt globsubst",
      shows: [
        "noglob setopt globsubst",
        "builtin setopt globsubst",
        "doubt redefinition: setopt globsubst changes how the shell reads what follows",
      ],
    },
  ],
  "zsh",
);
