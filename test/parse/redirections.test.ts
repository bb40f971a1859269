/** Redirections, here-documents, pipes: what is opened, and what a command reads. */
import { runRows } from "./run-rows.ts";

runRows("redirections and stdin", [
  {
    name: "Every redirection is kept with its target",
    line: "a <i >o >>p 2>e &>q >|r <>s 2>&1",
    shows: ["a <i >o >>p >e &>q >|r <>s >&1  stdin: file s"],
  },
  { name: "A redirection may stand before the command", line: ">o a b", shows: ["a b >o"] },
  { name: "A redirection alone is a command", line: ">o", shows: [">o"] },
  {
    name: "A redirection's target is expanded",
    line: 'a >$x.log >~/y >"$HOME/z"',
    shows: ["a >⟨$x…⟩.log >/home/u/y >/home/u/z"],
  },
  { name: "A wildcard in a target is marked", line: "a < id_*", shows: ["a <id_‹*›  stdin: file id_‹*›"] },
  {
    name: "A substitution in a target runs",
    line: "a >$(b) <`c`",
    shows: ["b  below: $( )", "c  below: $( )", "a >⟨$(b)…⟩ <⟨`c`…⟩  stdin: file ⟨`c`…⟩"],
  },
  { name: "A file on stdin is known", line: "sh <f", shows: ["sh <f  stdin: file f"] },
  {
    name: "A here-document is stdin",
    line: "sh <<E\nrm x\nE",
    shows: ['sh <<"rm x\\n"  stdin: text "rm x\\n"'],
  },
  {
    name: "An unquoted here-document expands",
    line: "P=rm; sh <<E\n$P x $Q $(a)\nE",
    shows: [
      "P=rm",
      "a  below: $( )",
      'sh <<"rm x "⟨$Q⟩" "⟨$(a)⟩"\\n"  stdin: text "rm x "⟨$Q⟩" "⟨$(a)⟩"\\n"',
    ],
  },
  {
    name: "A quoted here-document does not expand",
    line: "sh <<'E'\n$P $(a)\nE",
    shows: ['sh <<"$P $(a)\\n"  stdin: text "$P $(a)\\n"'],
  },
  {
    name: "An unquoted here-document takes backslashes away",
    line: 'sh <<E\necho "\\$(rm x)" \\\\ \\a r\\\nm\nE',
    shows: ['sh <<"echo \\"$(rm x)\\" \\\\ \\\\a rm\\n"  stdin: text "echo \\"$(rm x)\\" \\\\ \\\\a rm\\n"'],
  },
  {
    name: "A quoted here-document keeps backslashes",
    line: "sh <<\\E\necho \\$x\nE",
    shows: ['sh <<"echo \\\\$x\\n"  stdin: text "echo \\\\$x\\n"'],
  },
  {
    name: "A here-document may lose its tabs",
    line: "sh <<-E\n\trm x\n\tE",
    shows: ['sh <<-"rm x\\n"  stdin: text "rm x\\n"'],
  },
  {
    name: "A here-document with expansions may lose its tabs",
    line: "sh <<-E\n\trm $x\ty\n\t\tls\n\tE",
    shows: ['sh <<-"rm "⟨$x⟩"\\ty\\nls\\n"  stdin: text "rm "⟨$x⟩"\\ty\\nls\\n"'],
  },
  {
    name: "A here-document does not swallow what follows it",
    line: "cat <<E; a\nx\nE\nb",
    shows: ['cat <<"x\\n"  stdin: text "x\\n"', "a", "b"],
  },
  {
    name: "Two here-documents: the last one is stdin",
    line: "sh <<A <<B\na\nA\nb\nB",
    shows: ['sh <<"a\\n" <<"b\\n"  stdin: text "b\\n"'],
  },
  {
    name: "A here-document in a pipe feeds its command",
    line: "cat <<E | sh\nrm x\nE",
    shows: ['cat <<"rm x\\n"  stdin: text "rm x\\n"  below: pipe', "sh  stdin: pipe 0  below: pipe"],
  },
  { name: "A here-string is stdin", line: "sh <<<'rm x'", shows: ['sh <<<"rm x"  stdin: text "rm x"'] },
  {
    name: "A here-string expands",
    line: 'P=rm; sh <<<"$P $x"',
    shows: ["P=rm", 'sh <<<"rm "⟨$x⟩  stdin: text "rm "⟨$x⟩'],
  },
  { name: "A here-document on another descriptor is not stdin", line: "a 3<<E\nx\nE", shows: ['a <<"x\\n"'] },
  { name: "A duplicated descriptor is an unknown stdin", line: "sh <&3", shows: ["sh <&3  stdin: pipe ?"] },
  { name: "A closed stdin is no stdin", line: "a <&-", shows: ["a <&-"] },
  {
    name: "A group's stdin reaches its commands",
    line: "{ sh; } <<E\nrm x\nE",
    shows: ['<<"rm x\\n"', 'sh  stdin: text "rm x\\n"  below: { }'],
  },
  {
    name: "A loop's stdin reaches its commands",
    line: "while read l; do a $l; done <f",
    shows: ["<f", "read l  stdin: file f  below: while", "a ⟨$l…⟩  stdin: file f  below: while"],
  },
  {
    name: "A pipe names what writes into it",
    line: "a | b | c",
    shows: ["a  below: pipe", "b  stdin: pipe 0  below: pipe", "c  stdin: pipe 1  below: pipe"],
  },
  {
    name: "A pipe names every command that writes into it",
    line: "{ a; b; } | c",
    shows: ["a  below: pipe › { }", "b  below: pipe › { }", "c  stdin: pipe 0,1  below: pipe"],
  },
  {
    name: "A group reads the pipe before it",
    line: "a | { b; c; }",
    shows: ["a  below: pipe", "b  stdin: pipe 0  below: pipe › { }", "c  stdin: pipe 0  below: pipe › { }"],
  },
  {
    name: "A substitution in a pipe has a stdin that is not followed",
    line: "a | b $(c)",
    shows: ["a  below: pipe", "c  below: pipe › $( )", "b ⟨$(c)…⟩  stdin: pipe 0  below: pipe"],
  },
  {
    name: "A coprocess reads an unknown pipe",
    line: "coproc sh",
    shows: ["sh  stdin: pipe ?  below: coproc"],
  },
  {
    name: "A process substitution that is written to reads an unknown pipe",
    line: "a >(sh)",
    shows: ["sh  stdin: pipe ?  below: >( )", "a /dev/fd/63"],
  },
  {
    name: "A descriptor with a name is not stdin",
    line: "sh {fd}<<<x",
    shows: ["sh <<<x"],
  },
  { name: "Output may take the place of stdin", line: "sh 0>&3", shows: ["sh >&3  stdin: pipe ?"] },
]);

