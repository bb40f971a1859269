/** Over a bound a line is unparsable: refused as a whole, in good time, never half-parsed. */
import { describe, expect, test } from "vitest";
import type { Dialect, ParseOutcome } from "../../src/core/command.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { parseBounded, voteBounded } from "../../src/parse/parse-bounded.ts";
import { CWD, HOME } from "../helpers/show-command.ts";

function parse(line: string, dialect: Dialect = "bash"): ParseOutcome {
  return parseLine(line, { dialect, home: HOME, cwd: CWD });
}

const REFUSED: readonly (readonly [name: string, line: string, reason: RegExp])[] = [
  ["A line of more than 64 KiB", `echo ${"a".repeat(65_536)}`, /longer than 65536/],
  ["A line of 10 MB", "a".repeat(10_000_000), /longer than 65536/],
  ["10,000 parentheses", "(".repeat(10_000), /nested deeper/],
  ["10,000 substitutions", "echo $(".repeat(5_000), /nested deeper/],
  ["10,000 braces", `${"{ ".repeat(10_000)}rm x`, /nested deeper/],
  ["300 closed subshells", `${"(".repeat(300)}rm x${")".repeat(300)}`, /nested deeper/],
  [
    "Functions that multiply commands",
    `f0() { a; }; ${multiply(16)} f16`,
    /more commands and words|nested too deeply/,
  ],
  ["Variables that multiply values", `${multiplyValues()} $a$b$c$d`, /too many possible readings/],
  ["Braces that multiply words", `echo ${"{a,b}".repeat(14)}`, /too many|more commands/],
  [
    "Loops that multiply commands",
    `${"for i in 1 2 3 4 5 6 7 8; do ".repeat(5)}${"a;".repeat(4_000)}${"done;".repeat(5)}`,
    /more commands/,
  ],
  ["A depth of 60 loops", `${"while a; do ".repeat(60)}rm x;${"done;".repeat(60)}`, /nested too deeply/],
];

/** Each function calls the one before it twice. */
function multiply(count: number): string {
  return Array.from({ length: count }, (_, i) => `f${i + 1}() { f${i}; f${i}; };`).join(" ");
}

function multiplyValues(): string {
  const values = ["a", "b", "c", "d"].map(
    (name) => `if t; then ${name}=1; elif u; then ${name}=2; else ${name}=3; fi;`,
  );
  return values.join(" ");
}

describe("bounds", () => {
  test.each(REFUSED)("%s are too much", (_, line, reason) => {
    const started = performance.now();
    const outcome = parse(line);
    expect(outcome.kind === "unparsable" ? outcome.reason : "parsed").toMatch(reason);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test.each([
    ["20,000 words", `git ${"-C a ".repeat(10_000)}log`, /more commands and words/],
    ["15,000 words", `find . ${"-o -name a ".repeat(5_000)}`, /more commands and words/],
    ["Words of eval", `eval '${"a ".repeat(7_000)}'; ls ${"a ".repeat(6_000)}`, /more commands and words/],
    [
      "Braces that multiply words",
      `echo ${"{a,b,c,d,e,f,g,h}{a,b,c,d} ".repeat(400)}`,
      /more commands and words/,
    ],
    ["60,000 commas without an end", `echo {${",".repeat(60_000)}`, /braces that are not simple/],
  ])("fish: %s are too much", (_, line, reason) => {
    const started = performance.now();
    const outcome = parse(line, "fish");
    expect(outcome.kind === "unparsable" ? outcome.reason : "parsed").toMatch(reason);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("fish: a word of 20,000 parts can be read in good time", () => {
    const started = performance.now();
    expect(parse(`echo ${"a\\b".repeat(20_000)}`, "fish").kind).toBe("parsed");
    expect(performance.now() - started).toBeLessThan(500);
  });

  const READ: readonly (readonly [name: string, line: string, commands: number])[] = [
    ["A line of nearly 64 KiB", `echo ${"a".repeat(65_000)}`, 1],
    ["3,000 commands", "ls; ".repeat(3_000), 3_000],
    ["3,000 words", `echo ${"a ".repeat(3_000)}`, 1],
    ["A pipeline of 200 commands", `${"cat | ".repeat(200)}cat`, 201],
    ["15 subshells", `${"( ".repeat(15)}rm x${" )".repeat(15)}`, 1],
    ["A here-document of 1,000 lines", `cat <<E\n${"line\n".repeat(1_000)}E`, 1],
  ];

  test.each(READ)("%s can be read", (_, line, commands) => {
    const outcome = parse(line);
    expect(outcome.kind === "parsed" ? outcome.commands.length : outcome.reason).toBe(commands);
  });
});

describe("a long line that is parsed in a worker", () => {
  const LINE = `echo ${"a ".repeat(4_000)}`;

  /** As on a machine that is busy with others: the clock goes on without us, for longer than a line may take. */
  const holdUp = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);

  // The first has to load the worker, too.
  test.for([1, 2])("does not take too long by what others do: time %i", async () => {
    const parsed = parseBounded(LINE, { dialect: "bash", home: HOME, cwd: CWD });
    await new Promise(setImmediate);
    holdUp();
    expect(await parsed).toMatchObject({ kind: "parsed" });
    const voted = voteBounded(LINE, "bash");
    await new Promise(setImmediate);
    holdUp();
    expect(await voted).toEqual({ kind: "accepts" });
  });
});
