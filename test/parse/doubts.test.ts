/** What makes a line that parses unknowable all the same. */
import { runRows } from "./run-rows.ts";

runRows("doubts", [
  {
    name: "A prompt expansion is doubtful",
    line: "echo ${x@P}",
    shows: ["echo ⟨${x@P}…⟩", "doubt unknown-text: ${x@P} runs substitutions in the text of the variable"],
  },
  {
    name: "Arithmetic on a number is not doubtful",
    line: "N=3; echo $((N+1))",
    shows: ["N=3", "echo ⟨$((N+1))⟩"],
  },
  {
    name: "Arithmetic on a counted number is not doubtful",
    line: "N=$(ls | wc -l); echo $((N+1)) $(( $(nproc) ))",
    shows: [
      "ls  below: $( ) › pipe",
      "wc -l  stdin: pipe 0  below: $( ) › pipe",
      "N=⟨$(ls | wc -l)⟩",
      "nproc  below: $( )",
      "echo ⟨$((N+1))⟩ ⟨$(( $(nproc) ))⟩",
    ],
  },
  {
    name: "Arithmetic on text with a substitution is doubtful",
    line: "N='a[$(rm x)]'; echo $((N))",
    shows: ['N="a[$(rm x)]"', "echo ⟨$((N))⟩", "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "Arithmetic on unknown text is doubtful",
    line: "N=$(cat f); echo $((N))",
    shows: [
      "cat f  below: $( )",
      "N=⟨$(cat f)⟩",
      "echo ⟨$((N))⟩",
      "doubt unknown-text: arithmetic evaluates the text in $N",
    ],
  },
  {
    name: "Arithmetic on the output of a command is doubtful",
    line: "echo $(( $(cat f) + 1 ))",
    shows: [
      "cat f  below: $( )",
      "echo ⟨$(( $(cat f) + 1 ))⟩",
      "doubt unknown-text: arithmetic evaluates the output of $(cat f)",
    ],
  },
  {
    name: "Arithmetic on a variable of the session evaluates what an earlier line put there",
    line: "echo $((N+1))",
    shows: ["echo ⟨$((N+1))⟩", "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "A subscript evaluates its names",
    line: "N='b[$(rm x)]'; A[N]=1",
    shows: ['N="b[$(rm x)]"', "A=⟨$A⟩", "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "A subscript in an array evaluates its names",
    line: "N='b[$(rm x)]'; A=([N]=1)",
    shows: ['N="b[$(rm x)]"', "A=⟨$A⟩", "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "A numeric test evaluates its words",
    line: "N='a[$(rm x)]'; [[ N -eq 1 ]]",
    shows: ['N="a[$(rm x)]"', '"[[" N 1', "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "A numeric test of output is doubtful",
    line: "[[ $(cat f) -gt 1 ]]",
    shows: [
      "cat f  below: $( )",
      '"[[" ⟨$(cat f)⟩ 1',
      "doubt unknown-text: arithmetic evaluates the output of $(cat f)",
    ],
  },
  {
    name: "A test for text evaluates nothing",
    line: "N='a[$(rm x)]'; [[ $N == 1 ]]",
    shows: ['N="a[$(rm x)]"', '"[[" "a[$(rm x)]" 1'],
  },
  {
    name: "A test for a variable evaluates its subscript",
    line: "[[ -v 'a[$(rm x)]' ]]",
    shows: ['"[[" "a[$(rm x)]"', "doubt unknown-text: the subscript that may be in a[$(rm x)] is evaluated"],
  },
  {
    name: "An indirect name evaluates its text",
    line: "N='a[$(rm x)]'; echo ${!N}",
    shows: [
      'N="a[$(rm x)]"',
      "echo ⟨${!N}…⟩",
      "doubt unknown-text: the subscript that may be in a[$(rm x)] is evaluated",
    ],
  },
  {
    name: "A slice evaluates its offset",
    line: "N='a[$(rm x)]'; echo ${x:N}",
    shows: ['N="a[$(rm x)]"', "echo ⟨${x:N}…⟩", "doubt unknown-text: arithmetic evaluates the text in $N"],
  },
  {
    name: "A process substitution as the program's name is doubtful",
    line: "<(a) b",
    shows: [
      "a  below: <( )",
      "/dev/fd/63 b",
      "doubt unknown-program: the program's name holds a process substitution",
    ],
  },
  {
    name: "A function under an unknown name is doubtful",
    line: "$x() { rm y; }",
    shows: [
      "rm y  below: function $x › { }",
      "doubt redefinition: a function is defined under a name that cannot be known",
    ],
  },
  {
    name: "The target of the trace is changed",
    line: "BASH_XTRACEFD=1",
    shows: ["BASH_XTRACEFD=1", "doubt redefinition: BASH_XTRACEFD sends the trace into the output"],
  },
  {
    name: "The target of the trace is read",
    line: "read BASH_XTRACEFD",
    shows: ["read BASH_XTRACEFD", "doubt redefinition: BASH_XTRACEFD sends the trace into the output"],
  },
]);
