/** Quotes, escapes, tildes, braces and wildcards: what one shell word becomes. */
import { runRows } from "./run-rows.ts";

runRows("words", [
  {
    name: "Single quotes keep everything as it is",
    line: "echo 'a $b `c` \\d'",
    shows: ['echo "a $b `c` \\\\d"'],
  },
  {
    name: "Double quotes keep blanks and expand variables",
    line: 'echo "a  b$x"',
    shows: ['echo "a  b"⟨$x⟩'],
  },
  {
    name: "A backslash takes the next character as it is",
    line: "echo a\\ b \\$x \\\\",
    shows: ['echo "a b" "$x" "\\\\"'],
  },
  { name: "Quotes inside a word vanish", line: "r'm' \"l\"s c\\at", shows: ["rm ls cat"] },
  { name: "An empty pair of quotes is a word", line: "echo '' \"\"", shows: ["echo '' ''"] },
  { name: "A backslash before the program's name only stops aliases", line: "\\rm x", shows: ["rm x"] },
  { name: "A line continuation joins a word", line: "r\\\nm x", shows: ["rm x"] },
  { name: "A line continuation joins two lines", line: "ls \\\n  -l", shows: ["ls -l"] },
  { name: "ANSI-C escapes are decoded", line: "$'\\x72\\155' $'\\u0078'", shows: ["rm x"] },
  { name: "ANSI-C text ends at a NUL", line: "$'rm\\0ls' x", shows: ["rm x"] },
  { name: "A locale string is read like double quotes", line: 'echo $"a b"', shows: ['echo "a b"'] },
  { name: "A lone dollar sign is text", line: "echo $ a$", shows: ['echo "$" "a$"'] },
  { name: "A tilde at the start is the home folder", line: "ls ~ ~/x", shows: ["ls /home/u /home/u/x"] },
  {
    name: "A tilde with a name is known for root and for oneself",
    line: "ls ~root/x ~u/y ~bob",
    shows: ["ls /root/x /home/u/y ⟨~bob⟩"],
  },
  { name: "A quoted tilde is text", line: "ls '~/x' \\~/x", shows: ["ls ~/x ~/x"] },
  {
    name: "A tilde after an equals sign is the home folder",
    line: "cc --prefix=~/x",
    shows: ["cc --prefix=/home/u/x"],
  },
  {
    name: "A tilde follows the line's own HOME",
    line: "HOME=/etc; ls ~/x",
    shows: ["HOME=/etc", "ls /etc/x"],
  },
  {
    name: "Braces make several words",
    line: "cp f{,.bak} {a,b}/{1,2}",
    shows: ["cp f f.bak a/1 a/2 b/1 b/2"],
  },
  { name: "Braces may build a program and its arguments", line: "{rm,-r,x}", shows: ["rm -r x"] },
  { name: "Nested braces expand", line: "echo a{b,{c,d}}e", shows: ["echo abe ace ade"] },
  {
    name: "A brace sequence counts",
    line: "echo {1..3} {c..a} {1..5..2}",
    shows: ["echo 1 2 3 c b a 1 3 5"],
  },
  { name: "A padded brace sequence keeps its width", line: "echo {08..10}", shows: ["echo 08 09 10"] },
  {
    name: "A brace sequence of letters with a step is unknown",
    line: "echo x{a..e..2}",
    shows: ["echo x⟨{a..e..2}…⟩"],
  },
  {
    name: "A brace sequence of huge numbers is unknown",
    line: "echo {1000000..1000001}",
    shows: ["echo ⟨{1000000..1000001}…⟩"],
  },
  { name: "Braces with quotes inside are unknown", line: "echo {'a',b}", shows: ["echo ⟨{'a',b}…⟩"] },
  { name: "Single braces are text", line: "find . -exec ls {} +", shows: ['find . -exec ls "{}" +'] },
  { name: "Wildcards are marked", line: "ls *.c a?b [ab]c", shows: ["ls ‹*›.c a‹?›b ‹[ab]›c"] },
  { name: "Quoted wildcards are text", line: "ls '*' \\* \"[a]\"", shows: ['ls "*" "*" "[a]"'] },
  {
    name: "A hash starts a comment only at the start of a word",
    line: "echo a#b # rm x",
    shows: ['echo "a#b"'],
  },
  {
    name: "An extended glob is doubtful",
    line: "ls !(a|b)",
    shows: ["ls ‹!(a|b)›", "doubt unknown-text: the pattern !(a|b) may run code in zsh"],
  },
  {
    name: "Text without a shell meaning stays text",
    line: "echo = a=b @ % ^ + é 🎉",
    shows: ['echo = a=b @ % ^ + "é" "🎉"'],
  },
  { name: "A word of many parts is one word", line: 'ls "a"\'b\'c$x"$y"d', shows: ["ls abc⟨$x…⟩⟨$y⟩d"] },
]);
