/** eval, trap, export, cd and their like change what the rest of the line means. */
import { runRows } from "./run-rows.ts";

runRows("builtins that change the shell", [
  { name: "eval runs its text", line: "eval 'rm x'", shows: ["eval", "rm x  below: eval"] },
  {
    name: "eval joins its words",
    line: "eval rm \"'a b'\" \\; ls",
    shows: ["eval", 'rm "a b"  below: eval', "ls  below: eval"],
  },
  {
    name: "eval of a variable of the line runs its value",
    line: "C='rm x'; eval \"$C\"",
    shows: ['C="rm x"', "eval", "rm x  below: eval"],
  },
  {
    name: "eval of unknown text is doubtful",
    line: 'eval "$C"',
    shows: ["eval", "doubt unknown-text: eval runs text that cannot be known: $C"],
  },
  {
    name: "eval of a substitution is doubtful",
    line: 'eval "$(a)"',
    shows: ["a  below: $( )", "eval", "doubt unknown-text: eval runs text that cannot be known: $(a)"],
  },
  {
    name: "eval of text that cannot be parsed is doubtful",
    line: "eval 'if'",
    shows: ["eval", "doubt unknown-text: eval: is not valid shell text"],
  },
  {
    name: "eval inside eval runs",
    line: "eval 'eval \"rm x\"'",
    shows: ["eval", "eval  below: eval", "rm x  below: eval › eval"],
  },
  {
    name: "eval under another name is eval",
    line: "E=eval; $E 'rm x'; command eval 'rm y'; builtin eval 'rm z'",
    shows: [
      "E=eval",
      "eval",
      "rm x  below: eval",
      "command",
      "rm y  below: eval",
      "builtin",
      "rm z  below: eval",
    ],
  },
  {
    name: "eval of unknown text forgets the variables",
    line: 'P=ls; eval "$C"; $P x',
    shows: ["P=ls", "eval", "⟨$P…⟩ x", "doubt unknown-text: eval runs text that cannot be known: $C"],
  },
  { name: "trap runs its text", line: "trap 'rm x' EXIT", shows: ["trap : EXIT", "rm x  below: trap"] },
  {
    name: "trap knows no variables of now",
    line: "P=ls; trap '$P x' EXIT; P=rm",
    shows: ["P=ls", "trap : EXIT", "⟨$P…⟩ x  below: trap", "P=rm"],
  },
  {
    name: "trap may set variables",
    line: "P=ls; trap 'P=rm' ERR; a; $P x",
    shows: ["P=ls", "trap : ERR", "P=rm  below: trap", "a", "⟨$P…⟩ x"],
  },
  {
    name: "trap of unknown text is doubtful",
    line: 'trap "$C" EXIT',
    shows: ["trap : EXIT", "doubt unknown-text: trap runs text that cannot be known: $C"],
  },
  {
    name: "A trap that is taken away runs nothing",
    line: "trap - EXIT; trap; trap -p INT",
    shows: ["trap : EXIT", "trap", "trap -p INT"],
  },
  {
    name: "export without a value exports what is there",
    line: "P=rm; export P; a",
    shows: ["P=rm", "export P=rm export P", "a"],
  },
  {
    name: "local counts like an assignment",
    line: "f() { local P=rm; $P x; }; f",
    shows: ["P=rm local P=rm  below: function f › { }", "rm x  below: function f › { }"],
  },
  {
    name: "A name reference is doubtful",
    line: "declare -n P=Q",
    shows: ["P=Q declare -n P=Q", "doubt redefinition: declare makes a name stand for something else"],
  },
  {
    name: "An exported function is doubtful",
    line: "f() { a; }; export -f f",
    shows: [
      "export -f f",
      "a  below: function f › { }",
      "doubt redefinition: export makes a name stand for something else",
    ],
  },
  {
    name: "A declaration whose name is unknown is doubtful",
    line: 'export "$x"',
    shows: ["export ⟨$x⟩", "doubt unknown-text: a variable is set whose name cannot be known"],
  },
  {
    name: "A subscript that is evaluated is doubtful",
    line: "unset 'A[$(rm x)]'; declare 'A[$(rm x)]=1'",
    shows: [
      'unset "A[$(rm x)]"',
      'A=⟨$A⟩ declare "A[$(rm x)]=1"',
      "doubt unknown-text: unset evaluates the subscript in A[$(rm x)]",
      "doubt unknown-text: declare evaluates the subscript in A[$(rm x)]=1",
    ],
  },
  {
    name: "A declaration's value runs its substitutions",
    line: 'export P=$(rm x); readonly Q="`a`"; local -a R=($(b))',
    shows: [
      "rm x  below: $( )",
      "export P=⟨$(rm x)⟩ export P=⟨$(rm x)⟩",
      "a  below: $( )",
      "Q=⟨`a`⟩ readonly Q=⟨`a`⟩",
      "b  below: $( )",
      "R=⟨$(b)…⟩ local -a R=⟨$(b)…⟩",
    ],
  },
  { name: "cd moves what follows", line: "cd /tmp && ls", shows: ["cd /tmp", "ls  in: /tmp"] },
  {
    name: "cd that may have failed leaves both folders possible",
    line: "cd sub; ls",
    shows: ["cd sub", "ls  in: /w/sub, /w"],
  },
  {
    name: "What follows a failed cd runs in the old folder",
    line: "cd sub || ls",
    shows: ["cd sub", "ls  in: /w/sub, /w"],
  },
  {
    name: "What follows a negated cd runs in the old folder",
    line: "! cd sub && ls",
    shows: ["cd sub", "ls  in: /w/sub, /w"],
  },
  {
    name: "cd to a path above is followed",
    line: "cd ../x/./y && ls",
    shows: ["cd ../x/./y", "ls  in: /x/y"],
  },
  { name: "cd alone goes home", line: "cd && ls", shows: ["cd", "ls  in: /home/u"] },
  { name: "cd to an unknown folder is unknown", line: 'cd "$D" && ls', shows: ["cd ⟨$D⟩", "ls  in: ?"] },
  { name: "cd back is unknown", line: "cd - && ls", shows: ["cd -", "ls  in: ?"] },
  {
    name: "cd in a subshell stays there",
    line: "(cd /tmp && ls); ls",
    shows: ["cd /tmp  below: subshell", "ls  in: /tmp  below: subshell", "ls"],
  },
  {
    name: "cd in a loop may be anywhere",
    line: "for i in 1 2; do ls; cd sub; done",
    shows: [
      "ls  in: /w, ?  below: for",
      "cd sub  in: /w, ?  below: for",
      "ls  in: /w, ?  below: for",
      "cd sub  in: /w, ?  below: for",
    ],
  },
  {
    name: "cd in a subshell of a loop stays there",
    line: "for i in 1 2; do (cd sub && ls); done",
    shows: [
      "cd sub  below: for › subshell",
      "ls  in: /w/sub  below: for › subshell",
      "cd sub  below: for › subshell",
      "ls  in: /w/sub  below: for › subshell",
    ],
  },
  {
    name: "cd with CDPATH is unknown",
    line: "CDPATH=/x; cd sub && ls",
    shows: ["CDPATH=/x", "cd sub", "ls  in: ?"],
  },
  {
    name: "pushd moves and popd is unknown",
    line: "pushd /tmp && ls; popd && ls",
    shows: ["pushd /tmp", "ls  in: /tmp", "popd  in: /tmp, /w", "ls  in: ?"],
  },
  {
    name: "cd under another name is cd",
    line: "command cd /tmp && ls; builtin cd /x && ls",
    shows: ["command cd /tmp", "ls  in: /tmp", "builtin cd /x  in: /tmp, /w", "ls  in: /x"],
  },
  {
    name: "cd follows the line's own HOME",
    line: "HOME=/etc; cd && ls",
    shows: ["HOME=/etc", "cd", "ls  in: /etc"],
  },
  {
    name: "cd in a function moves the caller",
    line: "f() { cd /tmp; }; f; ls",
    shows: ["cd /tmp  below: function f › { }", "ls  in: /w, /tmp"],
  },
  { name: "trap without a handler takes one away", line: "trap EXIT", shows: ["trap : EXIT"] },
]);
