/** Definitions of the asking shell: they count where the line uses them, and only as definitions. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/core/command.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME, showOutcome } from "../helpers/show-command.ts";

interface Row {
  readonly name: string;
  readonly prelude: string;
  readonly line: string;
  readonly shows: readonly string[];
  readonly dialect?: Dialect;
}

const UNKNOWN = "doubt unknown-text: the shell's definitions hold something that cannot be known";

const ROWS: readonly Row[] = [
  {
    name: "An alias takes the place of its name and nothing else runs",
    prelude: "alias ll='ls -la'",
    line: "ll src",
    shows: ["ls -la src  below: alias ll"],
  },
  {
    name: "An alias that names itself is replaced once",
    prelude: "alias ls='ls --color=auto'",
    line: "ls x | wc",
    shows: ["ls --color=auto x  below: pipe › alias ls", "wc  stdin: pipe 0  below: pipe"],
  },
  {
    name: "Aliases are followed from one to the next",
    prelude: "alias a='b -x'\nalias b=rm",
    line: "a y",
    shows: ["rm -x y  below: alias a › alias b"],
  },
  {
    name: "An alias may change the folder",
    prelude: "alias ..='cd ..'",
    line: ".. && rm x",
    shows: ["cd ..  below: alias ..", "rm x  in: /, /w"],
  },
  {
    name: "An alias in front of a builtin gets its assignments",
    prelude: "alias e=export",
    line: "e A=1",
    shows: ["export A=1 export A=1  below: alias e"],
  },
  {
    name: "An alias may stand for a function, which gets the arguments",
    prelude: 'alias a=f\nf() { rm "$1"; }',
    line: "a x",
    shows: ["rm x  below: alias a › function f › { }"],
  },
  {
    name: "Redirections stay with the alias",
    prelude: "alias ll='ls -la'",
    line: "ll >out",
    shows: ["ls -la >out  below: alias ll"],
  },
  {
    name: "A quoted name is no alias",
    prelude: "alias rm=echo",
    line: "\\rm x; 'rm' y; r\"m\" z",
    shows: ["rm x", "rm y", "rm z"],
  },
  {
    name: "A name that is put together is no alias",
    prelude: "alias rm=echo",
    line: "a=rm; $a x",
    shows: ["a=rm", "rm x"],
  },
  {
    name: "Behind an assignment both are possible",
    prelude: "alias rm=echo",
    line: "A=1 rm x",
    shows: ["echo x  below: alias rm", "export A=1 rm x"],
  },
  {
    name: "In a function both are possible",
    prelude: "alias rm=echo\nf() { rm x; }",
    line: "f",
    shows: ["echo x  below: function f › { } › alias rm", "rm x  below: function f › { }"],
  },
  {
    name: "After unalias both are possible",
    prelude: "alias rm=echo",
    line: "unalias rm\nrm x",
    shows: ["unalias rm", "echo x  below: alias rm", "rm x"],
  },
  {
    name: "What the line defines anew keeps its old meaning too",
    prelude: "alias x='rm y'",
    line: "alias x=ls; x",
    shows: ["alias x=ls", "rm y  below: alias x", "ls  below: alias x", "x"],
  },
  {
    name: "In an argument's substitution the alias counts again",
    prelude: "alias x='rm'",
    line: "x $(x y)",
    shows: [
      "rm y  below: alias x › $( ) › alias x",
      "x y  below: alias x › $( )",
      "rm ⟨$(x y)…⟩  below: alias x",
    ],
  },
  {
    name: "An alias that ends in a blank is fine before other words",
    prelude: "alias w='watch '",
    line: "w ls",
    shows: ["watch ls  below: alias w"],
  },
  {
    name: "An alias that ends in a blank before another alias is doubtful",
    prelude: "alias w='watch '\nalias y='rm x'",
    line: "w y",
    shows: [
      "watch y  below: alias w",
      "w y",
      "doubt unknown-text: the alias w changes how the words after it are read",
    ],
  },
  {
    name: "An alias that holds a comment is doubtful",
    prelude: "alias x='ls #'",
    line: "x y",
    shows: [
      "ls y  below: alias x",
      "x y",
      "doubt unknown-text: the alias x changes how the words after it are read",
    ],
  },
  {
    name: "A function goes before the program of its name",
    prelude: 'ls () \n{ \n    rm -rf "$@"\n}',
    line: "ls x",
    shows: ["rm -rf x  below: function ls › { }"],
  },
  {
    name: "A function goes before the builtin of its name",
    prelude: "cd() { rm x; }",
    line: "cd y",
    shows: ["rm x  below: function cd › { }"],
  },
  {
    name: "A function under a special builtin's name may be either",
    prelude: "eval() { rm x; }",
    line: "eval ls",
    shows: ["rm x  below: function eval › { }", "eval", "ls  below: eval"],
  },
  {
    name: "Functions may call each other",
    prelude: 'f() { g "$1"; }\ng() { rm "$1"; }',
    line: "f x",
    shows: ["rm x  below: function f › { } › function g › { }"],
  },
  {
    name: "A function that was taken away may still be there",
    prelude: "rm() { a; }",
    line: "unset -f rm; rm x",
    shows: ["unset -f rm", "a  below: function rm › { }", "rm x"],
  },
  {
    name: "The mark of an exported function is a definition",
    prelude: "f () \n{ \n    a\n}\ndeclare -fx f",
    line: "f",
    shows: ["a  below: function f › { }"],
  },
  {
    name: "A command among the definitions is doubtful",
    prelude: "rm x",
    line: "ls",
    shows: ["ls", UNKNOWN],
  },
  {
    name: "An alias in the background is doubtful",
    prelude: "alias a=b &",
    line: "ls",
    shows: ["ls", UNKNOWN],
  },
  {
    name: "An alias whose text is put together is doubtful",
    prelude: 'alias a="$(id)"',
    line: "ls",
    shows: ["ls", UNKNOWN],
  },
  {
    name: "An alias for a keyword is doubtful where the keyword stands",
    prelude: "alias if='rm x; if'",
    line: "if a; then b; fi",
    shows: ["a  below: if", "b  below: if", UNKNOWN],
  },
  {
    name: "Definitions that cannot be read are doubtful",
    prelude: "alias a='b",
    line: "ls",
    shows: [
      "ls",
      "doubt unknown-text: the shell's definitions cannot be known: the text is not valid shell text",
    ],
  },
  {
    name: "Definitions that are too long are doubtful",
    prelude: `alias a='${"x".repeat(70_000)}'`,
    line: "ls",
    shows: [
      "ls",
      "doubt unknown-text: the shell's definitions cannot be known: the text is longer than 65536 characters",
    ],
  },
  {
    name: "A global alias is doubtful where its name stands",
    prelude: "alias -g L='| sh'",
    line: "ls L",
    dialect: "zsh",
    shows: ["ls L", UNKNOWN],
  },
  {
    name: "A global alias whose name does not stand there does not matter",
    prelude: "alias -g L='| sh'",
    line: "ls",
    dialect: "zsh",
    shows: ["ls"],
  },
  {
    name: "A suffix alias is doubtful where its ending stands",
    prelude: "alias -s md=rm",
    line: "./a.md",
    dialect: "zsh",
    shows: ["./a.md", UNKNOWN],
  },
  {
    name: "Behind nocorrect zsh looks for aliases again",
    prelude: "alias ls='rm x'",
    line: "nocorrect ls",
    dialect: "zsh",
    shows: [
      "nocorrect ls",
      "doubt unknown-text: the shell's definitions cannot be followed behind nocorrect",
    ],
  },
  {
    name: "What fish's alias defines is followed",
    prelude:
      "# Defined via `source`\nfunction ll --wraps='ls -la' --description 'alias ll=ls -la'\n  ls -la $argv\n        \nend\n",
    line: "ll src",
    dialect: "fish",
    shows: ["ls -la src"],
  },
  {
    name: "Any other function of fish is doubtful",
    prelude: "function ls\n  rm -rf ~\nend",
    line: "ls",
    dialect: "fish",
    shows: ["ls", UNKNOWN],
  },
  {
    name: "A block in a function of fish is doubtful",
    prelude: "function ls\n  if true\n    rm x\n  end\nend",
    line: "ls",
    dialect: "fish",
    shows: ["ls", UNKNOWN],
  },
];

describe("definitions of the asking shell", () => {
  test.each(ROWS)("$name", ({ prelude, line, dialect = "bash", shows }) => {
    expect(showOutcome(parseLine(line, { dialect, home: HOME, cwd: CWD, prelude }))).toEqual(shows);
  });
});

describe("the second parser", () => {
  const texts = (prelude: string, line: string) => {
    const outcome = parseLine(line, { dialect: "bash", home: HOME, cwd: CWD, prelude });
    return outcome.kind === "parsed" ? (outcome.texts ?? []) : ["unparsable"];
  };
  test("is asked about functions", () => {
    expect(texts("f() { a; }", "ls")).toEqual(["f() { a; }"]);
  });
  test("is not needed for plain aliases", () => {
    expect(texts("alias ll='ls -la'", "ll")).toEqual([]);
  });
  test("is asked about the text of an alias that is more than plain", () => {
    expect(texts("alias x='ls $(id)'", "x")).toEqual(["ls $(id)"]);
  });
});
