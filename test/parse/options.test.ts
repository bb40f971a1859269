/** What the asker tells about the shell: its folder, arguments, variables, stdin, functions and aliases. */
import { describe, expect, test } from "vitest";
import { textWord } from "../../src/core/word.ts";
import { type ParseOptions, parseLine } from "../../src/parse/parse.ts";
import { HOME, showOutcome, showWord } from "../helpers/show-command.ts";

const AT = { pos: 0, end: 0 };
const BASE: ParseOptions = { dialect: "bash", home: HOME, cwd: "/w" };

interface Row {
  readonly name: string;
  readonly line: string;
  readonly options: Partial<ParseOptions>;
  readonly shows: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: "An unknown folder stays unknown",
    line: "ls; cd a; ls",
    options: { cwd: null },
    shows: ["ls  in: ?", "cd a  in: ?", "ls  in: ?"],
  },
  {
    name: "Several folders are all possible",
    line: "cd a && ls",
    options: { cwd: ["/x", "/y"] },
    shows: ["cd a  in: /x, /y", "ls  in: /x/a, /y/a"],
  },
  {
    name: "A folder that is absolute is known again",
    line: "cd /tmp && ls",
    options: { cwd: null },
    shows: ["cd /tmp  in: ?", "ls  in: /tmp"],
  },
  {
    name: "Given arguments are known",
    line: '"$@"; $1',
    options: { positional: [textWord("rm", AT), textWord("x", AT)] },
    shows: ["rm x", "rm"],
  },
  {
    name: "No arguments are known to be none",
    line: 'ls "$@" $1',
    options: { positional: [] },
    shows: ["ls"],
  },
  {
    name: "Given variables are known",
    line: "$P x",
    options: { exports: new Map([["P", textWord("rm", AT)]]) },
    shows: ["rm x"],
  },
  {
    name: "Given stdin reaches the commands",
    line: "sh",
    options: { stdin: { kind: "text", text: textWord("rm x", AT) } },
    shows: ['sh  stdin: text "rm x"'],
  },
  {
    name: "Functions of the shell are called",
    line: "ls x",
    options: { prelude: 'ls() { rm "$@"; }' },
    shows: ["rm x  below: function ls › { }"],
  },
  {
    name: "Aliases of the shell are expanded",
    line: "ll x",
    options: { prelude: "alias ll='rm -r'" },
    shows: ["rm -r x  below: alias ll"],
  },
  {
    name: "Functions of the shell that are not called do not count",
    line: "ls x",
    options: { prelude: "f() { rm x; }" },
    shows: ["ls x"],
  },
];

describe("what the asker tells", () => {
  test.each(ROWS)("$name", ({ line, options, shows }) => {
    expect(showOutcome(parseLine(line, { ...BASE, ...options }))).toEqual(shows);
  });
});

const EXPORTS: readonly (readonly [name: string, line: string, exports: Readonly<Record<string, string>>])[] =
  [
    ["An assignment in front reaches the program", "A=1 sh", { A: "1" }],
    ["A shell variable does not", "A=1; sh", {}],
    ["An exported variable does", "export A=1; sh", { A: "1" }],
    ["A variable exported later does", "A=1; export A; sh", { A: "1" }],
    ["A declaration with -x does", "declare -x A=1; sh", { A: "1" }],
    ["A new value of an exported variable does", "export A=1; A=2; sh", { A: "2" }],
    ["An unknown value is unknown", "export A=$x; sh", { A: "⟨$x⟩" }],
    ["A value out of several is not given", "if a; then A=1; else A=2; fi; export A; sh", {}],
    [
      "An assignment out of several values hides the exported one",
      "export A=0; if a; then B=1; else B=2; fi; A=$B sh",
      {},
    ],
    ["A variable that was unset has no value", "export A=1; unset A; sh", { A: "⟨$A⟩" }],
  ];

describe("exports", () => {
  test.each(EXPORTS)("%s", (_, line, exports) => {
    const outcome = parseLine(line, BASE);
    const last = outcome.kind === "parsed" ? outcome.commands.at(-1) : undefined;
    const shown = Object.fromEntries(
      [...(last?.exports ?? [])].map(([name, word]) => [name, showWord(word)]),
    );
    expect(shown).toEqual(exports);
  });
});
