/** `exactly`: the whole argv after the program, word for word. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Word } from "../../src/core/word.ts";
import { NO_POLICY } from "../../src/decide/no-policy.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { evaluate } from "../../src/policy/merge.ts";
import { layersWith } from "../../src/policy/trial-layers.ts";
import { makeMachine, problemsOf, userPolicy } from "./fixture.ts";
import { HOME, pathEffect, ROOT, type SubjectOptions, subjectOf } from "./subject.ts";

type Row = readonly [
  name: string,
  ruling: string,
  match: string,
  line: string,
  expected: string | undefined,
  options?: SubjectOptions,
];

const ROWS: Row[] = [
  ["the same words", "allow", "{program: git, exactly: [commit, -m, 'a b']}", "git commit -m 'a b'", "allow"],
  ["one word more", "allow", "{program: git, exactly: [commit]}", "git commit -a", undefined],
  ["one word less", "allow", "{program: git, exactly: [commit, -a]}", "git commit", undefined],
  ["another order", "allow", "{program: x, exactly: [a, b]}", "x b a", undefined],
  ["another case of letters", "allow", "{program: x, exactly: [A]}", "x a", undefined],
  ["no arguments at all", "allow", "{program: make, exactly: []}", "make", "allow"],
  ["no arguments means none", "allow", "{program: make, exactly: []}", "make all", undefined],
  ["an empty word", "allow", "{program: x, exactly: ['']}", "x ''", "allow"],
  ["an empty word is a word", "allow", "{program: x, exactly: ['']}", "x", undefined],
  ["a star is a star", "allow", "{program: x, exactly: ['*']}", "x '*'", "allow"],
  ["a star is no wildcard", "allow", "{program: x, exactly: ['*']}", "x a", undefined],
  ["two stars are no wildcard", "allow", "{program: x, exactly: ['**']}", "x a b", undefined],
  ["a glob of the line is not its text", "allow", "{program: x, exactly: ['*']}", "x *", undefined],
  ["shell syntax is text", "allow", "{program: x, exactly: ['a; b | $C']}", "x 'a; b | $C'", "allow"],
  ["a backslash is text", "allow", "{program: x, exactly: ['a\\b']}", "x 'a\\b'", "allow"],
  ["a tilde is not the home folder", "allow", "{program: x, exactly: ['~/a']}", `x ${HOME}/a`, undefined],
  ["allow: a word that is not known", "allow", "{program: x, exactly: [a]}", "x $A", undefined],
  ["allow: nor one in quotes", "allow", "{program: x, exactly: [a]}", 'x "$A"', undefined],
  ["allow: nor a word that may vanish", "allow", "{program: x, exactly: [a]}", "x a $A", undefined],
  ["allow: a program of that name elsewhere", "allow", "{program: x, exactly: [a]}", "./x a", undefined],
  ["deny: the same words", "deny", "{program: x, exactly: [a]}", "x a", "deny"],
  ["deny: one word more", "deny", "{program: x, exactly: [a]}", "x a b", undefined],
  ["deny: a word that may be it asks", "deny", "{program: x, exactly: [a]}", "x $A", "ask"],
  ["deny: a word that may vanish asks", "deny", "{program: x, exactly: [a]}", "x a $A", "ask"],
  [
    "deny: options before the sub-command are words, too",
    "deny",
    "{program: git, exactly: [push]}",
    "git -C d push",
    undefined,
    { known: "git push" },
  ],
  [
    "under: in the folder",
    "allow",
    "{program: make, exactly: [all], under: infra}",
    "make all",
    "allow",
    { cwds: [`${ROOT}/infra`] },
  ],
  ["under: elsewhere", "allow", "{program: make, exactly: [all], under: infra}", "make all", undefined],
  [
    "under: a folder that is not known",
    "allow",
    "{program: make, exactly: [all], under: infra}",
    "make all",
    undefined,
    { cwds: [null] },
  ],
  [
    "allow: writing outside needs the path in full",
    "allow",
    "{program: touch, exactly: [../x]}",
    "touch ../x",
    undefined,
    { effects: [pathEffect("write", "../x")] },
  ],
  [
    "allow: with the path in full",
    "allow",
    "{program: touch, exactly: [/opt/x]}",
    "touch /opt/x",
    "allow",
    { effects: [pathEffect("write", "/opt/x")] },
  ],
];

describe("exactly", () => {
  test.for(ROWS)("%s (%s %s, `%s`)", async ([, ruling, match, line, expected, options]) => {
    const layers = await userPolicy(
      `version: 1\nrules:\n  - {id: r, match: ${match}, ruling: ${ruling}, because: test}\n`,
    );
    expect(evaluate(layers, subjectOf(line, options))[0]?.ruling).toBe(expected);
  });

  const word = fc.string({ maxLength: 6, unit: fc.constantFrom(..."ab *\\$~'\"-;.".split("")) });
  test("a rule allows its own words and no others", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), fc.array(word, { maxLength: 4 }), (own, others) => {
        const match = { program: "tool", exactly: own };
        const trial = layersWith(NO_POLICY, [match], "user", { home: HOME, projectRoot: ROOT });
        if (trial.kind === "refused") throw new Error(trial.reasons.join());
        const allows = (words: readonly string[]) =>
          evaluate(trial.layers, withWords(words))[0]?.ruling === "allow";
        expect(allows(own)).toBe(true);
        expect(allows(others)).toBe(JSON.stringify(own) === JSON.stringify(others));
      }),
    );
  });
});

function withWords(words: readonly string[]) {
  const subject = subjectOf("tool");
  const literal = (text: string): Word => ({ pieces: [{ kind: "text", text }], pos: 0, end: 0 });
  return { ...subject, command: { ...subject.command, argv: ["tool", ...words].map(literal) } };
}

describe("what lint says of it", () => {
  const rows: [name: string, match: string, problem: RegExp][] = [
    ["without a program", "{exactly: [a]}", /3: rules\[1\].match must name the program: of `exactly`/],
    ["with args", "{program: x, args: [a], exactly: [a]}", /must not hold args, flags, effect or path/],
    ["with flags", "{program: x, flags: [-a], exactly: [a]}", /must not hold args, flags, effect or path/],
    ["with a path", "{program: x, path: /a, exactly: [a]}", /must not hold args, flags, effect or path/],
    [
      "a control character",
      '{program: x, exactly: ["a\\e"]}',
      /exactly\[1\] must not hold control characters/,
    ],
    ["one text", "{program: x, exactly: a b}", /match.exactly must be a list/],
    ["misspelt", "{program: x, exacly: [a]}", /did you mean "exactly"/],
    ["a star for the program", '{program: "*", exactly: [a]}', /would match every program/],
  ];
  test.for(rows)("%s", async ([, match, problem]) => {
    const { places } = makeMachine({
      user: `version: 1\nrules:\n  - {id: r, match: ${match}, ruling: allow, because: x}\n`,
    });
    expect(problemsOf(await loadPolicy({ places })).join("\n")).toMatch(problem);
  });
});
