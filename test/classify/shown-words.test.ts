import { describe, expect, it } from "vitest";
import { compileFiles } from "../../src/build/compile-files.ts";
import { problemText } from "../../src/build/problem.ts";
import { classify } from "../../src/classify/classify.ts";
import { toKnowledge } from "../../src/classify/knowledge.ts";
import type { Classified } from "../../src/core/effect.ts";
import { commandIn, here } from "./fixture.ts";

/** Roles and fields about words: what they may show, which are known, where more arguments come from. */
const PROGRAMS = `
show: {about: x, options: {--title: text}, operands: text, otherOptions: harmless, examples: {show a: none}}
match: {about: x, operands: unseen, otherOptions: harmless, examples: {match a: none}}
wait: {about: x, operands: number, otherOptions: harmless, examples: {wait 1: none}}
choose: {about: x, operands: listed, words: red green, examples: {choose red: none}}
unpack: {about: x, options: {-f: read-remote}, examples: {unpack -f a: read}}
look: {about: x, operands: read, responseFiles: true, otherOptions: harmless, examples: {look a: read}}
list: {about: x, operands: list, examples: {list a: list}}
build: {about: x, does: [write], operands: read, flags: -x, when: {-where: {alone: true}}, style: long, examples: {build: write}}
query: {about: x, operands: ['code-or-file:yq', read...], examples: {query a: read}}
tune: {about: x, style: keyvalue, options: {of=: write}, operands: read, examples: {tune a: read}}
script: {about: x, operands: ['code:awk'], examples: {script 1: none}}
edit: {about: x, operands: ['code:sed'], examples: {edit p: none}}
cloud:
  about: x
  confirm: [It can delete everything.]
  subcommands:
    get: {does: [network], confirm: none, subcommands: {all: {does: [network]}}}
    drop: {does: [network]}
  examples: {cloud drop: network}
`;
const VARIABLES = `
dangerous: {search: {reason: finds programs, effect: execute, names: PATH}}
harmless: {looks: {reason: looks, names: LANG}}
integers: RANDOM COLUMNS
printable: HOME
secretWords: TOKEN
`;

const compiled = compileFiles([
  { file: "words.yaml", text: PROGRAMS },
  { file: "variables.yaml", text: VARIABLES },
]);
if (compiled.problems.length > 0) throw new Error(compiled.problems.map(problemText).join("\n"));
const knowledge = toKnowledge(compiled.data);

const judged = (line: string): Classified => classify(commandIn(line), knowledge, here);
const kinds = (line: string): string =>
  [...new Set(judged(line).effects.map((effect) => effect.kind))].join(" ");

describe("words that a program may show", () => {
  it.each([
    ["a variable of unknown content in a text asks", 'show "$NOTES"', "execute"],
    ["the same as the value of an option", 'show --title="$NOTES"', "execute"],
    ["the same in an option that is not listed", 'show --frob="$NOTES"', "execute"],
    ["a printable variable may be shown", 'show "$HOME"', ""],
    ["what the line itself set may be shown", 'NOTES=a; show "$NOTES"', ""],
    ["a positional parameter may be shown", 'show "$1"', ""],
    ["the output of a command was judged already", 'show "$(date)"', ""],
    ["unseen text may hold anything", 'match "$API_TOKEN"', ""],
    ["unseen text that splits asks for a secret", "match $API_TOKEN", "execute"],
    ["a number may come from anywhere", 'wait "$N"', ""],
    ["a number that is called a secret asks", 'wait "$API_TOKEN"', "execute"],
    ["a path that is called a secret asks", 'list "./$API_TOKEN"', "execute list"],
  ])("%s", (_name, line, wanted) => {
    expect(kinds(line)).toBe(wanted);
  });
});

describe("words that are known", () => {
  it.each([
    ["a listed word does no harm", "choose red green", ""],
    ["another word asks", "choose blue", "execute"],
    ["an unknown word asks", 'choose "$X"', "execute"],
  ])("%s", (_name, line, wanted) => {
    expect(kinds(line)).toBe(wanted);
  });
});

describe("where words lead", () => {
  it.each([
    ["a file", "unpack -f a.tar", "read"],
    ["a host before a colon", "unpack -f host:a.tar", "network"],
    ["a colon behind a slash", "unpack -f ./a:b.tar", "read"],
    ["a URL", "unpack -f https://example.com/a", "network"],
    ["a file of arguments", "look @more", "execute read"],
    ["code that may be a file", "query .a", "read"],
    ["code that loads and may be a file", "query 'load(1)' b", "read execute"],
    ["a pair behind --", "tune -- of=x", "write"],
    ["a pair behind -- that is not listed", "tune -- if=x", "execute"],
    ["a flag that stands alone", "build -where", ""],
    ["the same flag beside an operand", "build -where a", "write read"],
    ["the same flag beside another", "build -where -x", "write"],
  ])("%s", (_name, line, wanted) => {
    expect(kinds(line)).toBe(wanted);
  });
});

describe("number variables of the shell", () => {
  it.each([
    ["a plain number", "RANDOM=5", ""],
    ["a number for a program", "COLUMNS=80 wait 1", ""],
    ["text is evaluated", "RANDOM='a[$(id)]'", "execute"],
    ["an unknown value is evaluated", 'COLUMNS="$X" wait 1', "execute"],
  ])("%s", (_name, line, wanted) => {
    expect(kinds(line)).toBe(wanted);
  });
});

describe("shell text inside of code is judged too", () => {
  const texts = (line: string): readonly string[] =>
    judged(line).runs.map((run) => (run.kind === "shell" ? run.text.pieces.map((p) => p.text).join("") : ""));

  it.each([
    ["awk's system", `script 'BEGIN{system("sudo id")}'`, ["sudo id"]],
    ["awk reads from a command", `script '{"sudo id" | getline x}'`, ["sudo id"]],
    ["awk writes to a command", `script '{print | "sudo id"}'`, ["sudo id"]],
    ["awk's command that is put together", "script '{system(x)}'", []],
    ["sed's e", "edit 'e sudo id'", ["sudo id"]],
    ["sed's flag e", "edit 's/x/sudo id/e'", ["sudo id"]],
    ["sed's flag e with an escaped delimiter", "edit 's/x/rm -rf \\/tmp/e'", ["rm -rf /tmp"]],
    ["sed's e alone", "edit e", []],
  ])("%s", (_name, line, wanted) => {
    expect(texts(line)).toEqual(wanted);
    expect(kinds(line)).toBe("execute");
  });
});

describe("confirm", () => {
  it.each([
    ["holds for a sub-command that changes", "cloud drop", true],
    ["is taken back for one that looks", "cloud get all", false],
    ["holds where the sub-command is not known", "cloud frob", true],
  ])("%s", (_name, line, wanted) => {
    expect(judged(line).confirm !== undefined).toBe(wanted);
  });
});
