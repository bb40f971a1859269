import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { loadPolicy } from "../../src/policy/load.ts";
import { type Machine, makeMachine, problemsOf, write } from "./fixture.ts";

type Row = readonly [name: string, content: string, problem: RegExp];

const BOMB = `a: &a [x,x]\n${Array.from({ length: 20 }, (_, n) => `k${n}: &k${n} [*${n === 0 ? "a" : `k${n - 1}`},*${n === 0 ? "a" : `k${n - 1}`}]`).join("\n")}\n`;

const TEXTS: Row[] = [
  ["an empty file", "", /^policy.yaml:1: the file is empty; begin with `version: 1`/],
  ["only a comment", "# nothing\n", /:1: the file is empty/],
  ["no version", "commands: [make]\n", /:1: version must be 1; /],
  ["another version", "version: 2\n", /:1: version must be 1/],
  ["a list at the top", "- a\n", /:1: the file must be a map of fields/],
  [
    "an unknown field",
    "version: 1\ncomands: [make]\n",
    /:2: unknown field "comands"; did you mean "commands"\?/,
  ],
  [
    "a setting in the wrong place",
    "version: 1\napproval_timeout_minutes: 5\n",
    /:2: unknown field.*below `settings:`/,
  ],
  [
    "a reveal that is no path",
    "version: 1\nsettings: {reveal: [.ssh]}\n",
    /:2: settings.reveal.* must begin with \/ or ~\//,
  ],
  [
    "an unknown field in a rule",
    "version: 1\nrules:\n  - id: a\n    match: x\n    ruling: deny\n    because: b\n    reason: c\n",
    /:7: unknown field "reason" in rules\[1\]; known fields here: id, match/,
  ],
  [
    "an unknown field in a match",
    "version: 1\nrules:\n  - id: a\n    match: {programm: x}\n    ruling: deny\n    because: b\n",
    /:4: unknown field "programm".*did you mean "program"\?/,
  ],
  [
    "an unknown ruling",
    "version: 1\nrules:\n  - {id: a, match: x, ruling: block, because: b}\n",
    /:3: rules\[1\].ruling must be one of allow, ask, confirm, deny/,
  ],
  [
    "a missing reason",
    "version: 1\nrules:\n  - {id: a, match: x, ruling: deny}\n",
    /:3: rules\[1\].because is missing; add it/,
  ],
  [
    "a bad id",
    "version: 1\nrules:\n  - {id: 'A b', match: x, ruling: deny, because: b}\n",
    /:3: rules\[1\].id must be of small letters/,
  ],
  [
    "two rules of one id",
    "version: 1\nrules:\n  - {id: a, match: x, ruling: deny, because: b}\n  - {id: a, match: y, ruling: deny, because: b}\n",
    /:4: the rule id user.a is already used at .*policy.yaml:3/,
  ],
  ["a number where text belongs", "version: 1\ncommands: [12]\n", /:2: commands\[1\]/],
  [
    "an empty match object",
    "version: 1\nrules:\n  - {id: a, match: {}, ruling: deny, because: b}\n",
    /:3: rules\[1\].match must say at least one/,
  ],
  [
    "an option that is none",
    "version: 1\nrules:\n  - {id: a, match: {flags: [force]}, ruling: deny, because: b}\n",
    /must be an option such as/,
  ],
  ["a bare star", "version: 1\nallowlist:\n  - '*'\n", /:3: the pattern "\*" would match every program/],
  [
    "a bare star as a command",
    "version: 1\ncommands:\n  - '*'\n",
    /:3: the pattern "\*" would match every program/,
  ],
  [
    "a timeout out of range",
    "version: 1\nsettings:\n  approval_timeout_minutes: 31\n",
    /:3: settings.approval_timeout_minutes must be 1 to 30/,
  ],
  [
    "an unknown profile",
    "version: 1\nprofiles: [cobol-dev]\n",
    /:2: there is no profile "cobol-dev"; define it, or use one of .*node-dev/,
  ],
  [
    "duplicate keys",
    "version: 1\ncommands: [a]\ncommands: [b]\n",
    /:3: the field "commands" is there twice; keep one of the two/,
  ],
  [
    "duplicate keys deep inside",
    "version: 1\nrules:\n  - id: a\n    match: x\n    ruling: deny\n    ruling: allow\n    because: b\n",
    /:6: the field "ruling" is there twice/,
  ],
  ["several documents", "version: 1\n---\nversion: 1\n", /:[23]: the file holds several documents/],
  [
    "an anchor and an alias",
    "version: 1\ncommands: &a [make]\nallowed_commands: *a\n",
    /:2: anchors \(&name\) are not accepted/,
  ],
  ["a bomb of aliases", `version: 1\n${BOMB}`, /:2: anchors|aliases/],
  ["a merge key", "version: 1\n<<: {commands: [make]}\n", /:2: unknown field "<<"/],
  [
    "a directive that brings merge keys back",
    "%YAML 1.1\n---\nversion: 1\n<<: {commands: [make]}\n",
    /:1: directives \(%YAML, %TAG\) are not accepted; leave the line out/,
  ],
  ["a directive after a comment", "# x\n%TAG ! tag:x,2000:\n---\nversion: 1\n", /:2: directives/],
  ["a tag", "version: !!str 1\n", /:1: the tag tag:yaml.org,2002:str is not accepted/],
  ["a custom tag", "version: 1\ncommands: !run [make]\n", /:2: .*tag.*; leave/i],
  ["a set", "version: 1\ncommands: !!set {a, b}\n", /:2: .*tag/i],
  ["broken YAML", "version: 1\ncommands: [make\n", /:\d+: .*; correct the YAML there/],
  ["a tab", "version: 1\nrules:\n\t- a\n", /:3: /],
  ["brackets without end", `version: 1\ncommands: ${"[".repeat(100_000)}\n`, /:2: is nested deeper/],
  ["dashes without end", `${"- ".repeat(50_000)}x\n`, /:1: is nested deeper/],
  ["braces in keys", `version: 1\n${"{".repeat(150)}\n`, /:\d+: /],
  [
    "a deep map",
    `version: 1\n${Array.from({ length: 60 }, (_, n) => `${" ".repeat(n)}k${n}:`).join("\n")}\n`,
    /nested deeper|unknown field/,
  ],
  [
    "a control character in a reason",
    'version: 1\nrules:\n  - {id: a, match: x, ruling: deny, because: "a\\eb"}\n',
    /must not hold control characters/,
  ],
];

