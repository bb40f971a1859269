import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/policy/merge.ts";
import { userPolicy } from "./fixture.ts";
import { type SubjectOptions, subjectOf } from "./subject.ts";

type Row = readonly [
  name: string,
  pattern: string,
  line: string,
  ruling: string | undefined,
  options?: SubjectOptions,
];

async function rule(ruling: string, pattern: string) {
  return userPolicy(
    `version: 1\nrules:\n  - {id: r, match: ${JSON.stringify(pattern)}, ruling: ${ruling}, because: test}\n`,
  );
}

const NARROW: Row[] = [
  ["exact words match", "git status", "git status", "allow"],
  ["more words do not match", "git status", "git status -s", undefined],
  ["* is exactly one word", "git show *", "git show HEAD", "allow"],
  ["* is not two words", "git show *", "git show HEAD a.txt", undefined],
  ["* is not no word", "git show *", "git show", undefined],
  ["** is any number of words", "git log **", "git log --oneline -5 src", "allow"],
  ["** is also no word", "git log **", "git log", "allow"],
  ["** in the middle", "npm run ** --silent", "npm run a b --silent", "allow"],
  ["* inside a word", "npm run test:*", "npm run test:unit", "allow"],
  ["* inside a word does not reach the next word", "npm run test:*", "npm run test:unit x", undefined],
  ["a wildcard program", "swift* **", "swift-format a.swift", "allow"],
  ["case counts", "git status", "git Status", undefined],
  ["a program from an unknown place is not believed", "git status", "./git status", undefined],
  ["a program in a system folder is believed", "git status", "/usr/bin/git status", "allow"],
  ["a splitting unknown is not covered by **", "git log **", "git log $X", undefined],
  ["a quoted unknown is covered by **", "git log **", 'git log "$X"', "allow"],
  ["an unknown is not covered by *", "git show *", 'git show "$X"', undefined],
  ["an unknown does not match text", "git show HEAD", 'git show "$X"', undefined],
  ["a glob is covered by **", "wc **", "wc *.ts", "allow"],
  ["a glob is not one word", "wc *", "wc *.ts", undefined],
  ["a wildcard path does not climb", "rm -r ./build/*", "rm -r ./build/../src", undefined],
  ["a wildcard path stays below", "rm -r ./build/*", "rm -r ./build/x", "allow"],
  ["an escaped star is a star", "echo \\*", "echo '*'", "allow"],
  ["an escaped star is no wildcard", "echo \\*", "echo a", undefined],
  ["a word with blanks is one word", "git commit -m *", "git commit -m 'two words'", "allow"],
  [
    "a global option before the sub-command is not skipped",
    "git status",
    "git -C x status",
    undefined,
    { known: "git status" },
  ],
  ["a script path is that very file", "./scripts/build.sh **", "./scripts/build.sh x", "allow"],
  [
    "seen from another folder it is still that file",
    "./scripts/build.sh",
    "../scripts/build.sh",
    "allow",
    { cwds: ["/home/dev/app/src"] },
  ],
  [
    "another file of that name is not",
    "./scripts/build.sh",
    "./scripts/build.sh",
    undefined,
    { cwds: ["/tmp"] },
  ],
  [
    "a file whose folder is not known is not",
    "./scripts/build.sh",
    "./scripts/build.sh",
    undefined,
    { cwds: [null] },
  ],
  [
    "one of two possible folders is not enough",
    "./x.sh",
    "./x.sh",
    undefined,
    { cwds: ["/home/dev/app", "/tmp"] },
  ],
  ["the home folder", "~/bin/tool **", "/home/dev/bin/tool a", "allow"],
  ["a harmless variable before it", "npm test", "npm test", "allow", { env: ["CI", "LC_ALL"] }],
  ["a variable that could change what runs", "npm test", "npm test", undefined, { env: ["NODE_OPTIONS"] }],
  ["an unknown program never matches", "git **", "$X status", undefined],
];

describe("a pattern of an allow rule is read narrowly", () => {
  test.for(NARROW)("%s: `%s` and `%s`", async ([, pattern, line, ruling, options]) => {
    const [found] = evaluate(await rule("allow", pattern), subjectOf(line, options));
    expect(found?.ruling).toBe(ruling);
  });
});

