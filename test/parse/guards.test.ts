/** The parser is tolerant; the guards are not: what could hide a command is refused. */
import { runRows } from "./run-rows.ts";

runRows("guards", [
  {
    name: "A carriage return is refused",
    line: "ls\r",
    shows: ["unparsable: holds the control character 0x0d"],
  },
  { name: "A NUL is refused", line: "ls\u0000rm", shows: ["unparsable: holds the control character 0x00"] },
  {
    name: "An escape character is refused",
    line: "ls \u001b[0m",
    shows: ["unparsable: holds the control character 0x1b"],
  },
  {
    name: "A delete character is refused",
    line: "ls ",
    shows: ["unparsable: holds the control character 0x7f"],
  },
  { name: "A bell is refused", line: "ls \u0007", shows: ["unparsable: holds the control character 0x07"] },
  { name: "A tab is a blank", line: "ls\t-l", shows: ["ls -l"] },
  {
    name: "Invalid UTF-8 is refused",
    line: "ls �",
    shows: ["unparsable: holds text that is not valid UTF-8"],
  },
  {
    name: "A continuation after a dollar sign is refused",
    line: "echo $\\\n(rm x)",
    shows: ["unparsable: has a line continuation that splits an operator"],
  },
  {
    name: "A continuation in a here-document's operator is refused",
    line: "cat <<\\\n-E\nE\nrm x",
    shows: ["unparsable: has a line continuation that splits an operator"],
  },
  {
    name: "An unclosed single quote is refused",
    line: "echo 'a",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed double quote is refused",
    line: 'echo "a',
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed substitution is refused",
    line: "echo $(rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed backtick is refused",
    line: "echo `rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  { name: "An unclosed brace is refused", line: "echo ${x", shows: ["unparsable: is not valid shell text"] },
  {
    name: "An unclosed default value is refused",
    line: "echo ${x:-$(rm x)",
    shows: ["unparsable: is not valid shell text"],
  },
  { name: "An unclosed subshell is refused", line: "(rm x", shows: ["unparsable: is not valid shell text"] },
  { name: "An unclosed group is refused", line: "{ rm x;", shows: ["unparsable: is not valid shell text"] },
  {
    name: "An unclosed condition is refused",
    line: "if a; then rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed loop is refused",
    line: "while a; do rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed case is refused",
    line: "case x in a) rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed here-document is refused",
    line: "cat <<E\nrm x",
    shows: ["unparsable: a here-document has no end"],
  },
  {
    name: "An unclosed quoted delimiter is refused",
    line: "cat <<'E\nrm x",
    shows: ["unparsable: a here-document has no end"],
  },
  {
    name: "An unclosed arithmetic expansion is refused",
    line: "echo $((1",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An unclosed old arithmetic expansion is refused",
    line: "echo $[1",
    shows: ["unparsable: an operator hides in a word"],
  },
  { name: "An unclosed array is refused", line: "A=(rm x", shows: ["unparsable: is not valid shell text"] },
  {
    name: "A stray closing word is refused",
    line: "ls; done",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "A stray closing bracket is refused",
    line: "ls )",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "A missing command between operators is refused",
    line: "ls | | rm",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An operator at the start is refused",
    line: "&& rm x",
    shows: ["unparsable: is not valid shell text"],
  },
  {
    name: "An array literal that hides in a word is refused",
    line: "eval a=($(rm x))",
    shows: ["unparsable: an operator hides in a word"],
  },
  {
    name: "An escape that the parser does not decode is refused",
    line: "$'\\x{72}m' x",
    shows: ["unparsable: an escape is not understood"],
  },
  {
    name: "A substitution in a quoted subscript is refused",
    line: "A['$(rm x)']=1",
    shows: ["unparsable: a substitution hides in quotes that the shell evaluates again"],
  },
  {
    name: "A substitution in an array's quoted subscript is refused",
    line: "A=(['$(rm x)']=1)",
    shows: ["unparsable: a substitution hides in quotes that the shell evaluates again"],
  },
  {
    name: "A substitution in quotes in arithmetic is refused",
    line: "echo $((A['$(rm x)']))",
    shows: ["unparsable: a substitution hides in quotes that the shell evaluates again"],
  },
  {
    name: "A parameter operation that bash does not know is refused",
    line: "echo ${x&y}",
    shows: ["unparsable: a parameter operation is not known"],
  },
  {
    name: "A parameter without a name is refused",
    line: "echo ${=x}",
    shows: ["unparsable: a parameter has no name"],
  },
  {
    name: "A function body that is no compound command is refused",
    line: "f() rm x",
    shows: ["unparsable: is not valid shell text"],
  },
]);
