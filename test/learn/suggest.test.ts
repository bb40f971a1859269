/** guard suggest: rules come from people's yes, never against a no, and are saved as an answer would be. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { auditDatabase } from "../../src/cli/audit-place.ts";
import { runGrants } from "../../src/cli/grants.ts";
import { runSuggest } from "../../src/cli/suggest.ts";
import { type Home, makeHome, NO, type Noted, RAN, type Row, repeat, YES } from "./fixture.ts";

const DAY = "2026-11-10T10:00:00Z";

async function suggestions(home: Home, ...args: string[]) {
  expect(await runSuggest(["--json", ...args], home.io)).toBe(0);
  return JSON.parse(home.out()) as {
    suggestions: {
      rung: string;
      description: string;
      matches: unknown[];
      questionsSaved: number;
      also: { line: string }[];
      widens: string[];
      layers: string[];
      id: string;
    }[];
    answered: number;
    settled: number;
    withheld: number;
    redirected: number;
  };
}

/** `rung matches saved`. */
async function shortly(home: Home, ...args: string[]): Promise<string[]> {
  const { suggestions: all } = await suggestions(home, ...args);
  const short = (match: unknown) =>
    JSON.stringify(match).replaceAll(home.project, "SHOP").replaceAll('"', "");
  return all.map(
    ({ rung, matches, questionsSaved }) => `${rung} ${matches.map(short).join(" ")} ${questionsSaved}`,
  );
}

