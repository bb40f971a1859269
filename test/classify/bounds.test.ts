/** Long arguments cost time in proportion to their length, and nothing makes classify throw. */
import { describe, expect, test } from "vitest";
import { classify } from "../../src/classify/classify.ts";
import { awkFindings } from "../../src/classify/code-awk.ts";
import { jqFindings } from "../../src/classify/code-jq.ts";
import { sedFindings } from "../../src/classify/code-sed.ts";
import type { Role } from "../../src/classify/knowledge.ts";
import { playOperands } from "../../src/classify/operands.ts";
import type { Command } from "../../src/core/command.ts";
import { textWord, type Word } from "../../src/core/word.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { growthOf, TOO_STEEP } from "./growth.ts";

const KNOWLEDGE = requireKnowledge();
const PLACE = { pos: 0, end: 0 };

function classifyWords(argv: readonly string[]) {
  const command: Command = {
    argv: argv.map((text) => textWord(text, PLACE)),
    assignments: [],
    redirects: [],
    stdin: { kind: "inherited" },
    cwds: ["/home/me/project"],
    nesting: [],
    exports: new Map(),
    ...PLACE,
  };
  return classify(command, KNOWLEDGE, { home: "/home/me" });
}

const many = (count: number, ...words: readonly string[]) =>
  Array.from({ length: count }, () => words).flat();

/** For a number of words, the whole argv. */
const LONG: readonly (readonly [name: string, argv: (count: number) => string[]])[] = [
  ["touch", (count) => ["touch", ...many(count, "a")]],
  ["rm -r", (count) => ["rm", "-r", ...many(count, "a")]],
  ["git add", (count) => ["git", "add", ...many(count, "a")]],
  ["grep", (count) => ["grep", "x", ...many(count, "a")]],
  ["cp", (count) => ["cp", ...many(count, "a")]],
  ["xargs", (count) => ["xargs", "rm", ...many(count, "a")]],
  ["python3", (count) => ["python3", "x.py", ...many(count, "a")]],
  ["a shell's text", (count) => ["bash", "-c", "true", ...many(count, "a")]],
  ["texts for shells", (count) => ["hyperfine", ...many(count, "ls")]],
  ["a program that nobody knows", (count) => ["foobar", ...many(count, "a")]],
  ["options", (count) => ["tar", "cf", "x", ...many(count / 2, "-C", "a")]],
  ["texts to be split", (count) => ["env", ...many(count / 2, "-S", "a b"), "ls"]],
  ["programs for each file", (count) => ["find", ".", ...many(count / 4, "-exec", "rm", "{}", ";")]],
  ["settings", (count) => ["git", ...many(count / 2, "-c", "core.pager=x"), "log"]],
];

describe("a command of 32,000 words", () => {
  test.each(LONG)("%s", (_, argv) => {
    expect(growthOf((count) => classifyWords(argv(count)), 2_000)).toBeLessThan(TOO_STEEP);
  });

  test("looks at each operand a few times, not at all that follow it", () => {
    let looks = 0;
    const count = 2_000;
    const words = new Proxy<Word[]>(
      Array.from({ length: count }, () => textWord("a", PLACE)),
      {
        get(target, name, receiver) {
          if (typeof name === "string" && /^\d+$/.test(name)) looks++;
          return Reflect.get(target, name, receiver);
        },
      },
    );
    const role: Role = { name: "write", language: "" };
    const nothing = () => undefined;
    playOperands({ head: [role], rest: role, tail: [role], distinct: [role] }, words, {
      play: nothing,
      surplus: nothing,
      uncertain: nothing,
    });
    expect(looks).toBeLessThan(5 * count);
  });
});

describe("one long word", () => {
  test.each([
    ["unlisted letters", (count: number) => ["rm", `-${"z".repeat(count)}`]],
    ["unlisted letters without a dash", (count: number) => ["tar", "q".repeat(count)]],
  ])("%s are one stray, however many they are", (_, argv) => {
    expect(classifyWords(argv(50_000)).effects.length).toBe(classifyWords(argv(1)).effects.length);
  });
});

const CODE: readonly (readonly [name: string, read: (text: string) => unknown, piece: string])[] = [
  ["awk: empty lines", awkFindings, "\n"],
  ["awk: comments", awkFindings, "# x\n"],
  ["awk: continued lines", awkFindings, "\\\n\n"],
  ["awk: statements", awkFindings, "{print $1}\n"],
  ["sed: commands", sedFindings, "s/a/b/;"],
  ["sed: empty lines", sedFindings, "\n"],
  ["jq: filters", jqFindings, ".a|"],
  ["jq: strings", jqFindings, '"\\(.a)"|'],
];

describe("code of 64 KiB", () => {
  test.each(CODE)("%s", (_, read, piece) => {
    const code = (chars: number) => piece.repeat(chars / piece.length);
    expect(growthOf((chars) => read(code(chars)), 4_096)).toBeLessThan(TOO_STEEP);
  });

  test("awk: getlines in brackets", () => {
    const code = (count: number) => `BEGIN {${"(getline ".repeat(count)}${")".repeat(count)}}`;
    expect(growthOf((count) => awkFindings(code(count)), 500)).toBeLessThan(TOO_STEEP);
  });

  test("jq: strings one inside the other are not understood, and do not throw", () => {
    expect(jqFindings('"\\('.repeat(20_000))).toMatchObject([{ kind: "execute" }]);
  });
});
