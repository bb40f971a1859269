/** Only words, quotes, wildcards, pipes, lists and redirections are plain; the rest needs a second parser's vote. */
import { describe, expect, test } from "vitest";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME } from "../helpers/show-command.ts";

const PLAIN: readonly string[] = [
  "ls -l",
  "a; b && c || d & e",
  "a | b |& c",
  "! a",
  "echo 'a' \"b\" c\\d",
  "ls *.c [ab]? >f 2>&1 <g",
];

const BEYOND: readonly string[] = [
  "echo $x",
  'echo "$x"',
  "echo $(a)",
  "echo `a`",
  "echo $((1))",
  "echo $'a'",
  "(a)",
  "{ a; }",
  "if a; then b; fi",
  "while a; do b; done",
  "for x in a; do b; done",
  "case a in b) c;; esac",
  "f() { a; }",
  "[[ a ]]",
  "((1))",
  "A=1 b",
  "A=(1)",
  "cat <<E\na\nE",
  "cat <<<a",
  "diff <(a) b",
  "echo {a,b}",
  "ls @(a)",
  "time a",
  "coproc a",
  "eval '(a)'",
  "trap '$x' EXIT",
];

describe("plain", () => {
  test.each(PLAIN)("%s is plain", (line) => {
    expect(parseLine(line, { dialect: "bash", home: HOME, cwd: CWD })).toMatchObject({
      kind: "parsed",
      plain: true,
    });
  });

  test.each(BEYOND)("%s is not plain", (line) => {
    expect(parseLine(line, { dialect: "bash", home: HOME, cwd: CWD })).toMatchObject({
      kind: "parsed",
      plain: false,
    });
  });
});