describe("what is suggested", () => {
  const commit = (message: string): Row => ({ ...YES, command: `git commit -m ${message}` });
  const rows: { name: string; records: readonly Row[]; args?: string[]; want: string[] }[] = [
    { name: "nothing for a question that came once", records: [{ ...YES, command: "touch a" }], want: [] },
    {
      name: "a question that came again, in its exact words",
      records: repeat(2, { ...YES, command: "python3 x.py" }),
      want: ["exact {program:python3,exactly:[x.py],under:SHOP} 2"],
    },
    {
      name: "wider ones only where they save more, the narrowest first",
      records: [...repeat(3, commit("one")), commit("two"), { ...YES, command: "git commit --amend" }],
      want: [
        "exact {program:git,exactly:[commit,-m,one],under:SHOP} 3",
        "flags {program:git,args:[commit],flags:[-m],under:SHOP} 4",
        "subcommand git commit ** 5",
      ],
    },
    {
      name: "a part of a longer line by itself, where that saves as much",
      records: [
        ...repeat(3, { ...YES, command: "npm test" }),
        { ...YES, command: "mkdir -p build && npm test" },
      ],
      want: ["exact {program:npm,exactly:[test],under:SHOP} 3"],
    },
    {
      name: "the longer line after its part, where it saves enough beyond that",
      records: [
        ...repeat(3, { ...YES, command: "npm test" }),
        ...repeat(2, { ...YES, command: "mkdir -p build && npm test" }),
      ],
      want: [
        "exact {program:npm,exactly:[test],under:SHOP} 3",
        "exact {program:mkdir,exactly:[-p,build],under:SHOP} {program:npm,exactly:[test],under:SHOP} 5",
      ],
    },
    {
      name: "no longer line whose parts save nearly all by themselves",
      records: [
        ...repeat(3, { ...YES, command: "npm test" }),
        ...repeat(2, { ...YES, command: "mkdir -p build" }),
        { ...YES, command: "mkdir -p build && npm test" },
      ],
      want: [
        "exact {program:npm,exactly:[test],under:SHOP} 3",
        "exact {program:mkdir,exactly:[-p,build],under:SHOP} 2",
      ],
    },
    {
      name: "a part by itself also where only wider words save enough",
      records: [commit("one"), commit("two"), { ...YES, command: "git add -A && git commit -m three" }],
      want: ["flags {program:git,args:[commit],flags:[-m],under:SHOP} 2"],
    },
    {
      name: "no wider rules for a longer line that the exact words of its part nearly save",
      records: [...repeat(3, commit("one")), { ...YES, command: "git push origin x && git commit -m one" }],
      want: ["exact {program:git,exactly:[commit,-m,one],under:SHOP} 3"],
    },
    {
      name: "the longer line alone, where its part is only a fifth of that",
      records: [
        ...repeat(2, { ...YES, command: "npm test" }),
        ...repeat(9, { ...YES, command: "mkdir -p build && npm test" }),
      ],
      want: [
        "exact {program:mkdir,exactly:[-p,build],under:SHOP} {program:npm,exactly:[test],under:SHOP} 11",
      ],
    },
    {
      name: "one rule instead of one for each of many",
      records: Array.from({ length: 8 }, (_, at) => repeat(2, { ...YES, command: `git add v${at}` })).flat(),
      want: ["flags {program:git,args:[add],under:SHOP} 16"],
    },
    {
      name: "nothing that also allows what somebody refused",
      records: [commit("one"), commit("two"), { ...NO, command: "git commit -m three" }],
      want: [],
    },
    {
      name: "the narrow one where only the wide one allows what was refused",
      records: [...repeat(2, commit("one")), { ...NO, command: "git commit -m two" }],
      want: ["exact {program:git,exactly:[commit,-m,one],under:SHOP} 2"],
    },
    {
      name: "nothing where a remembered no answered",
      records: [...repeat(2, commit("one")), { ...NO, command: "git commit -m one", decided_by: "grant" }],
      want: [],
    },
    {
      name: "nothing that must be confirmed",
      records: repeat(3, { ...YES, command: "terraform apply", ruling: "confirm" }),
      want: [],
    },
    {
      name: "nothing that the floor denies by now",
      records: repeat(3, { ...YES, command: "cat ~/.ssh/id_rsa" }),
      want: [],
    },
    {
      name: "no rule from an agent's wish that nobody answered",
      records: repeat(3, { command: "touch a", decided_by: "timeout", verdict: "deny" }),
      want: [],
    },
    {
      name: "no rule from what a remembered answer or a lease let through",
      records: [
        { ...YES, command: "touch a" },
        ...repeat(3, { command: "touch a", decided_by: "lease" }),
        ...repeat(3, { command: "touch a", decided_by: "grant" }),
      ],
      want: [],
    },
    {
      name: "no rule from words that were taken out of the record",
      records: repeat(3, { ...YES, command: "touch «redacted:token»" }),
      want: [],
    },
    {
      name: "no rule for what cannot be known before it runs",
      records: repeat(3, { ...YES, command: "touch $(cat list)" }),
      want: [],
    },
    {
      name: "no rule from a line that writes its output to a file",
      records: repeat(2, { ...YES, command: "echo hello > notes.txt" }),
      want: [],
    },
    {
      name: "no rule where another part of the line writes its output to a file",
      records: repeat(2, { ...YES, command: "npm test | cat >> notes.txt" }),
      want: [],
    },
    {
      name: "a redirection that writes no file is nothing to keep back",
      records: repeat(2, { ...YES, command: "npm test > /dev/null 2>&1" }),
      want: ["exact {program:npm,exactly:[test],under:SHOP} 2"],
    },
    {
      name: "no rule that would hold what the record hides by now",
      records: [
        ...repeat(2, { ...YES, command: ["mysql", "-phunter2C22x", "-h", "h.example"] }),
        ...repeat(2, { ...YES, command: "gradle --password hunter2C22x" }),
      ],
      want: [],
    },
    {
      name: "an argv as well as a line",
      records: repeat(2, { ...YES, command: ["touch", "a b"] }),
      want: ["exact {program:touch,exactly:[a b],under:SHOP} 2"],
    },
    {
      name: "nothing below --min",
      records: repeat(2, { ...YES, command: "touch a" }),
      args: ["--min", "3"],
      want: [],
    },
  ];
  test.for(rows)("$name", async ({ records, args = [], want }) => {
    const home = makeHome();
    home.record(DAY, ...records);
    expect(await shortly(home, ...args)).toEqual(want);
  });

  describe("a no whose words the record does not hold", () => {
    const builds = ["gradle build", "npm test"].flatMap((command) => repeat(2, { ...YES, command }));
    const GRADLE = "exact {program:gradle,exactly:[build],under:SHOP} 2";
    const NPM = "exact {program:npm,exactly:[test],under:SHOP} 2";
    const HIDDEN = "case --token in --token) «redacted:option» publish_evil;; esac";
    const no = (more: object = {}): Row => ({ ...NO, command: HIDDEN, ...more });
    const rows: { name: string; refused: Row; want: string[] }[] = [
      { name: "counts against every rule, where nobody knows what it ran", refused: no(), want: [] },
      {
        name: "counts against the rules for what it ran",
        refused: no({ programs: ["gradle", "echo"] }),
        want: [NPM],
      },
      {
        name: "with a program that was not known counts against all",
        refused: no({ programs: ["ls", "?"] }),
        want: [],
      },
      {
        name: "with programs of another shape counts against all",
        refused: no({ programs: "ls" }),
        want: [],
      },
      { name: "with no programs at all counts against all", refused: no({ programs: [] }), want: [] },
      {
        name: "that ran something else counts against nothing",
        refused: no({ programs: ["ls"] }),
        want: [GRADLE, NPM],
      },
      {
        name: "because it was too long counts as well",
        refused: no({ command: `gradle publish ${"x".repeat(70_000)}` }),
        want: [],
      },
      {
        name: "because of a mark in a script's words counts as well",
        refused: no({ command: "bash ./x.sh --token «redacted:option»", kind: "script" }),
        want: [],
      },
      {
        name: "because of a mark in its folder counts as well",
        refused: no({ command: "gradle build", cwd: "/srv/«redacted:github-token»", programs: ["gradle"] }),
        want: [NPM],
      },
      {
        name: "of another project counts against nothing that holds in this one only",
        refused: no({ project: "/elsewhere" }),
        want: [GRADLE, NPM],
      },
    ];
    test.for(rows)("$name", async ({ refused, want }) => {
      const home = makeHome();
      home.record(DAY, ...builds, refused);
      expect(new Set(await shortly(home))).toEqual(new Set(want));
    });

    test("of another project counts against rules that hold there too, and old ones count", async () => {
      const home = makeHome();
      const sub = join(home.project, "sub");
      mkdirSync(sub);
      home.record(DAY, ...["one", "two"].map((word) => ({ ...YES, command: `git commit -m ${word}` })), {
        ...YES,
        command: "git commit --amend",
        cwd: sub,
      });
      const wide = "subcommand git commit ** 3";
      expect(await shortly(home)).toContain(wide);
      home.record("2026-01-01T10:00:00Z", no({ project: "/elsewhere" }));
      expect(await shortly(home, "--since", "2026-11-01")).not.toContain(wide);
    });

    test("is said", async () => {
      const home = makeHome();
      home.record(DAY, ...builds, no());
      expect(await suggestions(home)).toMatchObject({ suggestions: [], unclear: 1 });
      expect(await runSuggest(["--list"], home.io)).toBe(0);
      expect(home.out().replaceAll(/\s+/g, " ")).toContain(
        "1 command that somebody said no to cannot be read whole",
      );
    });
  });

  test("a no counts however long ago it was, a yes from --since on", async () => {
    const home = makeHome();
    home.record(
      "2026-09-01T10:00:00Z",
      { ...NO, command: "touch b" },
      ...repeat(3, { ...YES, command: "mkdir x" }),
    );
    home.record(DAY, { ...YES, command: "touch a" }, { ...YES, command: "touch c" });
    expect(await shortly(home, "--since", "30d")).toEqual([]);
    expect(await shortly(home)).toEqual(["exact {program:mkdir,exactly:[x],under:SHOP} 3"]);
  });

  test("a no in another project ends a rule that would hold there", async () => {
    const home = makeHome();
    const other = join(home.root, "other");
    mkdirSync(join(other, ".git"), { recursive: true });
    const inOther = { cwd: other, project: other } as Partial<Row>;
    const sub = join(home.project, "sub");
    mkdirSync(sub);
    const yes = [
      { ...YES, command: "git commit -m one" },
      { ...YES, command: "git commit -m two", cwd: sub },
    ];
    home.record(DAY, ...yes, { ...YES, command: "git commit --amend", cwd: sub });
    expect(await shortly(home)).toContain("subcommand git commit ** 3");
    home.record(DAY, { ...NO, ...inOther, command: "git commit -m three" });
    expect(await shortly(home)).not.toContain("subcommand git commit ** 3");
  });

  describe("an answer that was taken back", () => {
    const [one, two] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
    const line = "npm test";
    const KEPT = ["exact {program:npm,exactly:[test],under:SHOP} 2"];
    const rows: { name: string; events: readonly Noted[]; want: readonly string[] }[] = [
      {
        name: "in its session, by its check",
        events: [{ event: "revoked", request_id: one, details: { line: "other", says: "allow" } }],
        want: [],
      },
      {
        name: "in its session, by its line: another asker may have got the same answer",
        events: [{ event: "revoked", request_id: "x", details: { line, says: "allow" } }],
        want: [],
      },
      {
        name: "in another session is another answer",
        events: [
          { event: "revoked", session: "zzzz9999", request_id: "x", details: { line, says: "allow" } },
        ],
        want: KEPT,
      },
      {
        name: "outside of every session, by its line",
        events: [
          { event: "policy-changed", session: "person", details: { action: "answer forgotten", line } },
        ],
        want: [],
      },
      {
        name: "with its rule: an answer for always is none that waits for a rule",
        events: [
          { event: "answered", request_id: one, details: { decision: "always" } },
          { event: "revoked", details: { rule: "approved-01234567" } },
        ],
        want: [],
      },
      {
        name: "with its rule, outside of every session or by hand",
        events: [{ event: "answered", request_id: two, details: { decision: "always" } }],
        want: [],
      },
      {
        name: "that was a no takes no yes away",
        events: [{ event: "revoked", request_id: one, details: { line, says: "deny" } }],
        want: KEPT,
      },
      {
        name: "is not what another answer, another change or another line is",
        events: [
          { event: "answered", request_id: one, details: { decision: "session" } },
          { event: "policy-changed", details: { action: "rules added", line } },
          { event: "revoked", request_id: "x", details: { line: "npm ci", says: "allow" } },
        ],
        want: KEPT,
      },
    ];
    test.for(rows)("$name", async ({ events, want }) => {
      const home = makeHome();
      home.record(
        DAY,
        { ...YES, command: line, request_id: one },
        { ...YES, command: line, request_id: two },
      );
      home.note("2026-11-11T10:00:00Z", ...events);
      expect(await shortly(home)).toEqual(want);
    });

    const MATCH = { program: "npm", exactly: ["test"] };
    const removals: { name: string; event: Noted; at?: string; want: readonly string[] }[] = [
      {
        name: "by the rule that was taken out of a file, in a session",
        event: { event: "revoked", details: { rule: "approved-01234567", matches: [JSON.stringify(MATCH)] } },
        want: [],
      },
      {
        name: "by the rule that was taken out of a file, outside of every session",
        event: { event: "policy-changed", details: { action: "rules removed", matches: ['"npm test **"'] } },
        want: [],
      },
      {
        name: "by a rule, but before people said yes again",
        event: { event: "revoked", details: { matches: [JSON.stringify(MATCH)] } },
        at: "2026-11-01T10:00:00Z",
        want: KEPT,
      },
      {
        name: "by a rule for something else",
        event: { event: "revoked", details: { matches: ['"npm ci **"', "no JSON", "{}", "7"] } },
        want: KEPT,
      },
    ];
    test.for(removals)("$name", async ({ event, at = "2026-11-11T10:00:00Z", want }) => {
      const home = makeHome();
      if (at < DAY) home.note(at, event);
      home.record(DAY, ...repeat(2, { ...YES, command: line }));
      if (at > DAY) home.note(at, event);
      expect(await shortly(home)).toEqual(want);
    });

    test("after it was suggested and applied, it is not suggested again", async () => {
      const home = makeHome();
      home.record("2020-01-01T10:00:00Z", ...repeat(2, { ...YES, command: line }));
      expect(await runSuggest(["--apply", "1"], home.io)).toBe(0);
      const [id = ""] = /approved-[0-9a-f]{8}/.exec(home.out()) ?? [];
      expect(await runGrants(["revoke", id], home.io)).toBe(0);
      home.out();
      expect(await suggestions(home)).toMatchObject({ suggestions: [] });
    });

    test("later ones count", async () => {
      const home = makeHome();
      const forgotten = { action: "answer forgotten", line };
      home.note(DAY, { event: "policy-changed", session: "person", details: forgotten });
      home.record("2026-11-11T10:00:00Z", ...repeat(2, { ...YES, command: line }));
      expect(await shortly(home)).toEqual(KEPT);
      expect(await suggestions(home)).toMatchObject({ answered: 2 });
    });
  });

  test("questions that make no rule because of their redirection are counted and said", async () => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: "echo hello > notes.txt" }));
    expect(await suggestions(home)).toMatchObject({ suggestions: [], answered: 2, redirected: 2 });
    expect(await runSuggest(["--list"], home.io)).toBe(0);
    expect(home.out().replaceAll("\n", " ")).toContain("no rule is made from 2 questions with a redirection");
  });

  test("what it would allow besides is told", async () => {
    const home = makeHome();
    home.write("shop/x.sh", "ls\n");
    home.record(
      DAY,
      ...repeat(2, { ...YES, command: "git add a" }),
      ...repeat(2, { ...YES, command: "git add b" }),
      { command: "git add c", decided_by: "timeout", verdict: "deny" },
      { ...RAN, command: "ls" },
      ...repeat(2, { ...YES, command: "./x.sh" }),
    );
    const { suggestions: all } = await suggestions(home);
    const tag = all.find(({ rung }) => rung === "flags");
    expect(tag?.also).toMatchObject([{ line: "git add c" }]);
    const script = all.find(({ description }) => description.includes("x.sh"));
    expect(script?.widens).toContain("whatever x.sh will hold then");
  });
});