describe("a file with a mistake is refused, with its line and a way out", () => {
  test.for(TEXTS)("%s", async ([, content, problem]) => {
    const machine = makeMachine({ user: content });
    const outcome = await loadPolicy({ places: machine.places });
    expect(problemsOf(outcome)).toContainEqual(expect.stringMatching(problem));
  });
});

const ON_DISK: [name: string, arrange: (machine: Machine) => void, problem: RegExp][] = [
  [
    "a symbolic link",
    ({ userFile }) => {
      renameSync(userFile, `${userFile}.x`);
      symlinkSync(`${userFile}.x`, userFile);
    },
    /the file is a symbolic link; /,
  ],
  [
    "a dangling link",
    ({ userFile }) => {
      renameSync(userFile, `${userFile}.x`);
      symlinkSync("/nowhere", userFile);
    },
    /symbolic link/,
  ],
  [
    "world-writable",
    ({ userFile }) => chmodSync(userFile, 0o666),
    /can be written by group or others; run: chmod go-w/,
  ],
  ["group-writable", ({ userFile }) => chmodSync(userFile, 0o664), /can be written by group or others/],
  [
    "in a folder that everybody can write to",
    ({ userFile }) => chmodSync(dirname(userFile), 0o777),
    /lies in a folder that group or others can write to; run: chmod go-w \S+guard$/,
  ],
  [
    "in a folder that the group can write to",
    ({ userFile }) => chmodSync(dirname(userFile), 0o775),
    /lies in a folder that group or others can write to/,
  ],
  [
    "in a linked folder",
    ({ userFile }) => {
      renameSync(dirname(userFile), `${dirname(userFile)}.x`);
      symlinkSync(`${dirname(userFile)}.x`, dirname(userFile));
    },
    /lies in a folder that is a symbolic link; make \S+ a real folder/,
  ],
  [
    "in a folder that is a link to nowhere",
    ({ userFile }) => {
      renameSync(dirname(userFile), `${dirname(userFile)}.x`);
      symlinkSync("/nowhere", dirname(userFile));
    },
    /lies in a folder that is a symbolic link/,
  ],
  [
    "in a file",
    ({ userFile }) => {
      renameSync(dirname(userFile), `${dirname(userFile)}.x`);
      write(dirname(userFile), "x");
    },
    /cannot be there: \S+ is not a folder; make it a folder, or move it away/,
  ],
  [
    "below a file",
    ({ userFile }) => {
      const config = dirname(dirname(userFile));
      renameSync(config, `${config}.x`);
      write(config, "x");
    },
    /something above it is not a folder/,
  ],
  [
    "a folder",
    ({ userFile }) => {
      renameSync(userFile, `${userFile}.x`);
      mkdirSync(userFile);
    },
    /not a regular file/,
  ],
  [
    "a pipe",
    ({ userFile }) => {
      renameSync(userFile, `${userFile}.x`);
      execFileSync("mkfifo", [userFile]);
    },
    /not a regular file/,
  ],
  [
    "too large",
    ({ userFile }) => write(userFile, `version: 1\n#${"x".repeat(300 * 1024)}\n`),
    /larger than 256 KiB/,
  ],
  ["a NUL byte", ({ userFile }) => write(userFile, "version: 1\n#\0\n"), /:2: the file holds a NUL byte/],
  ["not UTF-8", ({ userFile }) => write(userFile, Buffer.from([0x76, 0xff, 0xfe])), /not valid UTF-8/],
];