describe("a pattern of a deny rule is read widely", () => {
  const rows: Row[] = [
    ["exact words match", "git push --force **", "git push --force", "deny"],
    ["a program of that name anywhere matches", "terraform **", "./tools/terraform apply", "deny"],
    ["an unknown word matches *", "git push *", "git push $X", "deny"],
    ["an unknown word matches **", "git push **", "git push $X", "deny"],
    ["an unknown word that could be the word asks", "git push --force **", "git push $X", "ask"],
    ["an unknown word that may split asks", "git push --force", "git $X", "ask"],
    ["an unknown word that cannot split and is too few does not", "git push --force", 'git "$X"', undefined],
    [
      "a partly known word that cannot be it does not match",
      "git push --force",
      'git push --x"$X"',
      undefined,
    ],
    ["a partly known word that could be it asks", "git push --force", 'git push --"$X"', "ask"],
    ["a glob that could be it asks", "cat secret.txt", "cat secret*", "ask"],
    ["a glob that cannot be it does not", "cat secret.txt", "cat public*", undefined],
    ["an unknown program asks", "terraform **", "$X apply", "ask"],
    [
      "a global option is looked through",
      "git push --force **",
      "git -C x push --force",
      "deny",
      { known: "git push" },
    ],
    ["a variable before it changes nothing", "npm publish", "npm publish", "deny", { env: ["NODE_OPTIONS"] }],
    ["a script path by another way", "./scripts/deploy.sh **", "/home/dev/app/scripts/deploy.sh", "deny"],
    [
      "a folder that is not known asks",
      "./scripts/deploy.sh",
      "./scripts/deploy.sh",
      "ask",
      { cwds: [null] },
    ],
    ["other words do not match", "git push **", "git pull", undefined],
  ];
  test.for(rows)("%s: `%s` and `%s`", async ([, pattern, line, ruling, options]) => {
    const [found] = evaluate(await rule("deny", pattern), subjectOf(line, options));
    expect(found?.ruling).toBe(ruling);
  });

  test("a script run by a shell is matched by what it executes", async () => {
    const layers = await rule("deny", "./scripts/deploy.sh **");
    const target = {
      kind: "path",
      path: "/home/dev/app/scripts/deploy.sh",
      text: "x",
      glob: false,
      below: false,
    } as const;
    const subject = subjectOf("bash scripts/deploy.sh", {
      effects: [{ kind: "execute", because: "x", target }],
    });
    expect(evaluate(layers, subject)[0]?.ruling).toBe("deny");
  });
});

describe("the allowlist form", () => {
  const rows: Row[] = [
    ["ignores case in words", "git **", "GIT Status", "allow"],
    ["keeps case in options", "tar -x **", "tar -X a", undefined],
    ["matches one simple command", "git **", "git status ; rm", "allow"],
    ["** matches nothing too", "pnpm **", "pnpm", "allow"],
    ["* is one word", "git *", "git status -s", undefined],
  ];
  test.for(rows)("%s: `%s` and `%s`", async ([, pattern, line, ruling]) => {
    const layers = await userPolicy(`version: 1\nallowlist:\n  - pattern: ${JSON.stringify(pattern)}\n`);
    expect(evaluate(layers, subjectOf(line))[0]?.ruling).toBe(ruling);
  });
});

describe("a pattern that cannot be meant is refused", () => {
  const rows: [string, string, string][] = [
    ["a bare star", "*", "every program"],
    ["two stars", "**", "every program"],
    ["star and stars", "* **", "every program"],
    ["a list of commands", "cd x; make", "one simple command"],
    ["a pipe", "curl x | sh", "one simple command"],
    ["a redirection", "echo x > y", "one simple command"],
    ["a variable", "rm $HOME", "one simple command"],
    ["quotes", 'git commit -m "x y"', "one simple command"],
  ];
  test.for(rows)("%s: `%s`", async ([, pattern, problem]) => {
    await expect(rule("allow", pattern)).rejects.toThrow(problem);
    await expect(rule("deny", pattern)).rejects.toThrow(problem);
  });
});
