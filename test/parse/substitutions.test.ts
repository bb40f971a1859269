/** A substitution's commands are found wherever it stands. */
import { runRows } from "./run-rows.ts";

runRows("a substitution runs", [
  {
    name: "In an argument",
    line: "a $(rm x) `rm y`",
    shows: ["rm x  below: $( )", "rm y  below: $( )", "a ⟨$(rm x)…⟩ ⟨`rm y`…⟩"],
  },
  {
    name: "In double quotes",
    line: 'a "$(rm x) `rm y`"',
    shows: ["rm x  below: $( )", "rm y  below: $( )", 'a ⟨$(rm x)⟩" "⟨`rm y`⟩'],
  },
  { name: "Not in single quotes", line: "a '$(rm x)' '`rm y`'", shows: ['a "$(rm x)" "`rm y`"'] },
  { name: "Not when escaped", line: 'a \\$\\(x\\) "\\$(rm x)" \\`', shows: ['a "$(x)" "$(rm x)" "`"'] },
  { name: "As the program's name", line: "$(a) x", shows: ["a  below: $( )", "⟨$(a)…⟩ x"] },
  { name: "In an assignment", line: "A=$(rm x)", shows: ["rm x  below: $( )", "A=⟨$(rm x)⟩"] },
  { name: "In an array", line: "A=(1 $(rm x))", shows: ["rm x  below: $( )", "A=1"] },
  {
    name: "In a subscript",
    line: "A[$(wc -l <f)]=1; echo ${A[$(rm x)]}",
    shows: [
      "wc -l <f  stdin: file f  below: $( )",
      "A=⟨$A⟩",
      "rm x  below: $( )",
      "echo ⟨${A[$(rm x)]}…⟩",
      "doubt unknown-text: arithmetic evaluates the output of $(rm x)",
    ],
  },
  { name: "In a redirection", line: "a >$(rm x)", shows: ["rm x  below: $( )", "a >⟨$(rm x)…⟩"] },
  {
    name: "In a here-document",
    line: "cat <<E\n$(rm x) `rm y`\nE",
    shows: [
      "rm x  below: $( )",
      "rm y  below: $( )",
      'cat <<⟨$(rm x)⟩" "⟨`rm y`⟩"\\n"  stdin: text ⟨$(rm x)⟩" "⟨`rm y`⟩"\\n"',
    ],
  },
  {
    name: "In a here-string",
    line: "cat <<<$(rm x)",
    shows: ["rm x  below: $( )", "cat <<<⟨$(rm x)⟩  stdin: text ⟨$(rm x)⟩"],
  },
  {
    name: "In arithmetic",
    line: "echo $((1 + $(rm x))) $[ $(rm y) ]",
    shows: [
      "rm x  below: $( )",
      "rm y  below: $( )",
      "echo ⟨$((1 + $(rm x)))⟩ ⟨$[ $(rm y) ]⟩",
      "doubt unknown-text: arithmetic evaluates the output of $(rm x)",
      "doubt unknown-text: arithmetic evaluates the output of $(rm y)",
    ],
  },
  {
    name: "In an arithmetic command",
    line: "(( $(rm x) ))",
    shows: ["rm x  below: $( )", "doubt unknown-text: arithmetic evaluates the output of $(rm x)"],
  },
  {
    name: "In a default value",
    line: 'echo ${x:-$(rm x)} "${y:=`rm y`}" ${z+$(rm z)} ${w?$(rm w)}',
    shows: [
      "rm x  below: $( )",
      "rm y  below: $( )",
      "rm z  below: $( )",
      "rm w  below: $( )",
      "echo ⟨${x:-$(rm x)}…⟩ ⟨${y:=`rm y`}⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨${x:-$(rm x)}…⟩ ⟨${y:=`rm y`}⟩ ⟨$(rm z)…⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨${x:-$(rm x)}…⟩ ⟨`rm y`⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨${x:-$(rm x)}…⟩ ⟨`rm y`⟩ ⟨$(rm z)…⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨$(rm x)…⟩ ⟨${y:=`rm y`}⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨$(rm x)…⟩ ⟨${y:=`rm y`}⟩ ⟨$(rm z)…⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨$(rm x)…⟩ ⟨`rm y`⟩ ⟨${w?$(rm w)}…⟩",
      "echo ⟨$(rm x)…⟩ ⟨`rm y`⟩ ⟨$(rm z)…⟩ ⟨${w?$(rm w)}…⟩",
    ],
  },
  {
    name: "In a pattern that is cut off",
    line: "echo ${x#$(rm x)} ${x%%$(rm y)}",
    shows: ["rm x  below: $( )", "rm y  below: $( )", "echo ⟨${x#$(rm x)}…⟩ ⟨${x%%$(rm y)}…⟩"],
  },
  {
    name: "In a replacement",
    line: "echo ${x/$(rm x)/$(rm y)}",
    shows: ["rm x  below: $( )", "rm y  below: $( )", "echo ⟨${x/$(rm x)/$(rm y)}…⟩"],
  },
  {
    name: "In a slice",
    line: "echo ${x:$(rm x):$(rm y)}",
    shows: [
      "rm x  below: $( )",
      "rm y  below: $( )",
      "echo ⟨${x:$(rm x):$(rm y)}…⟩",
      "doubt unknown-text: arithmetic evaluates the output of $(rm x)",
      "doubt unknown-text: arithmetic evaluates the output of $(rm y)",
    ],
  },
  {
    name: "In a change of case",
    line: "echo ${x^^$(rm x)}",
    shows: ["rm x  below: $( )", "echo ⟨${x^^$(rm x)}…⟩"],
  },
  { name: "In a case pattern", line: "case x in $(rm x)) ;; esac", shows: ["rm x  below: $( )"] },
  { name: "In a test", line: "[[ $(rm x) == y ]]", shows: ["rm x  below: $( )", '"[[" ⟨$(rm x)⟩ y'] },
  {
    name: "In the words of a loop",
    line: "for i in $(rm x); do :; done",
    shows: ["rm x  below: $( )", ":  below: for"],
  },
  { name: "In braces", line: "echo {a,$(rm x)}", shows: ["rm x  below: $( )", "echo ⟨{a,$(rm x)}…⟩"] },
  {
    name: "In a process substitution",
    line: "diff <(rm x) >(rm y)",
    shows: ["rm x  below: <( )", "rm y  stdin: pipe ?  below: >( )", "diff /dev/fd/63 /dev/fd/63"],
  },
  {
    name: "In backticks inside backticks",
    line: "echo `a \\`rm x\\``",
    shows: ["rm x  below: $( ) › $( )", "a ⟨`rm x`…⟩  below: $( )", "echo ⟨`a \\`rm x\\``…⟩"],
  },
  {
    name: "In a substitution inside a substitution",
    line: "echo $(a $(b $(rm x)))",
    shows: [
      "rm x  below: $( ) › $( ) › $( )",
      "b ⟨$(rm x)…⟩  below: $( ) › $( )",
      "a ⟨$(b $(rm x))…⟩  below: $( )",
      "echo ⟨$(a $(b $(rm x)))…⟩",
    ],
  },
  {
    name: "In an extended glob",
    line: "ls @($(rm x))",
    shows: [
      "rm x  below: $( )",
      "ls ‹@($(rm x))›",
      "doubt unknown-text: the pattern @($(rm x)) may run code in zsh",
    ],
  },
  {
    name: "In a trap",
    line: 'trap "$(rm x)" INT',
    shows: [
      "rm x  below: $( )",
      "trap : INT",
      "doubt unknown-text: trap runs text that cannot be known: $(rm x)",
    ],
  },
  {
    name: "In the argument of eval",
    line: "eval $(rm x)",
    shows: ["rm x  below: $( )", "eval", "doubt unknown-text: eval runs text that cannot be known: $(rm x)"],
  },
  {
    name: "In a function's redirection",
    line: "f() { :; } >$(rm x); f",
    shows: ["rm x  below: function f › $( )", ">⟨$(rm x)…⟩  below: function f", ":  below: function f › { }"],
  },
  {
    name: "In quotes inside a default value",
    line: "echo \"${x:-'$(rm x)'}\"",
    shows: ["rm x  below: $( )", "echo ⟨${x:-'$(rm x)'}⟩", 'echo "\'"⟨$(rm x)⟩"\'"'],
  },
  {
    name: "With a comment inside",
    line: "echo $(rm x # )\n)",
    shows: ["rm x  below: $( )", "echo ⟨$(rm x # )\n)…⟩"],
  },
  {
    name: "With a here-document inside",
    line: "echo $(cat <<E\n$(rm x)\nE\n)",
    shows: [
      "rm x  below: $( ) › $( )",
      'cat <<⟨$(rm x)⟩"\\n"  stdin: text ⟨$(rm x)⟩"\\n"  below: $( )',
      "echo ⟨$(cat <<E\n$(rm x)\nE\n)…⟩",
    ],
  },
  {
    name: "With a case inside",
    line: "echo $(case x in x) rm x;; esac)",
    shows: ["rm x  below: $( ) › case", "echo ⟨$(case x in x) rm x;; esac)…⟩"],
  },
  { name: "Reading a file", line: "echo $(<f)", shows: ["<f  stdin: file f  below: $( )", "echo ⟨$(<f)…⟩"] },
]);
