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
]);
