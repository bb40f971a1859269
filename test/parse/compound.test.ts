/** Every command of a compound command is found, on whatever branch it stands. */
import { runRows } from "./run-rows.ts";

runRows("compound commands", [
  {
    name: "A list has every command",
    line: "a; b && c || d & e",
    shows: ["a", "b  below: &", "c  below: &", "d  below: &", "e"],
  },
  {
    name: "A pipeline has every command",
    line: "a | b |& c",
    shows: ["a  below: pipe", "b  stdin: pipe 0  below: pipe", "c  stdin: pipe 1  below: pipe"],
  },
  { name: "A negated and a timed command are commands", line: "! a; time -p b", shows: ["a", "b"] },
  {
    name: "A subshell's and a group's commands count",
    line: "(a; b); { c; d; }",
    shows: ["a  below: subshell", "b  below: subshell", "c  below: { }", "d  below: { }"],
  },
  {
    name: "A condition and all its branches count",
    line: "if a; then b; elif c; then d; else e; fi",
    shows: ["a  below: if", "b  below: if", "c  below: if", "d  below: if", "e  below: if"],
  },
  {
    name: "A while loop's condition and body count",
    line: "while a; do b; done; until c; do d; done",
    shows: ["a  below: while", "b  below: while", "c  below: until", "d  below: until"],
  },
  {
    name: "A for loop's body counts once for each word",
    line: "for x in 1 2; do a $x; done",
    shows: ["a 1  below: for", "a 2  below: for"],
  },
  { name: "A for loop without words still counts", line: "for x in; do a; done", shows: ["a  below: for"] },
  {
    name: "A loop with very many rounds counts once",
    line: "for x in {1..60}; do for y in {1..60}; do a $y; done; done",
    shows: ["a ⟨$y⟩  below: for › for"],
  },
  {
    name: "An arithmetic loop's body counts",
    line: "for ((i=$(a);i<3;i++)); do b $i; done",
    shows: [
      "a  below: $( )",
      "b ⟨$i⟩  below: for",
      "doubt unknown-text: arithmetic evaluates the output of $(a)",
    ],
  },
  { name: "A menu's body counts", line: "select x in a b; do c $x; done", shows: ["c ⟨$x…⟩  below: select"] },
  {
    name: "Every branch of a case counts",
    line: "case $x in a) b;; c|d) e;; *) f;; esac",
    shows: ["b  below: case", "e  below: case", "f  below: case"],
  },
  {
    name: "A case's word and patterns run their substitutions",
    line: "case $(a) in $(b)) c;; esac",
    shows: ["a  below: $( )", "b  below: $( )", "c  below: case"],
  },
  {
    name: "A coprocess counts",
    line: "coproc a; coproc N { b; }",
    shows: [
      "a  stdin: pipe ?  below: coproc",
      "b  stdin: pipe ?  below: coproc › { }",
      "N=⟨$N⟩",
      "N_PID=⟨$N_PID⟩",
    ],
  },
  {
    name: "A test's substitutions run",
    line: "[[ -n $(a) && $x == $(b) ]]",
    shows: ["a  below: $( )", "b  below: $( )", '"[[" ⟨$(a)⟩ ⟨$x⟩ ⟨$(b)⟩'],
  },
  {
    name: "An arithmetic command's substitutions run",
    line: "(($(wc -l <f) > 1)) && b",
    shows: ["wc -l <f  stdin: file f  below: $( )", "b"],
  },
  {
    name: "A redirected group opens its files",
    line: "{ a; b; } >f 2>&1",
    shows: [">f >&1", "a  below: { }", "b  below: { }"],
  },
  {
    name: "Compound commands nest",
    line: "if (a); then while b; do { c | d; }; done; fi",
    shows: [
      "a  below: if › subshell",
      "b  below: if › while",
      "c  below: if › while › { } › pipe",
      "d  stdin: pipe 2  below: if › while › { } › pipe",
    ],
  },
  { name: "A keyword as an argument is a word", line: "echo if then done", shows: ["echo if then done"] },
  { name: "A command after a newline counts", line: "a\nb\n\nc", shows: ["a", "b", "c"] },
  { name: "Blank lines and comments run nothing", line: "# rm x\n\n   # y", shows: [] },
  { name: "An empty line runs nothing", line: "", shows: [] },
]);
