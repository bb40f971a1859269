/** What a variable holds: assigned earlier, on some ways only, split, joined, read from outside. */
import { runRows } from "./run-rows.ts";

runRows("variables", [
  { name: "A variable of the line is known", line: "P=rm; $P -rf x", shows: ["P=rm", "rm -rf x"] },
  {
    name: "A variable of the line splits at blanks when unquoted",
    line: "C='rm -rf x'; $C",
    shows: ['C="rm -rf x"', "rm -rf x"],
  },
  {
    name: "A quoted variable is one word",
    line: "C='rm -rf x'; \"$C\"",
    shows: ['C="rm -rf x"', '"rm -rf x"'],
  },
  {
    name: "A variable that the line does not set is unknown",
    line: 'rm $x "$y" ${z}',
    shows: ["rm ⟨$x…⟩ ⟨$y⟩ ⟨${z}…⟩"],
  },
  {
    name: "A variable's value may hold wildcards",
    line: "G='*.c'; ls $G \"$G\"",
    shows: ['G="*.c"', 'ls ‹*›.c "*.c"'],
  },
  { name: "An empty variable makes no word", line: "E=; $E rm x", shows: ["E=''", "rm x"] },
  { name: "An empty quoted variable makes an empty word", line: 'E=; rm "$E"', shows: ["E=''", "rm ''"] },
  { name: "HOME and PWD are known", line: 'ls $HOME "$PWD/x"', shows: ["ls /home/u /w/x"] },
  {
    name: "An assignment before a command reaches only that command",
    line: "A=1 ls; echo $A",
    shows: ["export A=1 ls", "echo ⟨$A…⟩"],
  },
  {
    name: "Words are expanded before the assignment in front of them",
    line: "A=ls; A=rm $A",
    shows: ["A=ls", "export A=rm ls"],
  },
  { name: "A later assignment sees an earlier one", line: "A=r B=${A}m; $B x", shows: ["A=r B=rm", "rm x"] },
  {
    name: "Both branches of a condition may have set it",
    line: "if a; then P=ls; else P=rm; fi; $P x",
    shows: ["a  below: if", "P=ls  below: if", "P=rm  below: if", "ls x", "rm x"],
  },
  {
    name: "A branch that may not have run leaves the old value possible",
    line: "P=ls; if a; then P=rm; fi; $P x",
    shows: ["P=ls", "a  below: if", "P=rm  below: if", "ls x", "rm x"],
  },
  {
    name: "A list's second half may not have run",
    line: "P=ls; a && P=rm; $P x",
    shows: ["P=ls", "a", "P=rm", "ls x", "rm x"],
  },
  {
    name: "A subshell's assignment stays inside",
    line: "P=ls; (P=rm; $P); $P",
    shows: ["P=ls", "P=rm  below: subshell", "rm  below: subshell", "ls"],
  },
  {
    name: "A background assignment stays inside",
    line: "P=ls; { P=rm; } & $P",
    shows: ["P=ls", "P=rm  below: & › { }", "ls"],
  },
  {
    name: "A loop's own assignment makes a value unknown before it",
    line: "P=ls; while a; do $P x; P=rm; done",
    shows: ["P=ls", "a  below: while", "⟨$P…⟩ x  below: while", "P=rm  below: while"],
  },
  {
    name: "A loop over words takes each of them",
    line: "for p in ls rm; do $p x; done",
    shows: ["ls x  below: for", "rm x  below: for"],
  },
  {
    name: "A loop over a variable's words takes each of them",
    line: "L='a b'; for f in $L; do cat $f; done",
    shows: ['L="a b"', "cat a  below: for", "cat b  below: for"],
  },
  {
    name: "A loop over wildcards keeps them",
    line: 'for f in *.c; do cat "$f"; done',
    shows: ["cat ‹*›.c  below: for"],
  },
  {
    name: "A loop over unknown words is unknown",
    line: "for f in $(ls); do cat $f; done",
    shows: ["ls  below: $( )", "cat ⟨$(ls)…⟩  below: for"],
  },
  {
    name: "A loop without words runs over the arguments",
    line: "set -- a b; for f; do cat $f; done",
    shows: ["set -- a b", "cat a  below: for", "cat b  below: for"],
  },
  {
    name: "A default value is one of the possible values",
    line: "${P:-rm} x",
    shows: ["⟨${P:-rm}…⟩ x", "rm x"],
  },
  {
    name: "A default value is assigned",
    line: ": ${P:=rm}; $P x",
    shows: ["P=rm", ": ⟨${P:=rm}…⟩", ": rm", "⟨${P:=rm}…⟩ x", "rm x"],
  },
  {
    name: "An alternative value is one of the possible values",
    line: "echo ${P:+$(rm x)}",
    shows: ["rm x  below: $( )", "echo", "echo ⟨$(rm x)…⟩"],
  },
  {
    name: "An error text is expanded",
    line: ": ${P:?$(rm x)}",
    shows: ["rm x  below: $( )", ": ⟨${P:?$(rm x)}…⟩"],
  },
  { name: "A length is a number", line: "echo ${#P}", shows: ["echo ⟨${#P}⟩"] },
  {
    name: "A cut value of the line is known",
    line: "F=a.tar.gz; cat ${F%.gz} ${F##*.}",
    shows: ["F=a.tar.gz", "cat a.tar ⟨${F##*.}…⟩"],
  },
  {
    name: "A changed value that cannot be followed is unknown",
    line: "F=abc; cat ${F/b/x} ${F^^}",
    shows: ["F=abc", "cat ⟨${F/b/x}…⟩ ⟨${F^^}…⟩"],
  },
  { name: "A slice is unknown", line: "F=xrmx; ${F:1:2} y", shows: ["F=xrmx", "⟨${F:1:2}…⟩ y"] },
  {
    name: "An array gives its elements",
    line: "A=(rm -r 'a b'); \"${A[@]}\"",
    shows: ["A=rm", 'rm -r "a b"'],
  },
  {
    name: "An array's unquoted elements split again",
    line: "A=(rm 'a b'); ${A[@]}",
    shows: ["A=rm", "rm a b"],
  },
  {
    name: "An array joined by a star is one word",
    line: 'A=(rm x); sh -c "${A[*]}"',
    shows: ["A=rm", 'sh -c "rm x"'],
  },
  { name: "An array's name alone is its first element", line: "A=(rm ls); $A x", shows: ["A=rm", "rm x"] },
  {
    name: "One element of an array may be any of them",
    line: "A=(ls rm); ${A[1]} x",
    shows: ["A=ls", "ls x", "rm x"],
  },
  {
    name: "Elements may be added to an array",
    line: 'A=(rm); A+=(x); "${A[@]}"',
    shows: ["A=rm", "A=rm", "rm x"],
  },
  {
    name: "An element set alone makes the array unknown",
    line: "A=(ls); A[0]=rm; $A",
    shows: ["A=ls", "A=⟨$A⟩", "⟨$A…⟩"],
  },
  {
    name: "Elements with subscripts make the array unknown",
    line: "A=([1]=rm); ${A[1]} x",
    shows: ["A=⟨$A⟩", "⟨${A[1]}…⟩ x"],
  },
  {
    name: "A table of names is unknown",
    line: "f() { local -A M=([k]=rm); ${M[k]} x; }; f",
    shows: ["M=⟨$M⟩ local -A M=⟨$M⟩  below: function f › { }", "⟨${M[k]}…⟩ x  below: function f › { }"],
  },
  { name: "Text may be appended to a variable", line: "P=r; P+=m; $P x", shows: ["P=r", "P=rm", "rm x"] },
  { name: "Appending to what is unknown is unknown", line: "P+=m; $P x", shows: ["P=⟨$P⟩", "⟨$P…⟩ x"] },
  { name: "The arguments of the line are unknown", line: '$1 x; rm "$@"', shows: ["⟨$1…⟩ x", "rm ⟨$@…⟩"] },
  {
    name: "Arguments set by the line are known",
    line: 'set -- rm -r x; "$@"; $1 $3',
    shows: ["set -- rm -r x", "rm -r x", "rm x"],
  },
  {
    name: "Arguments joined by a star are one word",
    line: "set -- 'true;' rm x; sh -c \"$*\"",
    shows: ['set -- "true;" rm x', 'sh -c "true; rm x"'],
  },
  {
    name: "Arguments split again when unquoted",
    line: "set -- 'rm x'; $@",
    shows: ['set -- "rm x"', "rm x"],
  },
  {
    name: "Arguments in an assignment are joined by blanks",
    line: "set -- rm x; C=$@; $C",
    shows: ["set -- rm x", 'C="rm x"', "rm x"],
  },
  {
    name: "Arguments move up by shift",
    line: "set -- a rm; shift; $1 x",
    shows: ["set -- a rm", "shift", "rm x"],
  },
  {
    name: "Arguments that a loop shifts are unknown",
    line: "set -- ls rm; while a; do $1; shift; done",
    shows: ["set -- ls rm", "a  below: while", "⟨$1…⟩  below: while", "shift  below: while"],
  },
  {
    name: "Words before the dashes of set are arguments too",
    line: "set rm -- ls; $1",
    shows: ["set rm -- ls", "⟨$1…⟩"],
  },
  {
    name: "A set of options leaves the arguments alone",
    line: "set -- rm; set -e; $1 x",
    shows: ["set -- rm", "set -e", "rm x"],
  },
  {
    name: "IFS of the line decides where words split",
    line: "IFS=,; C=rm,x; $C",
    shows: ["IFS=,", "C=rm,x", "rm x"],
  },
  {
    name: "An unknown IFS leaves the words unknown",
    line: "IFS=$1; C=rm,x; $C",
    shows: ["IFS=⟨$1⟩", "C=rm,x", "⟨rm,x…⟩"],
  },
  {
    name: "IFS decides what joins the arguments",
    line: 'IFS=,; set -- a b; echo "$*"',
    shows: ["IFS=,", "set -- a b", "echo a,b"],
  },
  { name: "An indirect name is unknown", line: "P=Q; Q=rm; ${!P} x", shows: ["P=Q", "Q=rm", "⟨${!P}…⟩ x"] },
  {
    name: "A variable that is read is unknown",
    line: "P=ls; read P; $P x",
    shows: ["P=ls", "read P", "⟨$P…⟩ x"],
  },
  {
    name: "A variable that is read into an array by an attached name is unknown",
    line: "P=ls; read -raP; $P x",
    shows: ["P=ls", "read -raP", "⟨$P…⟩ x"],
  },
  {
    name: "A variable that printf fills is unknown",
    line: "P=ls; printf -v P rm; $P x",
    shows: ["P=ls", "printf -v P rm", "⟨$P…⟩ x"],
  },
  {
    name: "A variable that printf fills by an attached name is unknown",
    line: "P=ls; printf -vP rm; $P x",
    shows: ["P=ls", "printf -vP rm", "⟨$P…⟩ x"],
  },
  {
    name: "getopts sets OPTARG",
    line: "OPTARG=ls; getopts a: o; $OPTARG",
    shows: ["OPTARG=ls", "getopts a: o", "⟨$OPTARG…⟩"],
  },
  {
    name: "An unset variable is unknown",
    line: "P=ls; unset P; $P x",
    shows: ["P=ls", "unset P", "⟨$P…⟩ x"],
  },
  {
    name: "An exported variable keeps its value",
    line: "export P=rm; $P x",
    shows: ["export P=rm export P=rm", "rm x"],
  },
  {
    name: "A declared variable keeps its value",
    line: "declare -r P=rm; $P x",
    shows: ["P=rm declare -r P=rm", "rm x"],
  },
  {
    name: "A quoted declaration counts",
    line: 'export "P=rm"; $P x',
    shows: ["export P=rm export P=rm", "rm x"],
  },
  {
    name: "A declared element makes the variable unknown",
    line: "P=ls; declare 'P[0]=rm'; $P",
    shows: ["P=ls", 'P=⟨$P⟩ declare "P[0]=rm"', "⟨$P…⟩"],
  },
  {
    name: "An arithmetic result is a number",
    line: "N=$((1+1)); echo $N",
    shows: ["N=⟨$((1+1))⟩", "echo ⟨$((1+1))⟩"],
  },
  { name: "Arithmetic assigns", line: "N=ls; ((N=3)); $N", shows: ["N=ls", "N=⟨$N⟩", "⟨$N⟩"] },
  {
    name: "A substitution in arithmetic changes nothing outside it",
    line: "P=ls; echo $(($(P=rm; wc -l <f))); $P",
    shows: [
      "P=ls",
      "P=rm  below: $( )",
      "wc -l <f  stdin: file f  below: $( )",
      "echo ⟨$(($(P=rm; wc -l <f)))⟩",
      "ls",
      "doubt unknown-text: arithmetic evaluates the output of $(P=rm; wc -l <f)",
    ],
  },
  {
    name: "The output of a plain echo is known",
    line: "P=$(echo rm); $P x",
    shows: ["echo rm  below: $( )", "P=rm", "rm x"],
  },
  { name: "The folder printed by pwd is known", line: "ls $(pwd)/x", shows: ["pwd  below: $( )", "ls /w/x"] },
  { name: "The last argument is unknown", line: "echo rm; $_ x", shows: ["echo rm", "⟨$_…⟩ x"] },
  {
    name: "What a default assigns on the way stays",
    line: "E=; A=${E:=rm} ls; $E x",
    shows: ["E=''", "E=rm", "export A='' export A=rm ls", "x", "rm x"],
  },
  {
    name: "A branch that falls through hands its value on",
    line: "P=ls; case a in a) P=rm ;& b) $P x ;; esac",
    shows: ["P=ls", "P=rm  below: case", "ls x  below: case", "rm x  below: case"],
  },
  {
    name: "A branch that ends keeps its value to itself",
    line: "P=ls; case a in a) P=rm ;; b) $P x ;; esac",
    shows: ["P=ls", "P=rm  below: case", "ls x  below: case"],
  },
  {
    name: "An assignment before a function reaches its body",
    line: "P=ls; f() { $P x; }; P=rm f; $P y",
    shows: ["P=ls", "rm x  below: function f › { }", "export P=rm", "ls y"],
  },
  {
    name: "An assignment before eval reaches its text",
    line: "P=ls; P=rm eval '$P x'; $P y",
    shows: ["P=ls", "export P=rm eval", "rm x  below: eval", "ls y"],
  },
  {
    name: "IFS for one read is back afterwards",
    line: "IFS=, read P; C='ls x'; $C",
    shows: ["read P", 'C="ls x"', "ls x"],
  },
  {
    name: "An IFS that was unset splits at blanks",
    line: "IFS=,; unset IFS; C='rm x'; $C",
    shows: ["IFS=,", "unset IFS", 'C="rm x"', "rm x"],
  },
  {
    name: "A declaration that changes letters is doubtful",
    line: "declare -l F=/ETC/X; cat $F",
    shows: [
      "F=/ETC/X declare -l F=/ETC/X",
      "cat /ETC/X",
      "doubt redefinition: declare makes a name stand for something else",
    ],
  },
  {
    name: "A variable that names its setter is unknown in a loop",
    line: "P=ls; E=read; while a; do $P; $E P; done",
    shows: ["P=ls", "E=read", "a  below: while", "⟨$P…⟩  below: while", "read P  below: while"],
  },
]);
