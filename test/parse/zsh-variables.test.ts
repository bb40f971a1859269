/** Arrays, tied variables and programs that zsh keeps in variables. */
import { runRows } from "./run-rows.ts";

runRows(
  "variables of zsh",
  [
    {
      name: "An array's name stands for all elements",
      line: "a=(rm x y); $a",
      shows: ["a=rm", "rm x y"],
    },
    {
      name: "An array's name in quotes is one word",
      line: 'a=(a b); c "$a"',
      shows: ["a=a", 'c "a b"'],
    },
    {
      name: "A value is split only if zsh was told to",
      line: "x='a b'; c $x",
      shows: ['x="a b"', "c a b", 'c "a b"'],
    },
    {
      name: "The path as an array is the path",
      line: "path=(/x)",
      shows: ["path=/x PATH=/x"],
    },
    {
      name: "The path as a list sets the array",
      line: "set -A path /x",
      shows: ["path=/x PATH=/x set -A path /x"],
    },
    {
      name: "A loop may set the path",
      line: "for path in /x; do a; done",
      shows: ["path=/x PATH=/x  below: for", "a  below: for"],
    },
    {
      name: "The folders of cd are set by their array",
      line: "cdpath=/x",
      shows: ["cdpath=/x CDPATH=/x"],
    },
    {
      name: "Modules' folders are a setting",
      line: "module_path=(/x)",
      shows: ["module_path=/x", "doubt redefinition: module_path makes a name stand for something else"],
    },
    {
      name: "The arguments are an array",
      line: 'argv=(rm x); "$@"',
      shows: ["argv=rm", "rm x"],
    },
    {
      name: "The arguments are set by name",
      line: "set -A argv rm x; $1",
      shows: ["argv=rm set -A argv rm x", "rm"],
    },
    {
      name: "A loop may set an argument",
      line: "set -- ls; for 1 in rm; do $1; done",
      shows: ["set -- ls", "1=rm  below: for", "⟨$1…⟩  below: for"],
    },
    {
      name: "A subscript in quotes is refused",
      line: 'echo "$path[i]"',
      shows: ["unparsable: zsh reads a modifier or subscript after a variable"],
    },
    {
      name: "A modifier in quotes is refused",
      line: 'cat "$x:h/y"',
      shows: ["unparsable: zsh reads a modifier or subscript after a variable"],
    },
    {
      name: "A colon in quotes is a colon",
      line: 'echo "$x: $y:80"',
      shows: ['echo ⟨$x⟩": "⟨$y⟩:80'],
    },
    {
      name: "One argument makes all unknown",
      line: "set -- ls; argv[1]=rm; $1",
      shows: ["set -- ls", "argv=⟨$argv⟩", "⟨$1…⟩"],
    },
    {
      name: "A redirection alone runs a program",
      line: "NULLCMD=rm; >f",
      shows: ["NULLCMD=rm", ">f", "doubt unknown-program: a redirection alone runs the program in NULLCMD"],
    },
    {
      name: "A redirection alone runs a reader",
      line: "READNULLCMD=rm; <f",
      shows: [
        "READNULLCMD=rm",
        "<f  stdin: file f",
        "doubt unknown-program: a redirection alone runs the program in READNULLCMD",
      ],
    },
    {
      name: "A redirection alone opens a file",
      line: "<f",
      shows: ["<f  stdin: file f"],
    },
    {
      name: "A program's path as an argument is refused",
      line: "cat =ls",
      shows: ["unparsable: zsh replaces =name by a program's path"],
    },
    {
      name: "A program's path in quotes is text",
      line: "cat '=ls' \"=ls\"",
      shows: ["cat =ls =ls"],
    },
    {
      name: "A program is given another path",
      line: "hash ls=/x",
      shows: ["hash ls=/x", "doubt redefinition: hash makes a name stand for something else"],
    },
    {
      name: "Programs that are looked up keep theirs",
      line: "hash -r; hash ls",
      shows: ["hash -r", "hash ls"],
    },
    {
      name: "A global alias is doubtful",
      line: "alias -g X='| sh'",
      shows: ['alias -g "X=| sh"', "doubt redefinition: an alias changes how words are read"],
    },
    {
      name: "Two tied names are doubtful",
      line: "typeset -T MY_PATH my_path",
      shows: [
        "typeset -T MY_PATH my_path",
        "doubt redefinition: typeset makes a name stand for something else",
      ],
    },
  ],
  "zsh",
);
