import { describe, expect, test } from "vitest";
import type { Effect } from "../../src/core/effect.ts";
import { evaluate } from "../../src/policy/merge.ts";
import { userPolicy } from "./fixture.ts";
import { pathEffect, type SubjectOptions, subjectOf, unknownPathEffect } from "./subject.ts";

type Row = readonly [
  name: string,
  ruling: string,
  match: string,
  line: string,
  expected: string | undefined,
  options?: SubjectOptions,
];

const effects = (...list: Effect[]): SubjectOptions => ({ effects: list });

const ROWS: Row[] = [
  ["program alone", "deny", "{program: terraform}", "terraform apply", "deny"],
  ["one of several programs", "deny", "{program: [vim, nano]}", "nano x", "deny"],
  ["args are a prefix", "deny", "{program: git, args: [push]}", "git push origin main", "deny"],
  ["args in order", "deny", "{program: git, args: [push]}", "git fetch push", undefined],
  ["a flag anywhere", "deny", "{program: git, flags: [--force]}", "git push origin --force", "deny"],
  ["a flag with a value", "deny", "{program: git, flags: [--force]}", "git push --force=yes", "deny"],
  [
    "a longer flag is another flag",
    "deny",
    "{program: git, flags: [--force]}",
    "git push --force-with-lease",
    undefined,
  ],
  ["an abbreviated flag asks", "deny", "{program: git, flags: [--force]}", "git push --forc", "ask"],
  ["a short flag", "deny", "{program: git, flags: [-f]}", "git clean -f", "deny"],
  ["a short flag in a bundle", "deny", "{program: git, flags: [-f]}", "git clean -xfd", "deny"],
  ["all flags must be there", "deny", "{program: git, flags: [-f, -x]}", "git clean -fd", undefined],
  ["all flags are there", "deny", "{program: git, flags: [-f, -x]}", "git clean -fdx", "deny"],
  ["an unknown word may be the flag", "deny", "{program: git, flags: [-f]}", "git clean $X", "ask"],
  ["allow: a flag must be written out", "allow", "{program: git, flags: [-n]}", "git clean -n", "allow"],
  ["allow: a bundle may hide more", "allow", "{program: git, flags: [-n]}", "git clean -nf", undefined],
  ["allow: after -- it is no flag", "allow", "{program: git, flags: [-n]}", "git clean -- -n", undefined],
  [
    "deny: one effect is enough",
    "deny",
    "{effect: network}",
    "x",
    "deny",
    effects(pathEffect("read", "a"), { kind: "network", because: "" }),
  ],
  [
    "deny: another effect is not",
    "deny",
    "{effect: [delete, write]}",
    "x",
    undefined,
    effects(pathEffect("read", "a")),
  ],
  [
    "allow: all effects must fit",
    "allow",
    "{effect: [read, write]}",
    "x",
    "allow",
    effects(pathEffect("read", "a"), pathEffect("write", "b")),
  ],
  [
    "allow: one that does not fit is too many",
    "allow",
    "{effect: [read]}",
    "x",
    undefined,
    effects(pathEffect("read", "a"), pathEffect("write", "b")),
  ],
  ["allow: no effect is nothing to allow", "allow", "{effect: [read]}", "x", undefined],
  ["deny a path", "deny", "{path: /srv/prod/**}", "x", "deny", effects(pathEffect("read", "/srv/prod/db"))],
  [
    "deny a path: elsewhere",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    undefined,
    effects(pathEffect("read", "/srv/test/db")),
  ],
  [
    "deny a path: a tree above it",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    "deny",
    effects(pathEffect("delete", "/srv", { below: true })),
  ],
  [
    "deny a path: unknown asks",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    "ask",
    effects(unknownPathEffect("read")),
  ],
  [
    "deny a path: a glob that may reach it asks",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    "ask",
    effects(pathEffect("read", "/srv/p*/db", { glob: true })),
  ],
  [
    "deny a path: a glob that cannot",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    undefined,
    effects(pathEffect("read", "/srv/t*/db", { glob: true })),
  ],
  [
    "deny a path: the glob lies wholly in it",
    "deny",
    "{path: /srv/prod/**}",
    "x",
    "deny",
    effects(pathEffect("read", "/srv/prod/*", { glob: true })),
  ],
  [
    "a name in any folder",
    "deny",
    "{path: '*.pem'}",
    "x",
    "deny",
    effects(pathEffect("read", "deep/er/key.pem")),
  ],
  [
    "a relative path starts at the project",
    "deny",
    "{path: infra/**}",
    "x",
    "deny",
    effects(pathEffect("write", "/home/dev/app/infra/a.tf")),
  ],
  [
    "the home folder",
    "deny",
    "{path: ~/notes/**}",
    "x",
    "deny",
    effects(pathEffect("read", "/home/dev/notes/a")),
  ],
  [
    "effect and path speak of the same effect",
    "deny",
    "{effect: write, path: infra/**}",
    "x",
    undefined,
    effects(pathEffect("read", "infra/a"), pathEffect("write", "src/a")),
  ],
  [
    "allow: all paths must fit",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    "allow",
    effects(pathEffect("delete", "dist/a"), pathEffect("delete", "dist/b")),
  ],
  [
    "allow: one path outside is too many",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    undefined,
    effects(pathEffect("delete", "dist/a"), pathEffect("delete", "src/b")),
  ],
  [
    "allow: an unknown path is not covered",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    undefined,
    effects(unknownPathEffect("delete")),
  ],
  [
    "allow: a whole tree needs **",
    "allow",
    "{effect: delete, path: dist/*}",
    "rm",
    undefined,
    effects(pathEffect("delete", "dist/a", { below: true })),
  ],
  [
    "allow: a whole tree with **",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    "allow",
    effects(pathEffect("delete", "dist", { below: true })),
  ],
  [
    "allow: a glob below it",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    "allow",
    effects(pathEffect("delete", "dist/*.js", { glob: true })),
  ],
  [
    "allow: a glob that an old shell reads as ..",
    "allow",
    "{effect: delete, path: dist/**}",
    "rm",
    undefined,
    effects(pathEffect("delete", "dist/.*", { glob: true })),
  ],
  [
    "under a folder",
    "deny",
    "{program: make, under: infra}",
    "make",
    "deny",
    { cwds: ["/home/dev/app/infra/a"] },
  ],
  [
    "not under a folder",
    "deny",
    "{program: make, under: infra}",
    "make",
    undefined,
    { cwds: ["/home/dev/app/infrared"] },
  ],
  ["deny: an unknown folder asks", "deny", "{program: make, under: infra}", "make", "ask", { cwds: [null] }],
  [
    "allow: an unknown folder is not under it",
    "allow",
    "{program: make, under: infra}",
    "make",
    undefined,
    { cwds: [null] },
  ],
];

describe("the parts of a match object", () => {
  test.for(ROWS)("%s (%s %s, `%s`)", async ([, ruling, match, line, expected, options]) => {
    const layers = await userPolicy(
      `version: 1\nrules:\n  - {id: r, match: ${match}, ruling: ${ruling}, because: test}\n`,
    );
    expect(evaluate(layers, subjectOf(line, options))[0]?.ruling).toBe(expected);
  });
});

test("an allow rule must name a program or an effect", async () => {
  const text = "version: 1\nrules:\n  - {id: r, match: {flags: [--help]}, ruling: allow, because: test}\n";
  await expect(userPolicy(text)).rejects.toThrow("every program");
});