describe("what ran as a part of allowed lines", () => {
  const part: Row = { command: ["npm", "test"], decided_by: "lease" };
  const rows: { name: string; records: (sub: string) => readonly Row[]; also: readonly string[] }[] = [
    { name: "is no news beside the same words with a yes", records: () => repeat(4, part), also: [] },
    {
      name: "is told in a folder where nobody said yes to it",
      records: (sub) => [part, { ...part, cwd: sub }],
      also: ["npm test"],
    },
    {
      name: "is told where it also came with nobody to answer",
      records: () => [part, { ...part, decided_by: "timeout", verdict: "deny" }],
      also: ["npm test"],
    },
    {
      name: "is told where it also ran for another reason",
      records: () => [part, { ...part, decided_by: "startup" }],
      also: ["npm test"],
    },
    {
      name: "is told where its words are others",
      records: () => [{ ...part, command: ["env", "npm", "test"] }],
      also: ["env npm test"],
    },
  ];
  test.for(rows)("$name", async ({ records, also }) => {
    const home = makeHome();
    const sub = join(home.project, "sub");
    mkdirSync(sub);
    home.record(DAY, ...repeat(2, { ...YES, command: "npm test" }), ...records(sub));
    const { suggestions: all } = await suggestions(home);
    expect(all.map((one) => one.also.map(({ line }) => line))).toEqual([also]);
  });

  test("is said to be that, and what reads the same is one row", async () => {
    const home = makeHome();
    const subs = ["one", "two"].map((name) => join(home.project, name));
    for (const sub of subs) mkdirSync(sub);
    const parts = subs.flatMap((cwd) => repeat(2, { ...part, cwd }));
    const elsewhere = subs.map((cwd) => ({ ...YES, command: "npm test", cwd }));
    home.record(DAY, { ...YES, command: "npm test" }, { ...YES, command: ["npm", "test"] });
    home.record(DAY, ...parts);
    expect(await runSuggest(["--list"], home.io)).toBe(0);
    const text = home.out();
    expect(text).toContain("also    1 recorded command that was never answered with yes:");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "npm test (ran 4 times as part of an allowed line, in 2 folders)",
    );
    home.record(DAY, ...elsewhere);
    expect(await runSuggest(["--list"], home.io)).toBe(0);
    expect(home.out()).toMatch(
      /saves {3}4 questions .*\n {11}npm test {2}\(4 times, last [^)]*, in 3 folders\)\n {3}also/,
    );
  });
});

