/** What arithmetic, subscripts and numeric operands evaluate once more. */
import { expect, test } from "vitest";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME } from "../helpers/show-command.ts";
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
      "doubt unknown-text: arithmetic evaluates the text a[$(rm x)]",
    ],
  },
  {
    name: "An argument of a function is evaluated",
    line: "f() { echo $((${1}+1)); }; f 'a[$(rm x)]'",
    shows: [
      "echo ⟨$((${1}+1))⟩  below: function f › { }",
      "doubt unknown-text: arithmetic evaluates the text a[$(rm x)]",
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
    line: "echo ${X:PATH=1}",
    shows: ["PATH=⟨$PATH⟩", "echo ⟨${X:PATH=1}…⟩"],
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
    shows: [
      'X="a[$(rm x)]"',
      '"[" -v "B[X]" "]"',
      "doubt unknown-text: the subscript that may be in B[X] is evaluated",
    ],
  },
  {
    name: "Brackets that are no subscript are text",
    line: "printf '[%s]\\n' \"$x\"; [ \"$x\" = 'a[y]' ]",
    shows: ['printf "[%s]\\\\n" ⟨$x⟩', '"[" ⟨$x⟩ = "a[y]" "]"'],
  },
]);

/** The shell may have been told anything before, by an earlier line or by its environment. */
const FROM_OUTSIDE: readonly [line: string, evaluated: string][] = [
  ["echo $((x))", "arithmetic evaluates the text in $x"],
  ["echo $((${x:-1}))", "arithmetic evaluates the text in ${x:-1}"],
  ["echo $[x]", "arithmetic evaluates the text in $x"],
  ["((x))", "arithmetic evaluates the text in $x"],
  ["((x++))", "arithmetic evaluates the text in $x"],
  ["((y = x))", "arithmetic evaluates the text in $x"],
  ["for ((;x;)); do :; done", "arithmetic evaluates the text in $x"],
  ["n=1; while ((n < x)); do ((n++)); done", "arithmetic evaluates the text in $x"],
  ["[[ $x -eq 1 ]]", "arithmetic evaluates the text in $x"],
  ["[[ x -eq 1 ]]", "arithmetic evaluates the text in $x"],
  ["[[ $1 -gt 1 ]]", "arithmetic evaluates the text in $1"],
  ["y=x; [[ $y -eq 1 ]]", "arithmetic evaluates the text in $x"],
  ["[[ $EUID -ne 0 ]]", "arithmetic evaluates the text in $EUID"],
  ["[[ ${PIPESTATUS[0]} -ne 0 ]]", "arithmetic evaluates the text in ${PIPESTATUS[0]}"],
  ["[[ -v $x ]]", "the subscript that may be in $x is evaluated"],
  ["[[ -v a[x] ]]", "the subscript that may be in a[x] is evaluated"],
  ['[ -v "$x" ]', "the subscript that may be in $x is evaluated"],
  ["test -v 'a[x]'", "the subscript that may be in a[x] is evaluated"],
  ["a[x]=1", "arithmetic evaluates the text in $x"],
  ["a=([x]=1)", "arithmetic evaluates the text in $x"],
  ["declare 'a[x]=1'", "arithmetic evaluates the text in $x"],
  ["unset 'a[x]'", "arithmetic evaluates the text in $x"],
  ["declare -A m; m[x]=1", "arithmetic evaluates the text in $x"],
  ["echo ${a[x]}", "arithmetic evaluates the text in $x"],
  ["echo ${BASH_VERSION:x}", "arithmetic evaluates the text in $x"],
  ["echo ${BASH_VERSION:0:$x}", "arithmetic evaluates the text in $x"],
  ["echo ${@:x}", "arithmetic evaluates the text in $x"],
  ["echo ${!x}", "the subscript that may be in ${!x} is evaluated"],
  ["echo $((${RANDOM/1/a}))", "arithmetic evaluates the text in ${RANDOM/1/a}"],
  ["n=1; y=n$((1)); echo $((y))", "arithmetic evaluates the text in $y"],
  ["i=1; echo $((x$i))", "arithmetic evaluates the text in $x"],
  ["exec {a[x]}>f", "arithmetic evaluates the text in $x"],
  ["exec {a[$x]}>f", "arithmetic evaluates the text in $x"],
  ["[ $x -eq 1 ]", "test evaluates a subscript that may be in $x"],
  ["test $(cat f) -eq 1", "test evaluates a subscript that may be in $(cat f)"],
  ["f() { echo $(($1)); }", "arithmetic evaluates the text in $1"],
  ["if a; then n=1; fi; echo $((n))", "arithmetic evaluates the text in $n"],
];
test.each(FROM_OUTSIDE)("%s is doubtful: the value comes from outside", (line, evaluated) => {
  expect(doubtsOf(line)).toContain(evaluated);
});

/** Numbers that the line itself makes, that the shell keeps, and what only looks like arithmetic. */
const NUMBERS = [
  "echo $((2+3)) $((0xff)) $((16#ff))",
  "for i in 1 2 3; do echo $((i+1)); done",
  "for i in {1..100}; do echo $((i+1)); done",
  "for i in $(seq 1 10); do echo $((i+1)); done",
  "for ((i=0; i<3; i++)); do echo $i; done",
  "i=0; while [ $i -lt 3 ]; do i=$((i+1)); done",
  "i=0; while ((i < 3)); do ((i++)); done",
  "i=0; until [[ $i -ge 3 ]]; do ((i += 1)); done",
  "f() { local n=$1; echo $((n+1)); }; f 3",
  "f() { local i; for ((i=0; i<3; i++)); do a; done; }; f",
  "[[ $# -gt 0 && $? -eq 0 && $$ -ne $! ]]",
  "echo $((${#x}+1)) $((${#a[@]}-1))",
  "echo $((RANDOM % 6)) $(($RANDOM % 6)) $((SECONDS)) $((LINENO))",
  '[ "$x" -gt 1 ]; test "$x" -eq 1',
  "[[ -v FOO ]]; [ -v FOO ]; [[ -v a[0] ]]",
  "[ $? -ne 0 ]; [ $# -gt 1 ]; i=1; [ $i -lt 2 ]; [ $(ls | wc -l) -gt 0 ]",
  "for f in $(ls); do [ -d $f ] && echo $f; done; [ -z $CI ]",
  "n=$(wc -l <f); echo $((n * 2)); [[ $n -gt 3 ]]",
  "start=$(date +%s); a; echo $(($(date +%s) - start))",
  "a=(1 2 3); echo ${a[1]} $((a[0] + 1)); i=2; echo ${a[i]} ${a[$i]}",
  "a[0]=x; a=([1]=x)",
  "f() { local -A m; m[key]=1; echo ${m[key]}; unset 'm[key]'; }; f x",
  "for v in A B; do echo ${!v}; done; echo ${!BASH*}",
  "printf 'item[%d]\\n' 1; read -rp 'Sure[y/n]' answer",
  "x=abc; echo ${x:1:2} ${x: -1}",
];
test.each(NUMBERS)("%s is not", (line) => {
  expect(doubtsOf(line).filter((because) => /evaluate/.test(because))).toEqual([]);
});

function doubtsOf(line: string): readonly string[] {
  const outcome = parseLine(line, { dialect: "bash", home: HOME, cwd: CWD });
  return outcome.kind === "parsed" ? outcome.doubts.map(({ because }) => because) : ["unparsable"];
}

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
      shows: ['"[[" "path[$(rm x)]"', "doubt unknown-text: arithmetic evaluates the text path[$(rm x)]"],
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
