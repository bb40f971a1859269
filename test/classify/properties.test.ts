import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify } from "../../src/classify/classify.ts";
import { awkFindings } from "../../src/classify/code-awk.ts";
import { jqFindings } from "../../src/classify/code-jq.ts";
import { sedFindings } from "../../src/classify/code-sed.ts";
import type { Command } from "../../src/core/command.ts";
import { QUIET_KINDS } from "../../src/core/effect.ts";
import type { Piece, Word } from "../../src/core/word.ts";
import { fixture, here } from "./fixture.ts";

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    text: fc.oneof(fc.string(), fc.constantFrom("-", "--", "-o", "-exec", "{}", ";", "a=b")),
  }),
  fc.record({ kind: fc.constant("glob" as const), text: fc.constantFrom("*", "?", "[a-z]") }),
  fc.record({
    kind: fc.constant("unknown" as const),
    why: fc.constantFrom("variable" as const, "substitution" as const),
    text: fc.constant("$X"),
    splits: fc.boolean(),
  }),
);
const anyWord: fc.Arbitrary<Word> = fc
  .array(piece, { maxLength: 3 })
  .map((pieces) => ({ pieces, pos: 0, end: 0 }));
const known = (text: string): Word => ({ pieces: [{ kind: "text", text }], pos: 0, end: 0 });
const program = fc.constantFrom(...fixture.programs.keys()).map(known);

function command(argv: readonly Word[]): Command {
  return {
    argv,
    assignments: [],
    redirects: [],
    stdin: { kind: "inherited" },
    cwds: [here.project],
    nesting: [],
    pos: 0,
    end: 0,
    exports: new Map(),
  };
}

const kinds = (argv: readonly Word[]) =>
  new Set(classify(command(argv), fixture, here).effects.map((effect) => effect.kind));

describe("whatever the words", () => {
  it("classify never throws", () => {
    fc.assert(
      fc.property(program, fc.array(anyWord, { maxLength: 6 }), (name, words) => {
        classify(command([name, ...words]), fixture, here);
      }),
      { numRuns: 2000 },
    );
  });

  it("an added unknown option never takes away a loud effect", () => {
    const argument = fc
      .constantFrom("a", "b", "-r", "-o", "out", "-u", "--output=x", "-c", "add", "rm", "-t")
      .map(known);
    fc.assert(
      fc.property(program, fc.array(argument, { maxLength: 4 }), (name, words) => {
        const before = kinds([name, ...words]);
        const after = kinds([name, known("--no-such-option-anywhere"), ...words]);
        const lost = [...before].filter((kind) => !(QUIET_KINDS.has(kind) || after.has(kind)));
        // Where words no longer mean what they meant, asking is what counts.
        expect(lost.length === 0 || after.has("execute")).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["awk", awkFindings],
    ["sed", sedFindings],
    ["jq", jqFindings],
  ] as const)("the reader of %s ends and never throws", (_name, analyse) => {
    const text = fc
      .array(fc.constantFrom(...'s/ag\\[]{}();|>"e w\n#$.@:!,1'), { maxLength: 40 })
      .map((chars) => chars.join(""));
    fc.assert(
      fc.property(text, (code) => void analyse(code)),
      { numRuns: 3000 },
    );
  });
});
