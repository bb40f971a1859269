import { describe, expect, it } from "vitest";
import type { Example } from "../../src/build/compile-files.ts";
import { problemText } from "../../src/build/problem.ts";
import { compiled, kindsOf, knowledge } from "./kinds-of.ts";

describe("the knowledge base", () => {
  it("has no mistakes", () => {
    expect(compiled.problems.map(problemText)).toEqual([]);
  });

  it("knows at least 300 programs", () => {
    expect(knowledge.programs.size).toBeGreaterThanOrEqual(300);
  });

  it("prepares every entry", () => {
    for (const name of knowledge.programs.keys()) expect(knowledge.spec(name)?.label).toBe(name);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty", ""])(
    "does not know a program called %j",
    (name) => {
      expect(knowledge.spec(name)).toBeUndefined();
    },
  );
});

const byFile = new Map<string, Example[]>();
for (const example of compiled.examples) {
  const rows = byFile.get(example.file);
  if (rows === undefined) byFile.set(example.file, [example]);
  else rows.push(example);
}

describe.each([...byFile])("every example of %s holds", (_file, examples) => {
  it.each(examples.map((example) => [example.line, example.effects] as const))("%s: %s", (line, effects) => {
    expect(kindsOf(line)).toBe(effects);
  });
});
