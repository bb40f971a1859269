/** Which pieces of the line got which ruling, by the real engine. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOf } from "../../src/card/parts-of.ts";
import { RULINGS, strictest } from "../../src/core/ruling.ts";
import type { CheckResult } from "../../src/decide/result.ts";
import { checkIn, makeProject } from "./engine.ts";

const cut = (line: string, result: CheckResult) =>
  partsOf(line, result).map(({ from, to, ruling }) => `${ruling}: ${line.slice(from, to)}`);

describe("a line", () => {
  test.each([
    { name: "one command is the whole", line: "rm x", want: ["ask: rm x"] },
    { name: "a list", line: "ls && rm x; sudo id", want: ["allow: ls", "ask: rm x", "deny: sudo id"] },
    { name: "a pipe", line: "cat a | grep b | tee c", want: ["allow: cat a", "allow: grep b", "ask: tee c"] },
    { name: "a doubt counts", line: "cat a | sh", want: ["allow: cat a", "ask: sh"] },
    {
      name: "what a shell starts gives it its ruling",
      line: "ls; bash -c 'rm x'",
      want: ["allow: ls", "ask: bash -c 'rm x'"],
    },
    {
      name: "what a script of the project does as well",
      line: "npm run clean",
      want: ["ask: npm run clean"],
    },
    {
      name: "a command within a word",
      line: "echo a $(rm y) b",
      want: ["allow: echo a $(", "ask: rm y", "allow: ) b"],
    },
    {
      name: "a subshell and a loop",
      line: "(rm a); for f in b; do rm $f; done",
      want: ["ask: rm a", "ask: rm $f"],
    },
    { name: "a function stands where it is called", line: "f() { rm x; }; f", want: ["ask: f"] },
    { name: "characters beyond 16 bits", line: "echo 😀😀; rm 😀", want: ["allow: echo 😀😀", "ask: rm 😀"] },
    {
      name: "several lines",
      line: "ls \\\n  -l\n\n  rm \tb  # c\n",
      want: ["allow: ls \\\n  -l", "ask: rm \tb"],
    },
    {
      name: "a here-document is the shell's own",
      line: "cat <<E > f\nrm -rf /\nE\nls",
      want: ["ask: cat <<E > f", "allow: ls"],
    },
    { name: "an empty line", line: "", want: [] },
  ])("$name", async ({ line, want }) => {
    const project = makeProject({ "package.json": '{"scripts":{"clean":"rm x"}}' });
    expect(cut(line, await checkIn(project, line))).toEqual(want);
  });

  test("with an alias keeps the words that were written", async () => {
    const result = await checkIn(makeProject(), "ls; away x", { prelude: "alias away='rm -f'" });
    expect(cut("ls; away x", result)).toEqual(["allow: ls", "ask: away x"]);
  });

  test("that cannot be parsed is one part or none", async () => {
    const line = "ls; if then (";
    const result = await checkIn(makeProject(), line);
    expect(cut(line, result).every((part) => !part.startsWith("allow"))).toBe(true);
  });

  test("an argv with blanks is one part", async () => {
    const result = await checkIn(makeProject(), { kind: "argv", argv: ["rm", "a b"] });
    expect(cut(result.line, result)).toEqual(["ask: rm 'a b'"]);
  });

  test("a script is one part, with its strictest ruling", async () => {
    const what = { kind: "script", text: "ls\nrm x\n", path: "x.sh", args: [] } as const;
    const result = await checkIn(makeProject(), what);
    expect(cut(result.line, result)).toEqual(["ask: bash x.sh"]);
  });
});

describe("another text than the one that was read", () => {
  const spans = (line: string, ...commands: (readonly [number, number, (typeof RULINGS)[number]])[]) =>
    ({
      line,
      commands: commands.map(([pos, end, ruling]) => ({ pos, end, ruling })),
      doubts: [],
    }) as unknown as CheckResult;

  test.each([
    {
      name: "the piece of it is moved",
      line: "rm a",
      text: "A=1; rm a; B=2",
      at: [5, 9],
      want: ["ask: rm a"],
    },
    {
      name: "a text that stands there twice is not trusted",
      line: "rm a",
      text: "rm a; rm a",
      at: [0, 4],
      want: [],
    },
    {
      name: "a command that reaches beyond is not trusted",
      line: "rm a",
      text: "eval 'rm a'",
      at: [0, 11],
      want: [],
    },
    { name: "another text is not trusted", line: "rm b", text: "rm a", at: [0, 4], want: [] },
    {
      name: "a place in the middle of a word is not trusted",
      line: "rmdir a",
      text: "rmdir a",
      at: [2, 7],
      want: [],
    },
    { name: "a place behind the end is not trusted", line: "rm a", text: "rm a", at: [0, 9], want: [] },
  ])("$name", ({ line, text, at: [from = 0, to = 0], want }) => {
    expect(cut(line, spans(text, [from, to, "ask"]))).toEqual(want);
  });

  test("parts are in order, do not overlap, and hold the strictest ruling of each place", () => {
    const line = " ".repeat(40);
    const span = fc.tuple(fc.nat(38), fc.integer({ min: 1, max: 20 }), fc.constantFrom(...RULINGS));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (drawn) => {
        const all = drawn.map(([from, size, ruling]) => [from, Math.min(40, from + size), ruling] as const);
        const parts = partsOf(line, spans(line, ...all));
        for (let at = 0; at < 40; at++) {
          const over = all.filter(([from, to]) => from <= at && at < to).map(([, , ruling]) => ruling);
          const shown = parts.filter(({ from, to }) => from <= at && at < to).map(({ ruling }) => ruling);
          expect(shown).toEqual(over.length === 0 ? [] : [strictest(over)]);
        }
        expect(parts.map(({ from }) => from)).toEqual(
          parts.map(({ from }) => from).toSorted((a, b) => a - b),
        );
      }),
    );
  });
});
