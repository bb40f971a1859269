/** fish lines, read by a small reader of their own; and what the real fish says to them. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME } from "../helpers/show-command.ts";
import { type Row, runRows } from "./run-rows.ts";

const ROWS: readonly Row[] = [
  {
    name: "Words, lists and pipes are read",
    line: "a b; c && d || e | f",
    shows: ["a b", "c", "d", "e  below: pipe", "f  stdin: pipe 3  below: pipe"],
  },
  {
    name: "Quotes and escapes are read",
    line: "echo 'a\\'b$x' \"c\\\"d\" e\\ f \\x41 \\u0042",
    shows: ['echo "a\'b$x" "c\\"d" "e f" A B'],
  },
  { name: "An empty pair of quotes is a word", line: "echo '' \"\"", shows: ["echo '' ''"] },
  { name: "A backslash in single quotes is text", line: "echo 'a\\nb'", shows: ['echo "a\\\\nb"'] },
  { name: "A line continuation joins two lines", line: "ls \\\n  -l", shows: ["ls -l"] },
  { name: "A newline ends a command", line: "a\nb", shows: ["a", "b"] },
  { name: "A comment runs nothing", line: "# rm x\nls # rm y", shows: ["ls"] },
  {
    name: "Words of logic are left away",
    line: "a; and b; or not c; and ! d; time e",
    shows: ["a", "b", "c", "d", "e"],
  },
  { name: "A background job counts", line: "a & b", shows: ["a  below: &", "b"] },
  {
    name: "A pipe of both outputs counts",
    line: "a &| b",
    shows: ["a  below: pipe", "b  stdin: pipe 0  below: pipe"],
  },
  {
    name: "A pipe of one descriptor counts",
    line: "a 2>| b",
    shows: ["a  below: pipe", "b  stdin: pipe 0  below: pipe"],
  },
  { name: "A variable is unknown", line: 'rm $x "$y" $z[1] $$w', shows: ["rm ⟨$x…⟩ ⟨$y⟩ ⟨$z[1]…⟩ ⟨$$w…⟩"] },
  { name: "A variable may name the program", line: "$x y", shows: ["⟨$x…⟩ y"] },
  {
    name: "A substitution runs",
    line: 'rm (a b) "$(c)" $(d)[1]',
    shows: ["a b  below: $( )", "c  below: $( )", "d  below: $( )", "rm ⟨(a b)…⟩ ⟨$(c)…⟩ ⟨$(d)[1]…⟩"],
  },
  {
    name: "A substitution in a substitution runs",
    line: "a (b (c | d))",
    shows: [
      "c  below: $( ) › $( ) › pipe",
      "d  stdin: pipe 0  below: $( ) › $( ) › pipe",
      "b ⟨(c | d)…⟩  below: $( )",
      "a ⟨(b (c | d))…⟩",
    ],
  },
  { name: "Brackets in double quotes are text", line: 'echo "(rm x)"', shows: ['echo "(rm x)"'] },
  {
    name: "Brackets in single quotes are text",
    line: "echo '(rm x)' '$(rm y)'",
    shows: ['echo "(rm x)" "$(rm y)"'],
  },
  { name: "Wildcards are marked", line: "ls *.c **/x a?", shows: ["ls ‹*›.c ‹**›/x a‹?›"] },
  { name: "Simple braces make several words", line: "rm {a,b}.c", shows: ["rm a.c b.c"] },
  { name: "Empty braces are text", line: "find . -exec ls {} +", shows: ['find . -exec ls "{}" +'] },
  {
    name: "Other braces are refused",
    line: "echo {a,$x}",
    shows: ["unparsable: has braces that are not simple"],
  },
  {
    name: "A group in braces is refused",
    line: "{ rm x }",
    shows: ["unparsable: has braces that are not simple"],
  },
  { name: "A tilde is the home folder", line: "ls ~/x '~/y'", shows: ["ls /home/u/x ~/y"] },
  {
    name: "Redirections are kept",
    line: "a <i >o >>p 2>e &>q >?r 2>&1",
    shows: ["a <i >o >>p >e &>q >r >&1  stdin: file i"],
  },
  { name: "A file on stdin is known", line: "sh <f", shows: ["sh <f  stdin: file f"] },
  { name: "A variable before a command counts", line: "A=1 ls", shows: ["export A=1 ls"] },
  {
    name: "set assigns",
    line: "set -gx PATH /x $PATH",
    shows: ["export PATH=/x,⟨$PATH…⟩ set -gx PATH /x ⟨$PATH…⟩"],
  },
  {
    name: "set that only asks assigns nothing",
    line: "set -q PATH; set -S",
    shows: ["set -q PATH", "set -S"],
  },
  {
    name: "set of an unknown name is doubtful",
    line: "set $x y",
    shows: ["set ⟨$x…⟩ y", "doubt unknown-text: set sets a variable whose name cannot be known"],
  },
  {
    name: "set of a universal variable is doubtful",
    line: "set -U x y",
    shows: ["x=y set -U x y", "doubt redefinition: set -U changes every fish of this user"],
  },
  { name: "read assigns", line: "read PATH", shows: ["export PATH=⟨PATH⟩ read PATH"] },
  {
    name: "export and setenv assign",
    line: "export PATH=/x:/y; setenv PATH /z",
    shows: ["export PATH=/x:/y export PATH=/x:/y", "export PATH=/z setenv PATH /z"],
  },
  {
    name: "set behind builtin assigns",
    line: "builtin set -gx PATH /x",
    shows: ["export PATH=/x builtin set -gx PATH /x"],
  },
  {
    name: "A value of set that looks like an option is a value",
    line: "set PATH /x -q",
    shows: ["export PATH=/x,-q set PATH /x -q"],
  },
  {
    name: "A name behind many options must be known",
    line: "set -g -x $n /x",
    shows: ["set -g -x ⟨$n…⟩ /x", "doubt unknown-text: set sets a variable whose name cannot be known"],
  },
  {
    name: "The target of bash's trace is doubtful",
    line: "set -gx BASH_XTRACEFD 1",
    shows: [
      "export BASH_XTRACEFD=1 set -gx BASH_XTRACEFD 1",
      "doubt redefinition: BASH_XTRACEFD sends the trace into the output",
    ],
  },
  { name: "A prompt that is text runs nothing", line: "read -P -x", shows: ["read -P -x"] },
  {
    name: "cd behind builtin moves what follows",
    line: "builtin cd /tmp; ls",
    shows: ["builtin cd /tmp", "ls  in: /tmp, /w"],
  },
  { name: "cd moves what follows", line: "cd /tmp; ls", shows: ["cd /tmp", "ls  in: /tmp, /w"] },
  {
    name: "eval runs its text",
    line: "eval 'rm x; ls | cat'",
    shows: [
      'eval "rm x; ls | cat"',
      "rm x  below: eval",
      "ls  below: eval › pipe",
      "cat  stdin: pipe 2  below: eval › pipe",
    ],
  },
  {
    name: "eval reads the pipe before it",
    line: "a | eval 'b; c | d'",
    shows: [
      "a  below: pipe",
      'eval "b; c | d"  stdin: pipe 0  below: pipe',
      "b  stdin: pipe 0  below: pipe › eval",
      "c  stdin: pipe 0  below: pipe › eval › pipe",
      "d  stdin: pipe 3  below: pipe › eval › pipe",
    ],
  },
  {
    name: "eval of unknown text is doubtful",
    line: "eval $x",
    shows: ["eval ⟨$x…⟩", "doubt unknown-text: eval runs text that cannot be known"],
  },
  {
    name: "eval of a block is doubtful",
    line: "eval 'if a; b; end'",
    shows: [
      'eval "if a; b; end"',
      "a  below: eval",
      "b  below: eval",
      "doubt unknown-text: the line has a block, whose course cannot be known",
    ],
  },
  {
    name: "source is doubtful",
    line: "source f; . g",
    shows: [
      "source f",
      ". g",
      "doubt unknown-text: source runs text that cannot be known",
      "doubt unknown-text: . runs text that cannot be known",
    ],
  },
  {
    name: "An alias is doubtful",
    line: "alias ls 'rm x'",
    shows: ['alias ls "rm x"', "doubt redefinition: alias makes a name stand for something else"],
  },
  {
    name: "A condition's commands are read, its course is not",
    line: "if a; rm x; else if not b; c; else; d; end",
    shows: [
      "a",
      "rm x",
      "b",
      "c",
      "d",
      "doubt unknown-text: the line has a block, whose course cannot be known",
    ],
  },
  {
    name: "A loop's commands are read",
    line: "for i in (ls); rm $i; end",
    shows: [
      "ls  below: $( )",
      "rm ⟨$i…⟩",
      "doubt unknown-text: the line has a block, whose course cannot be known",
    ],
  },
  {
    name: "A loop with a condition",
    line: "while a; b; end >f",
    shows: ["a", "b", ">f", "doubt unknown-text: the line has a block, whose course cannot be known"],
  },
  {
    name: "A group's commands are read",
    line: "begin; rm x; end | cat",
    shows: [
      "rm x",
      "cat  stdin: pipe ?  below: pipe",
      "doubt unknown-text: the line has a block, whose course cannot be known",
    ],
  },
  {
    name: "A choice's commands are read",
    line: "switch $x; case a 'b*'; rm y; end",
    shows: ["rm y", "doubt unknown-text: the line has a block, whose course cannot be known"],
  },
  {
    name: "A function's commands are read",
    line: "function f; rm x; end; f",
    shows: ["rm x", "f", "doubt unknown-text: the line has a block, whose course cannot be known"],
  },
  {
    name: "A folder that a loop changes is not known",
    line: "for i in 1 2; cd ..; end; rm x",
    shows: [
      "cd ..",
      "rm x  in: /, /w, ?",
      "doubt unknown-text: the line has a block, whose course cannot be known",
    ],
  },
  {
    name: "A block of another shell is refused",
    line: "for i in a; do rm x; done",
    shows: ["unparsable: has a block of another shell"],
  },
  { name: "A stray closing bracket is refused", line: "ls )", shows: ["unparsable: is not valid fish text"] },
  {
    name: "An unclosed substitution is refused",
    line: "ls (rm x",
    shows: ["unparsable: is not valid fish text"],
  },
  { name: "An unclosed quote is refused", line: "ls 'a", shows: ["unparsable: is not valid fish text"] },
  {
    name: "An unclosed double quote is refused",
    line: 'ls "a',
    shows: ["unparsable: is not valid fish text"],
  },
  {
    name: "A missing command in a pipe is refused",
    line: "ls | | rm",
    shows: ["unparsable: is not valid fish text"],
  },
  {
    name: "A missing command after an operator is refused",
    line: "ls &&",
    shows: ["unparsable: is not valid fish text"],
  },
  {
    name: "A caret at the start of a word is refused",
    line: "ls ^f",
    shows: ["unparsable: begins a word with a caret"],
  },
  {
    name: "An ampersand inside a word is refused",
    line: "echo a&b",
    shows: ["unparsable: has an ampersand inside a word"],
  },
  { name: "A lone dollar sign is refused", line: "echo $", shows: ["unparsable: is not valid fish text"] },
  { name: "A control escape is refused", line: "echo \\cC", shows: ["unparsable: is not valid fish text"] },
  {
    name: "A slice that runs a command is refused",
    line: "echo $x[(rm y)]",
    shows: ["unparsable: is not valid fish text"],
  },
];