describe("what could write anywhere is suggested in its exact words only", () => {
  test.for<[string, string]>([
    ["cp a b", "cp c d"],
    ["cp -r a b", "cp -r c d"],
    ["tar xf a.tar", "tar xf b.tar"],
    ["tar czf a.tar x", "tar czf b.tar x"],
    ["unzip a.zip", "unzip b.zip"],
    ["install a b", "install c d"],
    ["mv a b", "mv c d"],
    ["ln -s a b", "ln -s c d"],
    ["tee a", "tee b"],
    ["rsync a b", "rsync c d"],
    ["chmod +x a", "chmod +x b"],
    ["touch a", "touch b"],
    ["mkdir a", "mkdir b"],
    ["truncate -s0 a", "truncate -s0 b"],
    ["gzip a", "gzip b"],
    ["patch -p1 a", "patch -p1 b"],
    ["gcc a.c", "gcc b.c"],
    ["split a", "split b"],
    ["sort -o a b", "sort -o c d"],
    ["echo a > b", "echo c > d"],
    ["git mv a b", "git mv c d"],
    ["git clone https://example.com/a", "git clone https://example.com/b"],
    ["git apply a", "git apply b"],
    ["git checkout a", "git checkout b"],
  ])("%s, %s", async ([one, other]) => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: one }), ...repeat(3, { ...YES, command: other }));
    const { suggestions: all } = await suggestions(home);
    expect(all.filter(({ rung }) => rung !== "exact")).toEqual([]);
  });

  test("two harmless copies lead to no rule", async () => {
    const home = makeHome();
    home.record(DAY, { ...YES, command: "cp a b" }, { ...YES, command: "cp c d" });
    expect(await shortly(home)).toEqual([]);
  });

  const WIDE: { name: string; commands: [string, string]; rungs: string[] }[] = [
    { name: "messages of commits", commands: ["git commit -m a", "git commit -m b"], rungs: ["flags"] },
    { name: "what is put into the index", commands: ["git add a", "git add b"], rungs: ["flags"] },
    { name: "what is put aside", commands: ["git stash push -m a", "git stash push -m b"], rungs: ["flags"] },
    {
      name: "push, which can run a program there",
      commands: ["git push origin a", "git push origin b"],
      rungs: [],
    },
    {
      name: "fetch, which can run a program there",
      commands: ["git fetch origin a", "git fetch origin b"],
      rungs: [],
    },
    { name: "branches, which can be deleted", commands: ["git branch f1", "git branch f2"], rungs: [] },
    { name: "tags, which can be deleted", commands: ["git tag v1", "git tag v2"], rungs: [] },
    {
      name: "a sub-command that has others below it",
      commands: ["git stash -m a", "git stash -m b"],
      rungs: [],
    },
    { name: "a program with options that nobody listed", commands: ["eslint src", "eslint lib"], rungs: [] },
    { name: "tests with plugins by name", commands: ["pytest a", "pytest b"], rungs: [] },
    { name: "builds that take settings", commands: ["cargo build -p a", "cargo build -p b"], rungs: [] },
    { name: "a compiler that is told where to write", commands: ["tsc -p a", "tsc -p b"], rungs: [] },
    { name: "a tool that can be told what to run", commands: ["go list -m a", "go list -m b"], rungs: [] },
    {
      name: "a registry's tool with options for all its sub-commands",
      commands: ["npm view a", "npm view b"],
      rungs: [],
    },
    {
      name: "words for a script of the project",
      commands: ["npm run build -- a", "npm run build -- b"],
      rungs: [],
    },
    { name: "targets and settings of make", commands: ["make a", "make b"], rungs: [] },
    { name: "a program that guard does not know", commands: ["frobnicate a", "frobnicate b"], rungs: [] },
    { name: "a script by its path", commands: ["./x.sh a", "./x.sh b"], rungs: [] },
  ];
  test.for(WIDE)("wide rules for $name: $rungs", async ({ commands, rungs }) => {
    const home = makeHome();
    home.write("shop/x.sh", "ls\n");
    home.record(DAY, ...commands.map((command) => ({ ...YES, command })));
    expect((await suggestions(home)).suggestions.map(({ rung }) => rung)).toEqual(rungs);
  });

  test.for(["npm test", "make build", "git fetch origin", "pytest a", "eslint src", "frobnicate a"])(
    "%s is still suggested in its exact words",
    async (command) => {
      const home = makeHome();
      home.record(DAY, ...repeat(2, { ...YES, command }));
      expect((await suggestions(home)).suggestions.map(({ rung }) => rung)).toEqual(["exact"]);
    },
  );
});

