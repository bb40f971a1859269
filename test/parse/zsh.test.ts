/** zsh: forms that it reads in its own way are refused. */
import { runRows } from "./run-rows.ts";

runRows(
  "zsh",
  [
    {
      name: "Plain commands, lists and pipes are read",
      line: "a; b && c | d",
      shows: ["a", "b", "c  below: pipe", "d  stdin: pipe 2  below: pipe"],
    },
    {
      name: "A trap after failures, by name or by number, is doubtful",
      line: "trap 'return 0' ZERR; trap 'return 0' 32; trap - 33",
      shows: [
        "trap : ZERR",
        "return 0  below: trap",
        "trap : 32",
        "return 0  below: trap",
        "trap : 33",
        "doubt redefinition: trap ZERR runs its text among the commands of guard's own hooks",
        "doubt redefinition: trap 32 runs its text among the commands of guard's own hooks",
        "doubt redefinition: trap 33 runs its text among the commands of guard's own hooks",
      ],
    },
    {
      name: "A glob qualifier is refused",
      line: "ls *(e:'rm x':)",
      shows: ["unparsable: a zsh glob qualifier may run code"],
    },
    {
      name: "A program's path by name is refused",
      line: "=ls x",
      shows: ["unparsable: zsh replaces =name by a program's path"],
    },
    {
      name: "A forced redirection is refused",
      line: "a >! b",
      shows: ["unparsable: zsh reads >! as one operator"],
    },
    {
      name: "A modifier is refused",
      line: "cat $x:h",
      shows: ["unparsable: zsh reads a modifier or subscript after a variable"],
    },
    {
      name: "A subscript is refused",
      line: "cat $x[1]",
      shows: ["unparsable: zsh reads a modifier or subscript after a variable"],
    },
    {
      name: "Expansion flags are refused",
      line: "echo ${(e)x}",
      shows: ["unparsable: a parameter has no name"],
    },
    {
      name: "Splitting flags are refused",
      line: "echo ${=x}",
      shows: ["unparsable: a parameter has no name"],
    },
    {
      name: "A short loop is refused",
      line: "for x (a b) rm $x",
      shows: ["unparsable: is not valid shell text"],
    },
    {
      name: "An always block is refused",
      line: "{ a } always { b }",
      shows: ["unparsable: is not valid shell text"],
    },
    {
      name: "The table of functions redefines a name",
      line: "functions[ls]='rm x'",
      shows: [
        "functions=⟨$functions⟩",
        "doubt redefinition: functions makes a name stand for something else",
      ],
    },
    {
      name: "A comment with operators in it is refused",
      line: "ls # a; rm x",
      shows: ["unparsable: a part of the line was not understood"],
    },
    { name: "A comment in plain words is read", line: "ls # all of them", shows: ["ls"] },
  ],
  "zsh",
);
