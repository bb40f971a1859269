import { describe, expect, it } from "vitest";
import type { Run } from "../../src/core/effect.ts";
import { displayText } from "../../src/core/word.ts";
import { judged } from "./fixture.ts";

/** "argv: rm a", "shell bash: ls [x]", "stdin bash", "task yarn: build". */
function runText(run: Run): string {
  switch (run.kind) {
    case "argv": {
      const where = run.cwd === undefined ? "" : ` in ${displayText(run.cwd)}`;
      return `argv${run.more === "stdin" ? "+stdin" : ""}: ${run.argv.map(displayText).join(" ")}${where}`;
    }
    case "shell":
      return `shell ${run.dialect}: ${displayText(run.text)} [${run.positional.map(displayText).join(" ")}]`;
    case "stdin":
      return `stdin ${run.dialect}`;
    case "task":
      return `task ${run.tool}: ${displayText(run.name)}`;
  }
}

const runsIn = (line: string): string => judged(line).runs.map(runText).join("; ");

describe("what a command starts", () => {
  it.each([
    ["timeout starts its operands", "timeout -k 3 5 rm -r a", "argv: rm -r a"],
    ["env starts what follows the assignments", "env -i A=1 B=2 rm a", "argv: rm a"],
    ["env -C gives the folder", "env -C sub cat a", "argv: cat a in sub"],
    ["env -S splits its text", "env -S 'rm -r' a", "argv: rm -r a"],
    ["env -S without operands", "env -S 'rm -r a'", "argv: rm -r a"],
    ["xargs appends from stdin", "xargs -0 rm", "argv+stdin: rm"],
    ["xargs -I replaces its marker", "xargs -I % cp % out", "argv: cp % out"],
    ["ssh joins its words for a shell", "ssh h rm -r a", "shell sh: rm -r a []"],
    ["bash -c has a text and positional words", "bash -c 'ls $1' x y", "shell bash: ls $1 [x y]"],
    ["bash -c -l 'x' is read right", "bash -c -l 'ls'", "shell bash: ls []"],
    ["bash alone reads stdin", "bash", "stdin bash"],
    ["bash - reads stdin", "bash -", "stdin bash"],
    ["bash -s reads stdin", "bash -s a", "stdin bash"],
    ["a program option is shell text", "sort --compress-program='gzip -1' a", "shell sh: gzip -1 []"],
    ["a task is named", "yarn build --x", "task yarn: build"],
    ["find's {} lies below the root", "find src -exec cat {} +", "argv: cat src/**"],
    ["find without a root searches here", "find -exec cat {} ';'", "argv: cat ./**"],
    ["find with two roots starts it for both", "find a b -exec rm {} ';'", "argv: rm a/**; argv: rm b/**"],
    ["a word around {} stays", "find a -exec cp {} {}.bak ';'", "argv: cp a/** a/**.bak"],
    ["without {} the path comes last", "find a -exec rm ';'", "argv: rm a/**"],
  ])("%s", (_name, line, runs) => {
    expect(runsIn(line)).toBe(runs);
  });

  it("makes the marker of xargs an unknown word", () => {
    const [run] = judged("xargs -I % rm %").runs;
    expect(run?.kind === "argv" && run.argv[1]?.pieces[0]).toMatchObject({
      kind: "unknown",
      why: "appended",
    });
  });
});