runRows("fish", ROWS, "fish");

test.each([
  "read -p 'touch m' x",
  "read -p'touch m' x",
  "read -lp 'touch m' x",
  "read --prompt 'touch m' x",
  "read --prompt='touch m' x",
  "read -R 'touch m' x",
  "read --right-prompt 'touch m' x",
  "builtin read -p 'touch m' x",
])("A prompt is a command: %s", (line) => {
  const outcome = parseLine(line, { dialect: "fish", home: HOME, cwd: CWD });
  expect(outcome).toMatchObject({ doubts: [{ because: "read runs the text of its prompt" }] });
});

const PLAIN: readonly (readonly [line: string, plain: boolean])[] = [
  ["a 'b' \"c\"; d | e && f & g", true],
  ["a $x", false],
  ["a (b)", false],
  ["a *", false],
  ["a {b,c}", false],
  ["a >b", false],
];

test.each(PLAIN)("%s: plain is %s", (line, plain) => {
  expect(parseLine(line, { dialect: "fish", home: HOME, cwd: CWD })).toMatchObject({ kind: "parsed", plain });
});

const installed = spawnSync("fish", ["--version"]).status === 0;

test.skipIf(!installed)(
  "The real fish accepts every line that the reader accepts (skipped without fish)",
  () => {
    const accepted = ROWS.filter(({ shows }) => !shows[0]?.startsWith("unparsable"));
    // It answers 0 even to a line that it cannot parse; only its words tell.
    const refused = accepted.filter(({ line }) => {
      return spawnSync("fish", ["--no-config", "-n", "-c", line]).stderr.length > 0;
    });
    expect(refused.map(({ line }) => line)).toEqual([]);
  },
);