describe("the list", () => {
  test("ends no row of a rule within a word where that can be", async () => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: "python3 tools/one.py tools/two.py --quiet" }));
    expect(await runSuggest(["--list"], home.io)).toBe(0);
    const words = home.out().split(/\s+/);
    for (const word of ["ruling:", "allow,", "because:", "suggest,", '2026-11-17"}', '"--quiet"],'])
      expect(words).toContain(word);
  });

  test("fits 80 columns and tells how to apply each", async () => {
    const home = makeHome();
    const long = `touch ${"a-long-name-of-a-file/".repeat(8)}`;
    home.record(
      DAY,
      ...repeat(2, { ...YES, command: long }),
      ...repeat(2, { ...YES, command: "touch \u001b[2J" }),
    );
    expect(await runSuggest(["--list"], home.io)).toBe(0);
    const text = home.out();
    expect(text.split("\n").filter((row) => row.length > 80)).toEqual([]);
    expect(text).not.toContain("\u001b");
    for (const part of ["2 questions answered with yes, 2026-11-10", "guard suggest --apply 1"])
      expect(text).toContain(part);
  });

  test.for([[[]], [["--json"]]])("where nothing is recorded yet that is said: %j", async ([args = []]) => {
    const home = makeHome();
    expect(await runSuggest(args, home.io)).toBe(1);
    expect(home.err()).toContain("nothing is recorded yet");
    expect(home.out()).toBe("");
  });

  test("inside a session it is not for the agent", async () => {
    const home = makeHome({ GUARD_SESSION: "abcd1234" });
    expect(await runSuggest([], home.io)).toBe(1);
    expect(home.err()).toContain("for the person");
  });

  test.for([
    { args: ["--all", "--project", "."], says: "different things" },
    { args: ["--min", "0"], says: "--min 0" },
    { args: ["--to", "user"], says: "--to goes with --apply" },
    { args: ["--since", "soon"], says: "--since soon is not a time" },
    { args: ["--project", "/nonexistent"], says: "is not a folder" },
  ])("$args is said to be wrong", async ({ args, says }) => {
    const home = makeHome();
    expect(await runSuggest(args, home.io)).toBe(2);
    expect(home.err()).toContain(says);
  });
});