describe("a file that others could have written is refused", () => {
  test.for(ON_DISK)("%s", async ([, arrange, problem]) => {
    const machine = makeMachine({ user: "version: 1\n" });
    arrange(machine);
    expect(problemsOf(await loadPolicy({ places: machine.places }))).toContainEqual(
      expect.stringMatching(problem),
    );
  });

  test("owned by somebody else", async () => {
    const machine = makeMachine({ user: "version: 1\n", org: "version: 1\n" });
    const places = { ...machine.places, owners: [987_654] };
    const problems = problemsOf(await loadPolicy({ places }));
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/belongs to user id \d+; chown/);
  });

  test("in a folder of somebody else", async () => {
    const machine = makeMachine({ user: "version: 1\n" });
    if (process.getuid?.() !== 0) return;
    chownSync(dirname(machine.userFile), 987_654, 0);
    expect(problemsOf(await loadPolicy({ places: machine.places }))).toEqual([
      expect.stringMatching(/lies in a folder that belongs to user id 987654; chown/),
    ]);
  });

  test("in a sticky folder like /tmp it is fine", async () => {
    const machine = makeMachine({ user: "version: 1\n" });
    chmodSync(dirname(machine.userFile), 0o1777);
    expect((await loadPolicy({ places: machine.places })).kind).toBe("loaded");
  });
});

describe("a large file of nonsense is refused quickly", () => {
  const size = 250 * 1024;
  const rows: [name: string, text: string][] = [
    ["fields", Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join("\n")],
    ["commas", `commands: [${",".repeat(size)}]`],
    ["entries", `commands: [${"a,".repeat(size / 2)}]`],
    ["closing brackets", `commands: ${"]".repeat(size)}`],
    ["pairs of brackets", `commands: ${"[]".repeat(size / 2)}`],
    ["quotes", `commands: ${'"'.repeat(size)}`],
    ["escapes", `commands: "${"\\q".repeat(size / 2)}"`],
    ["anchors", `commands: ${"&a ".repeat(size / 3)}`],
    ["keys in keys", `commands: ${"a: ".repeat(size / 3)}`],
    ["dashes", "- - a\n".repeat(size / 6)],
  ];
  test.for(rows)("%s", async ([, text]) => {
    const machine = makeMachine({ user: `version: 1\n${text}\n` });
    const start = performance.now();
    const problems = problemsOf(await loadPolicy({ places: machine.places }));
    expect(performance.now() - start).toBeLessThan(500);
    expect(problems).toEqual([expect.stringMatching(/more than 20000 lines, list entries and quotes/)]);
  });

  test("a mark that is repeated does not become a long message", async () => {
    const machine = makeMachine({ user: `version: 1\ncommands: |${"x".repeat(size)}\n` });
    const problems = problemsOf(await loadPolicy({ places: machine.places }));
    expect(problems.join("").length).toBeLessThan(2000);
  });

  test("500 rules with examples are not too many", async () => {
    const rules = Array.from(
      { length: 500 },
      (_, at) =>
        `  - id: r${at}\n    match: "tool${at} **"\n    ruling: deny\n    because: "it's not, ever, wanted"\n    examples: {match: ["tool${at} x"]}\n`,
    );
    const machine = makeMachine({ user: `version: 1\nrules:\n${rules.join("")}` });
    expect(problemsOf(await loadPolicy({ places: machine.places }))).toEqual([]);
  });
});

test("a list with all its entries commented out is an empty list", async () => {
  const machine = makeMachine({ user: "version: 1\ncommands:\n#  - make\nsettings:\n" });
  expect((await loadPolicy({ places: machine.places })).kind).toBe("loaded");
});

describe("what a broken file does to the rest", () => {
  test("a broken org file refuses everything", async () => {
    const machine = makeMachine({ org: "version: 3\n", user: "version: 1\n" });
    expect((await loadPolicy({ places: machine.places })).kind).toBe("refused");
  });

  test("a broken file in policy.d refuses everything", async () => {
    const machine = makeMachine({ org: "version: 1\n" });
    write(`${machine.places.orgDir}/policy.d/a.yaml`, "rules: 1\n");
    expect((await loadPolicy({ places: machine.places })).kind).toBe("refused");
  });

  test("a broken project file contributes nothing, and says so", async () => {
    const machine = makeMachine({ project: "version: 1\nrules:\n  - {id: a, match: x, ruling: deny}\n" });
    const outcome = await loadPolicy({ places: machine.places });
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.layers.project).toEqual([]);
    expect(outcome.layers.projectFile.kind).toBe("broken");
    expect(outcome.warnings.join("\n")).toMatch(
      /this project's policy is not used, because:\n.*policy.yaml:3: rules\[1\].because is missing/,
    );
  });

  test("a project file or its folder may not be a link", async () => {
    const machine = makeMachine({ project: "version: 1\n" });
    const folder = dirname(machine.projectFile);
    renameSync(folder, `${folder}.x`);
    symlinkSync(`${folder}.x`, folder);
    const outcome = await loadPolicy({ places: machine.places });
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.warnings.join("\n")).toMatch(/folder that is a symbolic link/);
  });

  test("no file at all is an empty policy", async () => {
    const outcome = await loadPolicy({ places: makeMachine().places });
    expect(outcome).toMatchObject({
      kind: "loaded",
      warnings: [],
      layers: { org: [], user: [], project: [] },
    });
  });
});
