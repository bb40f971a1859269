/** Which programs a line names, at a glance. */
import { describe, expect, test } from "vitest";
import { entryOf } from "../../src/history/entry-of.ts";
import { namesIn } from "../../src/history/programs-of.ts";
import { parseStored } from "../../src/history/stored-record.ts";

describe("programs and pattern", () => {
  test.for<[string | string[], string[], string]>([
    ["ls -la", ["ls"], "ls"],
    ["cd x && git push -f origin main", ["cd", "git"], "git push"],
    ["/usr/bin/git -C x status", ["git"], "git status"],
    ["git --no-pager log | head", ["git", "head"], "git log"],
    ["A=1 B='2 3' npm run build", ["npm"], "npm run build"],
    ["sudo -u bob env A=1 timeout 5s make all", ["sudo", "env", "timeout", "make"], "make all"],
    ["bash -lc 'git fetch; rm -rf x'", ["bash", "git", "rm"], "git fetch"],
    [["bash", "-c", "cd y && cargo test"], ["bash", "cd", "cargo"], "cargo test"],
    [["/usr/bin/python3", "-c", "import os; os.system('git')"], ["python3"], "python3"],
    ["echo $(git rev-parse HEAD) `date`", ["echo", "git", "date"], "git rev-parse"],
    ['echo "now $(curl -s x | jq .)"', ["echo", "curl", "jq"], "curl"],
    ["if test -f x; then rm x; fi", ["test", "rm"], "rm"],
    ["for f in *.ts; do wc -l $f; done", ["wc"], "wc"],
    ["cat <<EOF > out\nrm -rf /\nEOF\nmake", ["cat", "make"], "cat"],
    ["cat 'a; rm b' \"c | d\" e\\;f", ["cat"], "cat"],
    ["make 2>&1 >log <in | tee x", ["make", "tee"], "make"],
    ["sort <(git ls-files) # rm", ["sort", "git"], "sort"],
    ["find . | xargs -n 1 -I {} rm {}", ["find", "xargs", "rm"], "rm"],
    ["find . -name x -delete; make", ["find", "make"], "find"],
    ["ls && npm install", ["ls", "npm"], "npm install"],
    ["clear; npm test", ["clear", "npm"], "npm test"],
    ["pwd; ls -la; cat package.json | head -5 && git push", ["pwd", "ls", "cat", "head", "git"], "git push"],
    ["cd x; ls | wc -l", ["cd", "ls", "wc"], "ls"],
    ["clear", ["clear"], "clear"],
    ["$TOOL x; ls", ["ls"], "ls"],
    ["", [], ""],
    ["'unfinished", ["unfinished"], "unfinished"],
    ["echo $(unfinished", ["echo", "unfinished"], "unfinished"],
  ])("%j", ([command, programs, pattern]) => {
    expect(namesIn(command)).toEqual({ programs, pattern });
  });

  test.for<[name: string, command: string, effects: string[] | undefined, pattern: string]>([
    [
      "what only looks is passed over where the line does more",
      "cat x && make",
      ["read:/x", "execute"],
      "make",
    ],
    ["where all of it only looks, the first is meant", "cat ~/.ssh/id && wc x", ["read:/x"], "cat"],
    ["a record without effects says nothing of that", "cat x && make", undefined, "make"],
  ])("%s", ([, command, effects, pattern]) => {
    expect(namesIn(command, effects === undefined ? {} : { effects }).pattern).toBe(pattern);
  });

  test("those that the record tells itself are among them, first, without what is not known", () => {
    expect(namesIn("sudo «redacted:option» x", { programs: ["sudo", "gradle", "?"] }).programs).toEqual([
      "sudo",
      "gradle",
      "«redacted:option»",
    ]);
  });

  const stored: [name: string, programs: unknown, found: string[]][] = [
    ["a record with programs is found by them", ["bash", "gradle"], ["bash", "gradle", "«redacted:option»"]],
    ["one with something else in their place, by its command", "gradle", ["bash", "«redacted:option»"]],
  ];
  test.for(stored)("%s", ([, programs, found]) => {
    const command = ["bash", "-c", "«redacted:option» x"];
    const body = { seq: 1, timestamp: "2026-11-18T00:00:00.000Z", verdict: "deny", command, programs };
    expect(entryOf(parseStored(JSON.stringify(body))).programs).toEqual(found);
  });

  test("hostile lines end soon", () => {
    const lines = [
      "$(".repeat(8_000),
      "`".repeat(16_000),
      "<<E ".repeat(4_000),
      "a;".repeat(8_000),
      '"$('.repeat(5_000),
    ];
    const from = performance.now();
    for (const line of lines) expect(namesIn(line).programs.length).toBeLessThanOrEqual(24);
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});
