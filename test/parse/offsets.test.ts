/** Where each command stands in the line, for showing it there. */
import { describe, expect, test } from "vitest";
import { displayText } from "../../src/core/word.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME } from "../helpers/show-command.ts";

interface Row {
  readonly name: string;
  readonly line: string;
  /** The text [pos, end) of each command. */
  readonly texts: readonly string[];
}

const ROWS: readonly Row[] = [
  { name: "A command's span leaves blanks out", line: "  ls -l  ; cat x ", texts: ["ls -l", "cat x"] },
  {
    name: "A span holds redirections and assignments",
    line: "A=1 ls >f 2>&1; b",
    texts: ["A=1 ls >f 2>&1", "b"],
  },
  { name: "A pipe's commands have spans of their own", line: "a b | c d", texts: ["a b", "c d"] },
  {
    name: "A substitution has its own span inside its command's",
    line: 'a "$(rm x)" `b y`',
    texts: ["rm x", "b y", 'a "$(rm x)" `b y`'],
  },
  {
    name: "Escaped backticks have the span of the outer substitution",
    line: "a `b \\`rm x\\``",
    texts: ["`b \\`rm x\\``", "`b \\`rm x\\``", "a `b \\`rm x\\``"],
  },
  { name: "A function's body has the span of the call", line: "f() { rm x; }; f a", texts: ["f a"] },
  { name: "An uncalled function's body has its own span", line: "f() { rm x; }", texts: ["rm x"] },
  {
    name: "Text of eval has the span of the eval",
    line: "ls; eval 'rm x'",
    texts: ["ls", "eval 'rm x'", "eval 'rm x'"],
  },
  {
    name: "Text of an alias has the span of the call",
    line: "alias x='rm y'\nx z",
    texts: ["alias x='rm y'", "x z", "x z"],
  },
  {
    name: "Characters of two code units count as the line counts them",
    line: "echo 🎉é; rm x",
    texts: ["echo 🎉é", "rm x"],
  },
  { name: "A continuation stays inside the span", line: "ls \\\n -l; b", texts: ["ls \\\n -l", "b"] },
];

describe("offsets", () => {
  test.each(ROWS)("$name", ({ line, texts }) => {
    const outcome = parseLine(line, { dialect: "bash", home: HOME, cwd: CWD });
    const commands = outcome.kind === "parsed" ? outcome.commands : [];
    expect(commands.map(({ pos, end }) => line.slice(pos, end))).toEqual(texts);
  });

  test("Words and redirections stand where they are written", () => {
    const line = "cp 'a b' $x >out";
    const outcome = parseLine(line, { dialect: "bash", home: HOME, cwd: CWD });
    const [command] = outcome.kind === "parsed" ? outcome.commands : [];
    expect(command?.argv.map(({ pos, end }) => line.slice(pos, end))).toEqual(["cp", "'a b'", "$x"]);
    expect(
      command?.redirects.map(({ pos, end, target }) => [line.slice(pos, end), displayText(target)]),
    ).toEqual([[">out", "out"]]);
  });
});
