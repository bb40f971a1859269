import { describe, expect, it } from "vitest";
import { compileFiles } from "../../src/build/compile-files.ts";
import { problemText } from "../../src/build/problem.ts";

const problemsIn = (...texts: readonly string[]): readonly string[] =>
  compileFiles(texts.map((text, index) => ({ file: `f${index}.yaml`, text }))).problems.map(problemText);

const ok = "a: {about: x, examples: {a: none}}\n";

const MISTAKES: readonly (readonly [name: string, text: string, problem: string])[] = [
  [
    "an unknown field",
    "a:\n  about: x\n  colour: red\n  examples: {a: none}\n",
    'f0.yaml:3: a: unknown field "colour"',
  ],
  [
    "a duplicate key",
    "a:\n  about: x\n  about: y\n  examples: {a: none}\n",
    "f0.yaml:3: Map keys must be unique",
  ],
  [
    "an unknown role",
    "a:\n  about: x\n  operands: readd\n  examples: {a: none}\n",
    'f0.yaml:3: a > operands: unknown role "readd"',
  ],
  [
    "an unknown role of an option",
    "a:\n  about: x\n  options:\n    -x: nope\n  examples: {a: none}\n",
    'f0.yaml:4: a > options > -x: unknown role "nope"',
  ],
  [
    "an option listed twice",
    "a:\n  about: x\n  flags: -q\n  options: {-q: text}\n  examples: {a: none}\n",
    "f0.yaml:4: a > options > -q: option -q is listed twice",
  ],
  ["missing examples", "a:\n  about: x\n", "f0.yaml:1: a > examples: is missing"],
  ["no example", "a:\n  about: x\n  examples: {}\n", "f0.yaml:3: a > examples: has no example"],
  ["a missing about", "a:\n  examples: {a: none}\n", "f0.yaml:1: a > about: is missing"],
  [
    "effects out of order",
    "a:\n  about: x\n  examples: {a: write read}\n",
    "f0.yaml:3: a > examples > a: must be",
  ],
  [
    "two repeating roles",
    "a:\n  about: x\n  operands: [read..., write...]\n  examples: {a: none}\n",
    "f0.yaml:3: a > operands: two roles",
  ],
  [
    "argv that is not last",
    "a:\n  about: x\n  operands: [argv, text]\n  examples: {a: none}\n",
    'f0.yaml:3: a > operands: role "argv" takes all',
  ],
  [
    "without that lacks minOperands",
    "a:\n  about: x\n  without: {does: []}\n  examples: {a: none}\n",
    "f0.yaml:3: a > without: needs",
  ],
  [
    "a name that is no option",
    "a:\n  about: x\n  flags: -a b\n  examples: {a: none}\n",
    'f0.yaml:1: a: "b" is not an option name',
  ],
];

describe("mistakes in a knowledge file are named with file and line", () => {
  it.each(MISTAKES)("%s", (_name, text, problem) => {
    expect(problemsIn(text).join("\n")).toContain(problem);
  });

  it("a program defined in two files", () => {
    expect(problemsIn(ok, ok)).toEqual([
      "f1.yaml:1: a: program a is defined twice (also in f0.yaml): keep one",
    ]);
  });

  it("a correct file has none", () => {
    expect(problemsIn(ok)).toEqual([]);
  });
});
