/** Every way in which a shell sets a variable is an assignment; integers and lists are evaluated once more. */
import { runRows } from "./run-rows.ts";

runRows("every way of setting a variable", [
  {
    name: "A declared name in several quotes is one name",
    line: 'export "MY""NAME=1"',
    shows: ["export MYNAME=1 export MYNAME=1"],
  },
  {
    name: "A declared name that a variable holds is that name",
    line: "N=PATH; export $N=/x",
    shows: ["N=PATH", "export PATH=/x export PATH=/x"],
  },
  {
    name: "A declared name in quotes that a variable begins is that name",
    line: 'N=PATH; readonly "$N=/x"',
    shows: ["N=PATH", "PATH=/x readonly PATH=/x"],
  },
  {
    name: "Declared names in braces are all of them",
    line: "declare -x {A,B}=1",
    shows: ["export A=1 export B=1 declare -x A=1 B=1"],
  },
  {
    name: "A declared name that is only partly known is doubtful",
    line: 'local "MY_$x=1"',
    shows: ["local MY_⟨$x⟩=1", "doubt unknown-text: a variable is set whose name cannot be known"],
  },
  {
    name: "A declared name that may be a file's is doubtful",
    line: "export MY*",
    shows: ["export MY‹*›", "doubt unknown-text: a variable is set whose name cannot be known"],
  },
  {
    name: "An alias in several quotes is one alias",
    line: "alias 'l''l=rm x'; ll",
    shows: ['alias "ll=rm x"', "rm x  below: alias ll", "ll"],
  },
  {
    name: "Text appended by a declaration counts",
    line: 'declare "PATH+=:/x"',
    shows: ["PATH=⟨$PATH⟩ declare PATH+=:/x"],
  },
  {
    name: "A menu sets its variable",
    line: "select PATH in /x; do a; done",
    shows: ["PATH=⟨$PATH⟩  below: select", "a  below: select"],
  },
  {
    name: "A name of a function's own is empty, or what it was",
    line: "X=/tmp; f() { local X; a $X/etc; }; f",
    shows: [
      "X=/tmp",
      "X='' X=/tmp local X  below: function f › { }",
      "a /etc  below: function f › { }",
      "a /tmp/etc  below: function f › { }",
    ],
  },
  {
    name: "A folder of a function's own is not the shell's",
    line: "f() { local PWD; a $PWD/x; }; f",
    shows: [
      "PWD='' PWD=⟨$PWD⟩ local PWD  below: function f › { }",
      "a /x  below: function f › { }",
      "a ⟨$PWD…⟩/x  below: function f › { }",
    ],
  },
  {
    name: "A folder that cannot change any more is set",
    line: "readonly PWD; declare -r HOME",
    shows: ["PWD=⟨$PWD⟩ readonly PWD", "HOME=⟨$HOME⟩ declare -r HOME"],
  },
  {
    name: "A screen without columns is doubtful",
    line: "COLUMNS=0; LINES=-1; COLUMNS=80; COLUMNS=0 a",
    shows: [
      "COLUMNS=0",
      "LINES=-1",
      "COLUMNS=80",
      "export COLUMNS=0 a",
      "doubt redefinition: COLUMNS leaves no room on the screen for a prompt",
      "doubt redefinition: LINES leaves no room on the screen for a prompt",
    ],
  },
  {
    name: "A loop sets its variable",
    line: "for PATH in /x /y; do a; done",
    shows: ["PATH=/x PATH=/y  below: for", "a  below: for", "a  below: for"],
  },
  {
    name: "Arithmetic sets its variable",
    line: "((PATH = 1))",
    shows: ["PATH=⟨$PATH⟩"],
  },
  {
    name: "Arithmetic in a word sets its variable",
    line: "echo $((PATH = 1))",
    shows: ["PATH=⟨$PATH⟩", "echo ⟨$((PATH = 1))⟩"],
  },
  {
    name: "A coprocess sets its variable",
    line: "coproc PATH { a; }",
    shows: ["a  stdin: pipe ?  below: coproc › { }", "PATH=⟨$PATH⟩", "PATH_PID=⟨$PATH_PID⟩"],
  },
  {
    name: "A default sets its variable",
    line: ": ${PATH:=/x}",
    shows: ["PATH=/x", ": ⟨${PATH:=/x}…⟩", ": /x"],
  },
  {
    name: "A descriptor sets its variable",
    line: "a {PATH}>f",
    shows: ["PATH=⟨$PATH⟩", "a >f"],
  },
  {
    name: "A counting format sets its variable",
    line: "printf 'ab%n' PATH",
    shows: ["PATH=⟨$PATH⟩ printf ab%n PATH"],
  },
  {
    name: "A counting format with an unknown name is doubtful",
    line: "printf '%n' \"$x\"",
    shows: ["printf %n ⟨$x⟩", "doubt unknown-text: printf sets a variable whose name cannot be known"],
  },
  {
    name: "Waiting sets its variable",
    line: "wait -n -p PATH; wait -pPATH",
    shows: ["PATH=⟨$PATH⟩ wait -n -p PATH", "PATH=⟨$PATH⟩ wait -pPATH"],
  },
  {
    name: "A plain name in small letters is not told",
    line: "for f in 1; do a; done; i=0; ((i++))",
    shows: ["a  below: for", "i=0"],
  },
  {
    name: "An integer takes a number",
    line: "SECONDS=0; OPTIND=1; RANDOM=$$; RANDOM=$((1+1))",
    shows: ["SECONDS=0", "OPTIND=1", "RANDOM=⟨$$⟩", "RANDOM=⟨$((1+1))⟩"],
  },
  {
    name: "An integer evaluates text",
    line: "RANDOM='a[$(rm x)]'",
    shows: [
      'RANDOM="a[$(rm x)]"',
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates what is appended",
    line: "RANDOM+='a[$(rm x)]'",
    shows: [
      "RANDOM=⟨$RANDOM⟩",
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates a name",
    line: "OPTIND=x",
    shows: [
      "OPTIND=x",
      "doubt unknown-text: OPTIND is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates unknown text",
    line: "OPTIND=$(cat f)",
    shows: [
      "cat f  below: $( )",
      "OPTIND=⟨$(cat f)⟩",
      "doubt unknown-text: OPTIND is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates what a declaration gives it",
    line: "declare OPTIND='a[$(rm x)]'",
    shows: [
      'OPTIND="a[$(rm x)]" declare "OPTIND=a[$(rm x)]"',
      "doubt unknown-text: OPTIND is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates each round of a loop",
    line: "for SECONDS in 1 'a[$(rm x)]'; do a; done",
    shows: [
      'SECONDS=1 SECONDS="a[$(rm x)]"  below: for',
      "a  below: for",
      "a  below: for",
      "doubt unknown-text: SECONDS is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates what is read",
    line: "read RANDOM <f",
    shows: [
      "read RANDOM <f  stdin: file f",
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates lines",
    line: "mapfile -t RANDOM <f",
    shows: [
      "mapfile -t RANDOM <f  stdin: file f",
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates a choice",
    line: "select RANDOM in 'a[$(rm x)]'; do a; done",
    shows: [
      "RANDOM=⟨$RANDOM⟩  below: select",
      "a  below: select",
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates what printf makes",
    line: "printf -v RANDOM %s x",
    shows: [
      "printf -v RANDOM %s x",
      "doubt unknown-text: RANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "An integer evaluates an option's letter",
    line: "getopts ab SRANDOM",
    shows: [
      "getopts ab SRANDOM",
      "doubt unknown-text: SRANDOM is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "A name declared an integer is one from there on",
    line: "declare -i n; n='a[$(rm x)]'",
    shows: [
      "declare -i n",
      'n="a[$(rm x)]"',
      "doubt unknown-text: n is a number: the shell evaluates the text that it is given",
    ],
  },
  {
    name: "The number of the option is a number",
    line: "getopts ab o; echo $((OPTIND))",
    shows: ["getopts ab o", "echo ⟨$((OPTIND))⟩"],
  },
  {
    name: "A list in quotes is expanded again",
    line: "declare -a L='($(rm x))'",
    shows: [
      'L="($(rm x))" declare -a "L=($(rm x))"',
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list in quotes is expanded again for every way of declaring",
    line: "readonly -a L='(`rm x`)'",
    shows: [
      'L="(`rm x`)" readonly -a "L=(`rm x`)"',
      "doubt unknown-text: readonly takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A subscript in such a list is evaluated",
    line: "typeset -A L='([a[0]]=1)'",
    shows: [
      'L="([a[0]]=1)" typeset -A "L=([a[0]]=1)"',
      "doubt unknown-text: typeset takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A name known to be a list takes one",
    line: "L=(); declare L='($(rm x))'",
    shows: [
      "L=''",
      'L="($(rm x))" declare "L=($(rm x))"',
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A name that was read as a list takes one",
    line: "mapfile L <f; declare L=$x",
    shows: [
      "mapfile L <f  stdin: file f",
      "L=⟨$x⟩ declare L=⟨$x⟩",
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list in a variable is expanded again",
    line: "V='($(rm x))'; declare -a L=$V",
    shows: [
      'V="($(rm x))"',
      'L="($(rm x))" declare -a "L=($(rm x))"',
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list as part of a word is expanded again",
    line: 'declare -a "L=(\\$(rm x))"',
    shows: [
      'L="($(rm x))" declare -a "L=($(rm x))"',
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list that is appended is expanded again",
    line: "L=(a); declare -a L+='($(rm x))'",
    shows: [
      "L=a",
      'L="a($(rm x))" declare -a "L=a($(rm x))"',
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list of the shell's own takes one",
    line: "declare DIRSTACK=$x",
    shows: [
      "DIRSTACK=⟨$x⟩ declare DIRSTACK=⟨$x⟩",
      "doubt unknown-text: declare takes the value of DIRSTACK for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A list that cannot be known is doubtful",
    line: "declare -a L=$x",
    shows: [
      "L=⟨$x⟩ declare -a L=⟨$x⟩",
      "doubt unknown-text: declare takes the value of L for a list and runs the substitutions in it",
    ],
  },
  {
    name: "A value that cannot be known is no list",
    line: "declare L=$x; local M=$1",
    shows: ["L=⟨$x⟩ declare L=⟨$x⟩", "M=⟨$1⟩ local M=⟨$1⟩"],
  },
  {
    name: "Brackets in a value are text",
    line: "declare -r M='(c) 2024'; declare -a L=(a b)",
    shows: ['M="(c) 2024" declare -r "M=(c) 2024"', "L=a declare -a L=a"],
  },
  {
    name: "Export takes no list",
    line: "L=(); export L='($(rm x))'",
    shows: ["L=''", 'export L="($(rm x))" export "L=($(rm x))"'],
  },
  {
    name: "IFS in front of read reaches only read",
    line: "IFS=, read -r a b <f",
    shows: ["read -r a b <f  stdin: file f"],
  },
  {
    name: "IFS in front of a function of that name reaches it",
    line: "read() { a; }; IFS=, read b",
    shows: [
      "a  below: function read › { }",
      "export IFS=,",
      "doubt redefinition: the function read takes the place of a command of the shell",
    ],
  },
]);
