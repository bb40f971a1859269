/** What arithmetic, subscripts and numeric operands evaluate once more. */
import { runRows } from "./run-rows.ts";

runRows("text that is evaluated as arithmetic", [
  {
    name: "A name in a value is evaluated in turn",
    line: "X='a[$(rm x)]'; Y=X; echo $((Y))",
    shows: [
      'X="a[$(rm x)]"',
      "Y=X",
      "echo ⟨$((Y))⟩",
      "doubt unknown-text: arithmetic evaluates the text in $Y",
    ],
  },
  {
    name: "Names that stand for each other end",
    line: "X=Y; Y=X; echo $((X))",
    shows: ["X=Y", "Y=X", "echo ⟨$((X))⟩"],
  },
  {
    name: "An element is evaluated",
    line: "A=(1 'b[$(rm x)]'); echo $((A[1]))",
    shows: ["A=1", "echo ⟨$((A[1]))⟩", "doubt unknown-text: arithmetic evaluates the text in $A"],
  },
  {
    name: "An argument is evaluated",
    line: "set -- 'a[$(rm x)]'; echo $(($1))",
    shows: [
      'set -- "a[$(rm x)]"',
      "echo ⟨$(($1))⟩",
      "doubt unknown-text: arithmetic evaluates the text in $1",
    ],
  },
  {
    name: "An argument of a function is evaluated",
    line: "f() { echo $((${1}+1)); }; f 'a[$(rm x)]'",
    shows: [
      "echo ⟨$((${1}+1))⟩  below: function f › { }",
      "doubt unknown-text: arithmetic evaluates the text in $1",
    ],
  },
  {
    name: "A numeric argument is a number",
    line: "f() { echo $(($1+1)); }; f 3",
    shows: ["echo ⟨$(($1+1))⟩  below: function f › { }"],
  },
  {
    name: "The last word of the command before is evaluated",
    line: ": 'a[$(rm x)]'; echo $((_))",
    shows: [': "a[$(rm x)]"', "echo ⟨$((_))⟩", "doubt unknown-text: arithmetic evaluates the text in $_"],
  },
  {
    name: "Text that assigns is evaluated",
    line: "X='PATH=1'; echo $((X))",
    shows: ["X=PATH=1", "echo ⟨$((X))⟩", "doubt unknown-text: arithmetic evaluates the text in $X"],
  },
  {
    name: "A subscript may assign",
    line: "echo ${A[PATH=1]}",
    shows: ["PATH=⟨$PATH⟩", "echo ⟨${A[PATH=1]}…⟩"],
  },
  {
    name: "An offset may assign",
    line: "echo ${X:PATH++}",
    shows: ["PATH=⟨$PATH⟩", "echo ⟨${X:PATH++}…⟩"],
  },
  {
    name: "A subscript in quotes may assign",
    line: "unset 'A[PATH=1]'",
    shows: ['unset "A[PATH=1]"', "doubt unknown-text: unset evaluates the subscript in A[PATH=1]"],
  },
  {
    name: "Comparing assigns nothing",
    line: "N=1; echo $((N==1)) $((N<=2)); [[ N -ne 2 ]]",
    shows: ["N=1", "echo ⟨$((N==1))⟩ ⟨$((N<=2))⟩", '"[[" N 2'],
  },
  {
    name: "A match is evaluated",
    line: "[[ 'a[$(rm x)]' =~ .* ]]; echo $((BASH_REMATCH))",
    shows: [
      '"[[" "a[$(rm x)]" ".*"',
      "echo ⟨$((BASH_REMATCH))⟩",
      "doubt unknown-text: arithmetic evaluates the text in $BASH_REMATCH",
    ],
  },
  {
    name: "A name in a subscript in quotes is evaluated",
    line: "X='a[$(rm x)]'; unset 'B[X]'",
    shows: ['X="a[$(rm x)]"', 'unset "B[X]"', "doubt unknown-text: arithmetic evaluates the text in $X"],
  },
  {
    name: "A variable in a subscript in quotes is expanded",
    line: 'read i <f; declare "B[$i]=1"',
    shows: [
      "read i <f  stdin: file f",
      'declare "B["⟨$i⟩"]=1"',
      "doubt unknown-text: declare evaluates the subscript in B[$i]=1",
      "doubt unknown-text: a variable is set whose name cannot be known",
    ],
  },
  {
    name: "A number in a subscript in quotes is a number",
    line: 'for i in 1 2; do unset "B[$i]"; done',
    shows: ['unset "B[1]"  below: for', 'unset "B[2]"  below: for'],
  },
  {
    name: "A subscript after test -v is evaluated",
    line: "X='a[$(rm x)]'; [ -v 'B[X]' ]",
    shows: ['X="a[$(rm x)]"', '"[" -v "B[X]" "]"', "doubt unknown-text: arithmetic evaluates the text in $X"],
  },
  {
    name: "Brackets that are no subscript are text",
    line: "printf '[%s]\\n' \"$x\"; [ \"$x\" = 'a[y]' ]",
    shows: ['printf "[%s]\\\\n" ⟨$x⟩', '"[" ⟨$x⟩ = "a[y]" "]"'],
  },
]);

runRows(
  "text that zsh evaluates as arithmetic",
  [
    {
      name: "A status is evaluated",
      line: "exit 'path[$(rm x)]'",
      shows: ['exit "path[$(rm x)]"', "doubt unknown-text: exit evaluates path[$(rm x)] as arithmetic"],
    },
    {
      name: "A status by name is evaluated",
      line: "return x",
      shows: ["return x", "doubt unknown-text: return evaluates x as arithmetic"],
    },
    {
      name: "A plain status is a number",
      line: "exit 1; shift; break 2; return $?",
      shows: ["exit 1", "shift", "break 2", "return ⟨$?…⟩"],
    },
    {
      name: "A terminal's number is evaluated",
      line: "[[ -t 'path[$(rm x)]' ]]",
      shows: ['"[[" "path[$(rm x)]"', "doubt unknown-text: a test evaluates text as arithmetic"],
    },
    {
      name: "A terminal's number is evaluated by test",
      line: "[ -t x ]; test -t 1",
      shows: ['"[" -t x "]"', "test -t 1", "doubt unknown-text: [ evaluates x as arithmetic"],
    },
    {
      name: "A printed number is evaluated",
      line: "printf %d x",
      shows: ["printf %d x", "doubt unknown-text: printf evaluates x as arithmetic"],
    },
    {
      name: "Printed text is not evaluated",
      line: "printf '%s %5s\\n' x y",
      shows: ['printf "%s %5s\\\\n" x y'],
    },
    {
      name: "A float is evaluated",
      line: "typeset -F x=y",
      shows: [
        "x=y typeset -F x=y",
        "doubt unknown-text: x is a number: the shell evaluates the text that it is given",
      ],
    },
    {
      name: "An integer of zsh is evaluated",
      line: "COLUMNS='path[$(rm x)]'",
      shows: [
        'COLUMNS="path[$(rm x)]"',
        "doubt unknown-text: COLUMNS is a number: the shell evaluates the text that it is given",
      ],
    },
    {
      name: "An element set by name is evaluated",
      line: "set -A 'a[$(rm x)]' b",
      shows: [
        'set -A "a[$(rm x)]" b',
        "doubt unknown-text: set evaluates the subscript in a[$(rm x)]",
        "doubt unknown-text: a variable is set whose name cannot be known",
      ],
    },
  ],
  "zsh",
);
