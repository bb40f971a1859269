/** The small parts of learning from the record. */
import { describe, expect, test } from "vitest";
import { quoteArgv } from "../../src/decide/argv.ts";
import type { Unallowed } from "../../src/learn/asked-part.ts";
import { indexParts, makeCandidate } from "../../src/learn/candidate.ts";
import { afterApplying, type Suggestion } from "../../src/learn/suggestion.ts";
import { unquoteArgv } from "../../src/learn/unquote-argv.ts";

describe("words of a script's record", () => {
  test.for([[["bash", "./x.sh"]], [["a b", "", "it's", "'", "$(x)", "ä\n"]], [["'\\''"]]])(
    "%j come back",
    ([argv = []]) => {
      expect(unquoteArgv(quoteArgv(argv))).toEqual(argv);
    },
  );
  test.for(["", "a  b", "a 'b", "$x", "a\tb", "'plain'"])("%j is no such text", (text) => {
    expect(unquoteArgv(text)).toBeUndefined();
  });
});

test("a rule is tried wherever it could matter, and nowhere else", () => {
  const check = (program: string, words: string[], at: "top" | "inner" = "top") =>
    ({ parts: [{ program, words, at }] }) as unknown as Unallowed;
  const commit = check("git", ["commit", "-m", "x"]);
  const wrapped = check("git", ["-C", "a", "commit"], "inner");
  const others = [check("git", ["push"]), check("touch", ["commit"])];
  const draft = { kind: "subcommand", matches: ["git commit **"], description: "", widens: [] } as const;
  expect(makeCandidate(draft, []).poolIn(indexParts([commit, wrapped, ...others]))).toEqual([
    commit,
    wrapped,
  ]);
});

test("a rule that is taken over leaves the others what it does not answer", () => {
  const one = (id: string, questions: readonly number[]) =>
    ({
      id,
      project: "/shop",
      saves: questions.map((question) => ({ question, count: 2, line: "", cwd: "", firstMs: 0, lastMs: 0 })),
    }) as unknown as Suggestion;
  const left = afterApplying(one("a", [1, 2]), [one("a", [1, 2]), one("b", [2]), one("c", [2, 3])], 2);
  expect(left.map(({ id, saves }) => [id, saves.map(({ question }) => question)])).toEqual([["c", [3]]]);
});