describe("applying", () => {
  const rows: { to: "user" | "project"; file: "userFile" | "projectFile" }[] = [
    { to: "user", file: "userFile" },
    { to: "project", file: "projectFile" },
  ];
  test.for(rows)("--to $to writes the rule, and its questions need none any more", async ({ to, file }) => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: "touch a" }));
    expect(await runSuggest(["--apply", "1", "--to", to], home.io)).toBe(0);
    expect(home.out()).toContain("guard grants revoke approved-");
    expect(readFileSync(home[file], "utf8")).toContain('because: "added via guard suggest, 2026-11-17"');
    expect(await suggestions(home)).toMatchObject({ suggestions: [], answered: 2, settled: 2 });
    const lines = readFileSync(join(dirname(auditDatabase(home.io)), "audit/permissions.jsonl"), "utf8");
    expect(JSON.parse(lines.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      event: "policy-changed",
      details: { action: "rules added", layer: to, person: expect.stringMatching(/^suggest:./) },
    });
  });

  test("a project's file that nobody trusts does not take it", async () => {
    const home = makeHome();
    home.write("shop/.guard/policy.yaml", "version: 1\nallowlist: ['ls **']\n");
    home.record(DAY, ...repeat(2, { ...YES, command: "touch a" }));
    expect((await suggestions(home)).suggestions).toMatchObject([{ layers: ["user"] }]);
    expect(await runSuggest(["--apply", "1", "--to", "project"], home.io)).toBe(1);
    expect(home.err()).toContain("the project's file cannot take it");
  });

  test("comments of the file stay", async () => {
    const home = makeHome();
    home.write("config/guard/policy.yaml", "version: 1 # mine\n");
    home.record(DAY, ...repeat(2, { ...YES, command: "touch a" }));
    const [{ id = "" } = {}] = (await suggestions(home)).suggestions;
    expect(await runSuggest(["--apply", id], home.io)).toBe(0);
    expect(readFileSync(home.userFile, "utf8")).toMatch(/^version: 1 # mine\nrules:\n {2}- \{id: approved-/);
  });

  test("a number that is not there changes nothing", async () => {
    const home = makeHome();
    home.record(DAY, ...repeat(2, { ...YES, command: "touch a" }));
    expect(await runSuggest(["--apply", "2"], home.io)).toBe(1);
    expect(home.err()).toContain("there is no suggestion 2");
    expect(existsSync(home.userFile)).toBe(false);
  });

  test("a broken policy file stops it, in its own words", async () => {
    const home = makeHome();
    home.write("config/guard/policy.yaml", "version: 2\n");
    home.record(DAY, ...repeat(2, { ...YES, command: "touch a" }));
    expect(await runSuggest([], home.io)).toBe(2);
    expect(home.err()).toContain("policy.yaml:1:");
  });
});
