/** A plain sh: forms that only bash knows are refused, for dash reads them differently. */
import { runRows } from "./run-rows.ts";

runRows(
  "a plain sh",
  [
    {
      name: "Plain commands, lists and pipes are read",
      line: "a; b && c | d",
      shows: ["a", "b", "c  below: pipe", "d  stdin: pipe 2  below: pipe"],
    },
    {
      name: "Functions, loops and conditions are read",
      line: "f() { a; }; if b; then f; fi; for x in 1; do c $x; done",
      shows: ["b  below: if", "a  below: if › function f › { }", "c 1  below: for"],
    },
    {
      name: "A test in double brackets is refused",
      line: "[[ a == b ]]",
      shows: ["unparsable: a plain sh reads TestCommand differently"],
    },
    {
      name: "An arithmetic command is refused",
      line: "((rm x))",
      shows: ["unparsable: a plain sh reads ArithmeticCommand differently"],
    },
    {
      name: "An arithmetic loop is refused",
      line: "for ((;;)); do a; done",
      shows: ["unparsable: a plain sh reads ArithmeticFor differently"],
    },
    {
      name: "A menu is refused",
      line: "select x in a; do b; done",
      shows: ["unparsable: a plain sh reads Select differently"],
    },
    {
      name: "A coprocess is refused",
      line: "coproc a",
      shows: ["unparsable: a plain sh reads Coproc differently"],
    },
    {
      name: "ANSI-C quotes are refused",
      line: "echo $'a'",
      shows: ["unparsable: a plain sh reads AnsiCQuoted differently"],
    },
    {
      name: "A locale string is refused",
      line: 'echo $"a"',
      shows: ["unparsable: a plain sh reads LocaleString differently"],
    },
    {
      name: "A process substitution is refused",
      line: "a <(b)",
      shows: ["unparsable: a plain sh reads ProcessSubstitution differently"],
    },
    {
      name: "Braces that bash would expand are refused",
      line: "echo {a,b}",
      shows: ["unparsable: a plain sh reads BraceExpansion differently"],
    },
    {
      name: "An extended glob is refused",
      line: "ls @(a)",
      shows: ["unparsable: a plain sh reads ExtendedGlob differently"],
    },
    {
      name: "An array is refused",
      line: "a=(b)",
      shows: ["unparsable: a plain sh reads ArrayValue differently"],
    },
    { name: "An element is refused", line: "a[0]=b", shows: ["unparsable: a plain sh has no arrays"] },
    { name: "An appended value is refused", line: "a+=b", shows: ["unparsable: a plain sh has no arrays"] },
    {
      name: "A here-string is refused",
      line: "a <<<b",
      shows: ["unparsable: a plain sh reads HereString differently"],
    },
    {
      name: "A redirection of both outputs is refused",
      line: "a &>b",
      shows: ["unparsable: a plain sh reads &> differently"],
    },
    {
      name: "A pipe of both outputs is refused",
      line: "a |& b",
      shows: ["unparsable: a plain sh reads |& differently"],
    },
    {
      name: "A branch that falls through is refused",
      line: "case a in a) b ;& c) d;; esac",
      shows: ["unparsable: a plain sh does not know ;&"],
    },
    {
      name: "The keyword function is refused",
      line: "function f { a; }",
      shows: ["unparsable: a plain sh has no keyword function"],
    },
  ],
  "sh",
);
