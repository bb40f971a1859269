/** What holds for every text: the parser answers in time, accounts for every byte, and loses no command. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Command, Dialect } from "../../src/core/command.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME, showCommand } from "../helpers/show-command.ts";
import { shellLine } from "./shell-grammar.ts";

const { GUARD_FUZZ_RUNS = "1500" } = process.env;
const RUNS = Number(GUARD_FUZZ_RUNS);

function parse(line: string, dialect: Dialect = "bash"): ReturnType<typeof parseLine> {
  return parseLine(line, { dialect, home: HOME, cwd: CWD });
}

const TOKENS =
  "; & | && || |& ;; ;& ( ) { } (( )) [[ ]] < > >> << <<- <<< &> >& <( >( $( ${ $(( `  ' \" \\ $ $' $\" # ! * ? [ ] ~ = += , .. : @ % - + ^ " +
  "if then elif else fi for while until do done case esac in function select time coproc eval trap export set cd alias read x=1 a b rm E $x $@ $1 -c sh";
const token = fc.oneof(
  { arbitrary: fc.constantFrom(...TOKENS.split(" "), " ", "\n", "\t"), weight: 12 },
  { arbitrary: fc.string({ maxLength: 4, unit: "binary" }), weight: 1 },
);
const soup = fc
  .array(fc.tuple(token, fc.constantFrom("", " ")), { maxLength: 60 })
  .map((parts) => parts.flat().join(""));

describe("for every text", () => {
  test.each<Dialect>(["bash", "sh", "zsh", "fish"])(
    "the parser answers within two seconds, as %s",
    (dialect) => {
      fc.assert(
        fc.property(soup, (line) => {
          const started = performance.now();
          expect(["parsed", "unparsable"]).toContain(parse(line, dialect).kind);
          expect(performance.now() - started).toBeLessThan(2_000);
        }),
        { numRuns: RUNS },
      );
    },
  );

  test("one construct repeated many times is answered within two seconds", () => {
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 100, max: 4_000 }),
        (parts, times) => {
          const line = parts.join("").repeat(times).slice(0, 4_096);
          const started = performance.now();
          parse(line);
          expect(performance.now() - started).toBeLessThan(2_000);
        },
      ),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});

/** What may stand between commands. */
const BETWEEN =
  /^(?:[\s;&|(){}!]|\\\n|#[^\n]*|\d*[<>]+[&|]?|\b(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc)\b|-p)*$/;
const word = fc.constantFrom("a", "b1", "'c d'", '"e"', "f\\ g", "*.c", "--x=y", "\\;", "'#'");
const simple = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const plainLine = fc
  .tuple(
    fc.array(fc.tuple(simple, fc.constantFrom("; ", " && ", " || ", " | ", " & ", "\n", " |& ")), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom("", " # a; rm x", "\n"),
  )
  .map(
    ([parts, tail]) =>
      parts.map(([text, joint], index) => (index === parts.length - 1 ? text : text + joint)).join("") + tail,
  );

describe("of an accepted line", () => {
  test("every byte lies in a command, or is an operator, a blank or a comment", () => {
    fc.assert(
      fc.property(fc.oneof(plainLine, soup), (line) => {
        const outcome = parse(line);
        if (outcome.kind === "unparsable" || !outcome.plain) return;
        expect(textOutside(line, outcome.commands)).toMatch(BETWEEN);
      }),
      { numRuns: RUNS },
    );
  });

  test("one more command at the end changes none of the others", () => {
    fc.assert(
      fc.property(fc.oneof(plainLine, soup), (line) => {
        const outcome = parse(line);
        if (outcome.kind === "unparsable" || !outcome.plain || /\\$/.test(line)) return;
        const joint = /^[\w '"*-]*\w$/.test(line) ? "; " : "\n";
        const longer = parse(`${line}${joint}true`);
        const shown = longer.kind === "parsed" ? longer.commands.map(showCommand) : [];
        const before = outcome.commands.map(showCommand);
        expect(shown.slice(0, before.length)).toEqual(before);
        expect(shown.at(-1)).toMatch(/^true/);
      }),
      { numRuns: RUNS },
    );
  });

  test("offsets lie in the line and words lie in their command", () => {
    fc.assert(
      fc.property(fc.oneof(shellLine, soup), (line) => {
        const outcome = parse(line);
        for (const { pos, end, argv } of outcome.kind === "parsed" ? outcome.commands : []) {
          expect(0 <= pos && pos <= end && end <= line.length).toBe(true);
          for (const arg of argv)
            expect(0 <= arg.pos && arg.pos <= arg.end && arg.end <= line.length).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function textOutside(line: string, commands: readonly Command[]): string {
  let outside = "";
  let at = 0;
  for (const { pos, end } of [...commands].sort((a, b) => a.pos - b.pos)) {
    if (pos > at) outside += line.slice(at, pos);
    at = Math.max(at, end);
  }
  return outside + line.slice(at);
}