runRows("exec replaces what the shell reads", [
  {
    name: "What follows reads something unknown",
    line: "exec <y; sh",
    shows: ["exec <y  stdin: file y", "sh  stdin: pipe ?"],
  },
  {
    name: "A pipe before the group is not read any more",
    line: "a | { exec <<<x; sh; }",
    shows: [
      "a  below: pipe",
      "exec <<<x  stdin: text x  below: pipe › { }",
      "sh  stdin: pipe ?  below: pipe › { }",
    ],
  },
  {
    name: "A subshell keeps it to itself",
    line: "(exec 0<y; b); c",
    shows: ["exec <y  stdin: file y  below: subshell", "b  stdin: pipe ?  below: subshell", "c"],
  },
  {
    name: "A copied descriptor counts",
    line: "exec <&3; sh",
    shows: ["exec <&3  stdin: pipe ?", "sh  stdin: pipe ?"],
  },
  {
    name: "The end of a pipe may be the shell itself",
    line: "a | exec <y; sh",
    shows: ["a  below: pipe", "exec <y  stdin: file y  below: pipe", "sh  stdin: pipe ?"],
  },
  {
    name: "Another descriptor changes nothing",
    line: "exec 3<y; sh",
    shows: ["exec <y", "sh"],
  },
  {
    name: "command and builtin reach it, with options too",
    line: "(command -p -- exec <y; a); (builtin exec <y; b)",
    shows: [
      "command -p -- exec <y  stdin: file y  below: subshell",
      "a  stdin: pipe ?  below: subshell",
      "builtin exec <y  stdin: file y  below: subshell",
      "b  stdin: pipe ?  below: subshell",
    ],
  },
  {
    name: "A function does it for its caller",
    line: "f() { exec <y; }; f; sh",
    shows: ["exec <y  stdin: file y  below: function f › { }", "sh  stdin: pipe ?"],
  },
  {
    name: "One branch is enough",
    line: "if a; then exec <y; fi; sh",
    shows: ["a  below: if", "exec <y  stdin: file y  below: if", "sh  stdin: pipe ?"],
  },
  {
    name: "A loop's next round reads it",
    line: "a | while sh; do exec <y; done",
    shows: [
      "a  below: pipe",
      "sh  stdin: pipe ?  below: pipe › while",
      "exec <y  stdin: file y  below: pipe › while",
    ],
  },
  {
    name: "Text of eval does it too",
    line: "eval 'exec <y'; sh",
    shows: ["eval", "exec <y  stdin: file y  below: eval", "sh  stdin: pipe ?"],
  },
  {
    name: "A command's own redirection still counts",
    line: "exec <y; sh <z",
    shows: ["exec <y  stdin: file y", "sh <z  stdin: file z"],
  },
  {
    name: "A trap that does it is doubtful",
    line: "trap 'exec <y' INT",
    shows: [
      "trap : INT",
      "exec <y  stdin: file y  below: trap",
      "doubt unknown-text: trap: what the commands after it read cannot be known",
    ],
  },
]);
