/** A recipe is shown alone only where each line of the Makefile is understood. */
import { describe, expect, test } from "vitest";
import { makeRecipe } from "../../src/card/make-recipe.ts";

const PLAIN = [
  "CC = gcc",
  "# for people",
  ".PHONY: clean all",
  "all: lib app # both",
  "lib:",
  "\t$(CC) -c lib.c",
  "app: lib | dir",
  "\t$(CC) app.c \\",
  "\t  lib.o",
  "dir: ; mkdir dir",
  "clean:",
  "\trm -rf build",
  "",
  "test: all",
  "\t./app",
].join("\n");

describe("what can be told", () => {
  test.each([
    { name: "a target alone", targets: ["clean"], want: "CC = gcc\n\nclean:\n\trm -rf build" },
    {
      name: "a target with all that it needs, in the order of the file",
      targets: ["app"],
      want: "CC = gcc\n\nlib:\n\t$(CC) -c lib.c\n\napp: lib | dir\n\t$(CC) app.c \\\n\t  lib.o\n\ndir: ; mkdir dir",
    },
    { name: "no target is the first one", targets: [], want: /^CC = gcc\n\nall: lib app/ },
  ])("$name", ({ targets, want }) => {
    const recipe = makeRecipe(PLAIN, targets, "Makefile");
    if (typeof want === "string") expect(recipe).toBe(want);
    else expect(recipe).toMatch(want);
  });
});

test("a comment of the shell's is shown: a backslash at its end hides nothing from the shell", () => {
  const text = "clean:\n\t# tidy \\\n\tevil\n";
  expect(makeRecipe(text, ["clean"], "Makefile")).toContain("evil");
});

describe("what cannot be told", () => {
  test.each([
    { name: "a target that is not there", text: PLAIN, targets: ["gone"] },
    { name: "an include", text: "include x.mk\nclean:\n\trm x", targets: ["clean"] },
    { name: "an include with a dash", text: "-include x.mk\nclean:\n\trm x", targets: ["clean"] },
    { name: "a condition", text: "ifeq (a,b)\nclean:\n\trm x\nendif", targets: ["clean"] },
    { name: "a pattern rule", text: "%.o: %.c\n\tevil\nclean:\n\trm x", targets: ["clean"] },
    { name: "a computed target", text: "$(X): a\n\tevil\nclean:\n\trm x", targets: ["clean"] },
    { name: "something that is called at once", text: "$(shell evil)\nclean:\n\trm x", targets: ["clean"] },
    { name: "another shell", text: "SHELL = ./evil\nclean:\n\trm x", targets: ["clean"] },
    { name: "a variable of one target", text: "clean: X = evil\nclean:\n\t$(X)", targets: ["clean"] },
    { name: "another default", text: ".DEFAULT_GOAL := b\na:\n\tx\nb:\n\ty", targets: [] },
    { name: "a special target", text: ".ONESHELL:\nclean:\n\trm x", targets: ["clean"] },
    { name: "a recipe without a rule", text: "\trm x\nclean:\n\trm x", targets: ["clean"] },
    { name: "a shell's output", text: "X != evil\nclean:\n\trm x", targets: ["clean"] },
    { name: "nothing", text: "", targets: [] },
    {
      name: "a rule for the Makefile itself",
      text: "clean:\n\trm x\n./Makefile:\n\tevil",
      targets: ["clean"],
    },
    { name: "a suffix rule", text: "clean:\n\trm x\n.sh:\n\tevil", targets: ["clean"] },
    {
      name: "a comment that seems to go on",
      text: "# x \\\\\nclean: evil\nclean:\n\trm x",
      targets: ["clean"],
    },
    {
      name: "a thousand rules",
      text: Array.from({ length: 1_000 }, (_, at) => `t${at}:`).join("\n"),
      targets: ["t1"],
    },
    { name: "a line that is made to take long", text: `a:${" ".repeat(100_000)}$\na:`, targets: ["a"] },
  ])("$name", ({ text, targets }) => expect(makeRecipe(text, targets, "Makefile")).toBeUndefined());
});
