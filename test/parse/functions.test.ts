/** Functions of the line: called, shadowing, recursive, never called. */
import { runRows } from "./run-rows.ts";

runRows("functions", [
  {
    name: "A function runs where it is called",
    line: "f() { rm x; }; f",
    shows: ["rm x  below: function f › { }"],
  },
  {
    name: "A function's arguments are known",
    line: 'f() { rm "$1" $2; }; f a b',
    shows: ["rm a b  below: function f › { }"],
  },
  {
    name: "All arguments reach the body",
    line: 'f() { "$@"; }; f rm -r x',
    shows: ["rm -r x  below: function f › { }"],
  },
  {
    name: "A function that is only defined counts",
    line: "f() { rm x; }",
    shows: ["rm x  below: function f › { }"],
  },
  {
    name: "A function that shadows a program takes its place",
    line: 'ls() { rm "$@"; }; ls x',
    shows: ["rm x  below: function ls › { }"],
  },
  {
    name: "A function may be defined with a keyword",
    line: "function f { rm x; }; f",
    shows: ["rm x  below: function f › { }"],
  },
  {
    name: "A function's body may be any compound command",
    line: "f() (rm x); g() if a; then b; fi; f; g",
    shows: ["rm x  below: function f › subshell", "a  below: function g › if", "b  below: function g › if"],
  },
  {
    name: "A function's redirections count",
    line: "f() { a; } >f; f",
    shows: [">f  below: function f", "a  below: function f › { }"],
  },
  {
    name: "A call's redirections count",
    line: "f() { a; }; f >f",
    shows: ["a  below: function f › { }", ">f"],
  },
  {
    name: "A call's assignments count",
    line: "f() { a; }; A=1 f",
    shows: ["a  below: function f › { }", "export A=1"],
  },
  {
    name: "A function in a function counts",
    line: "f() { g() { rm x; }; g; }; f",
    shows: ["rm x  below: function f › { } › function g › { }"],
  },
  {
    name: "A recursion ends",
    line: "f() { a $1; f b; }; f c",
    shows: ["a c  below: function f › { }", "a ⟨$1…⟩  below: function f › { } › function f › { }"],
  },
  {
    name: "Two functions that call each other end",
    line: "f() { g; }; g() { a; f; }; f",
    shows: [
      "a  below: function f › { } › function g › { }",
      "a  below: function f › { } › function g › { } › function f › { } › function g › { }",
    ],
  },
  {
    name: "A later definition takes over",
    line: "f() { a; }; f() { b; }; f",
    shows: ["b  below: function f › { }", "a  below: function f › { }"],
  },
  {
    name: "An earlier definition that was called does not hide a later one",
    line: "f() { a; }; f; f() { rm x; }",
    shows: ["a  below: function f › { }", "rm x  below: function f › { }"],
  },
  {
    name: "A function that is defined in a branch may not be there",
    line: "if a; then f() { b; }; fi; f",
    shows: ["a  below: if", "b  below: function f › { }", "f"],
  },
  {
    name: "Of two definitions in two branches both count",
    line: "if a; then f() { b; }; else f() { rm x; }; fi; f",
    shows: ["a  below: if", "rm x  below: function f › { }", "f", "b  below: if › function f › { }"],
  },
  {
    name: "A function that a loop redefines counts",
    line: "f() { ls; }; for i in 1 2; do f; f() { rm x; }; done",
    shows: [
      "ls  below: for › function f › { }",
      "ls  below: for › function f › { }",
      "rm x  below: for › function f › { }",
    ],
  },
  {
    name: "A function may set the shell's variables",
    line: "P=ls; f() { P=rm; }; f; $P x",
    shows: ["P=ls", "P=rm  below: function f › { }", "ls x", "rm x"],
  },
  {
    name: "A function that was unset may be the program again",
    line: "f() { a; }; unset -f f; f",
    shows: ["unset -f f", "a  below: function f › { }", "f"],
  },
  {
    name: "A function reads the pipe it stands in",
    line: "f() { cat; }; a | f",
    shows: ["a  below: pipe", "cat  stdin: pipe 0  below: pipe › function f › { }"],
  },
  {
    name: "A function of a subshell is gone after it",
    line: "(f() { a; }; f); f",
    shows: ["a  below: subshell › function f › { }", "f"],
  },
  {
    name: "A function's name may hold odd characters",
    line: "a-b.c() { rm x; }; a-b.c",
    shows: ["rm x  below: function a-b.c › { }"],
  },
  {
    name: "A function that starts copies of itself without end is a fork bomb",
    line: "f() { f | f & }; f",
    shows: ["doubt fork-bomb: f starts copies of itself without end"],
  },
  {
    name: "A fork bomb that nobody calls is one too",
    line: "b() { b & b & }",
    shows: ["doubt fork-bomb: b starts copies of itself without end"],
  },
  {
    name: "A recursion in a guarded pipe is no fork bomb",
    line: 'f() { ls "$1" | while read d; do f "$d"; done; }; f .',
    shows: [
      "ls .  below: function f › { } › pipe",
      "read d  stdin: pipe 0  below: function f › { } › pipe › while",
      "ls ⟨$1⟩  stdin: pipe 0  below: function f › { } › pipe › while › function f › { } › pipe",
      "read d  stdin: pipe 2  below: function f › { } › pipe › while › function f › { } › pipe › while",
    ],
  },
  {
    name: "A recursion in an unguarded pipe is a fork bomb",
    line: "f() { f | f; }; f",
    shows: ["doubt fork-bomb: f starts copies of itself without end"],
  },
  {
    name: "A function that replaces itself is no recursion",
    line: "f() { f() { rm x; }; f | a; }; f",
    shows: [
      "rm x  below: function f › { } › pipe › function f › { }",
      "a  stdin: pipe 0  below: function f › { } › pipe",
    ],
  },
]);
