/** What "always" may mean for a question, tried by the real engine. */
import { describe, expect, test } from "vitest";
import { createLadder, type Ladder } from "../../src/approval/ladder/ladder.ts";
import type { LadderPorts } from "../../src/approval/ladder/rung.ts";
import { type Checked, createEngine } from "../../src/decide/engine.ts";
import { NO_POLICY } from "../../src/decide/no-policy.ts";
import type { PolicyLayers } from "../../src/policy/policy.ts";
import { layersWith } from "../../src/policy/trial-layers.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { userPolicy } from "../policy/fixture.ts";
import { HOME, ROOT } from "../policy/subject.ts";

const knowledge = requireKnowledge();
const base = { home: HOME, projectRoot: ROOT };
const AT_ROOT: PolicyLayers = {
  ...NO_POLICY,
  context: { ...NO_POLICY.context, safe: { projectRoot: ROOT, temp: ["/tmp"] } },
};

interface Question {
  readonly what: Checked;
  readonly cwd: string;
}

function portsFor(layers: PolicyLayers): LadderPorts<Question> {
  return {
    know: knowledge.spec,
    async check(matches, question) {
      const trial = layersWith(layers, [...matches], "user", base);
      if (trial.kind === "refused") return undefined;
      const engine = createEngine({ home: HOME, knowledge, project: ROOT, layers: trial.layers });
      return await engine.check(question);
    },
  };
}

async function ladderFor(
  asked: string | readonly string[],
  { history = [], layers = AT_ROOT }: { history?: readonly Question[]; layers?: PolicyLayers } = {},
): Promise<Ladder<Question>> {
  const ports = portsFor(layers);
  const question = { what: whatOf(asked), cwd: ROOT };
  const result = await ports.check([], question);
  if (!result) throw new Error("no rules were refused");
  return await createLadder(result, question, history, ports);
}

function whatOf(asked: string | readonly string[]): Checked {
  return typeof asked === "string" ? { kind: "line", line: asked } : { kind: "argv", argv: asked };
}

function rungsOf(ladder: Ladder<Question>): Record<string, unknown> {
  if (ladder.kind === "none") return {};
  return Object.fromEntries(ladder.rungs.map(({ kind, matches }) => [kind, matches]));
}

const exactly = (program: string, ...words: string[]) => ({ program, exactly: words, under: ROOT });

const here = (...all: (string | readonly string[])[]): Question[] =>
  all.map((asked) => ({ what: whatOf(asked), cwd: ROOT }));

describe("rungs, narrowest first", () => {
  const rows: [asked: string | readonly string[], rungs: Record<string, unknown>][] = [
    // An argv stays one: what a shell would read in its words means nothing.
    [["rm", "a;rm b"], { exact: [exactly("rm", "a;rm b")] }],
    [["rm", "$HOME"], { exact: [exactly("rm", "$HOME")] }],
    [
      "git commit -m x",
      {
        exact: [exactly("git", "commit", "-m", "x")],
        flags: [{ program: "git", args: ["commit"], flags: ["-m"], under: ROOT }],
        subcommand: ["git commit **"],
      },
    ],
    [
      "git commit -m 'fix it'",
      {
        exact: [exactly("git", "commit", "-m", "fix it")],
        flags: [{ program: "git", args: ["commit"], flags: ["-m"], under: ROOT }],
        subcommand: ["git commit **"],
      },
    ],
    [
      "touch a.txt",
      {
        exact: [exactly("touch", "a.txt")],
        flags: [{ program: "touch", under: ROOT }],
        program: ["touch **"],
      },
    ],
    [
      "git add a && git commit -m x | cat",
      {
        exact: [exactly("git", "add", "a"), exactly("git", "commit", "-m", "x")],
        flags: [
          { program: "git", args: ["add"], under: ROOT },
          { program: "git", args: ["commit"], flags: ["-m"], under: ROOT },
        ],
        subcommand: ["git add **", "git commit **"],
      },
    ],
    [
      "npm test",
      {
        exact: [exactly("npm", "test")],
        flags: [{ program: "npm", args: ["test"], under: ROOT }],
        subcommand: ["npm test **"],
      },
    ],
    [
      "npm run build",
      {
        exact: [exactly("npm", "run", "build")],
        flags: [{ program: "npm", args: ["run", "build"], under: ROOT }],
        subcommand: ["npm run build **"],
      },
    ],
    // Wrapped: the exact words of what was asked.
    ["timeout 5 npm test", { exact: [exactly("npm", "test")] }],
    // Agents run each line by a shell: what stands in it is as plain as without.
    [
      ["bash", "-lc", "make all"],
      {
        exact: [exactly("make", "all")],
        flags: [{ program: "make", args: ["all"], under: ROOT }],
        subcommand: ["make all **"],
      },
    ],
    ["sh -c 'touch a && rm b'", { exact: [exactly("touch", "a"), exactly("rm", "b")] }],
    // One part that may be offered exactly only holds the whole line to that.
    ["touch a && rm b", { exact: [exactly("touch", "a"), exactly("rm", "b")] }],
    [
      "touch 'a;*b'",
      {
        exact: [exactly("touch", "a;*b")],
        flags: [{ program: "touch", under: ROOT }],
        program: ["touch **"],
      },
    ],
    ["python3 x.py", { exact: [exactly("python3", "x.py")] }],
    ["node server.js", { exact: [exactly("node", "server.js")] }],
    ["rm -rf build", { exact: [exactly("rm", "-rf", "build")] }],
    ["git config user.name me", { exact: [exactly("git", "config", "user.name", "me")] }],
    ["git -C sub add .", { exact: [exactly("git", "-C", "sub", "add", ".")] }],
    // Words as the program gets them: nothing in them means anything else.
    ["python3 -c 'import os; os.x()'", { exact: [exactly("python3", "-c", "import os; os.x()")] }],
    ["rm 'a  b' ' '", { exact: [exactly("rm", "a  b", " ")] }],
    ["rm ''", { exact: [exactly("rm", "")] }],
    ["rm '$HOME' '`x`' '$(y)'", { exact: [exactly("rm", "$HOME", "`x`", "$(y)")] }],
    ["perl 'a*' '**' '\\\\*' '~' '[x]?'", { exact: [exactly("perl", "a*", "**", "\\\\*", "~", "[x]?")] }],
    [`rm "it's" '"b"'`, { exact: [exactly("rm", "it's", '"b"')] }],
    ["rm 'größe 木'", { exact: [exactly("rm", "größe 木")] }],
    ["curl https://example.org -o x", { exact: [exactly("curl", "https://example.org", "-o", "x")] }],
  ];
  test.for(rows)("%s", async ([asked, rungs]) => expect(rungsOf(await ladderFor(asked))).toEqual(rungs));
});

describe("nothing is offered", () => {
  test("what needs CONFIRM is offered in its exact words, and not wider", async () => {
    const ladder = await ladderFor("terraform apply");
    if (ladder.kind === "none") throw new Error(ladder.because);
    expect(ladder.rungs.map(({ kind }) => kind)).toEqual(["exact"]);
  });

  test.for([
    ["denied by the floor", "sudo ls"],
    ["already allowed", "ls"],
    ["an open word", "touch $X"],
    ["a substitution that is run", "touch $(curl x)"],
    ["unknown text", 'eval "$X"'],
    ["an unknown program", "$X a"],
    ["a variable that changes what runs", "LD_PRELOAD=x make"],
    ["a redirection out of the project", "touch a > /opt/x"],
    ["a control character", "rm $'a\\eb'"],
    ["a line end", "rm $'a\\nb'"],
    ["text that runs backwards", "rm 'a\u202Eb'"],
    ["a blank that is none of the keyboard", "rm 'a\u00A0b'"],
    ["nothing that can be seen", "rm 'a\u200Bb'"],
    ["a longer word than a file takes", `rm ${"x".repeat(2001)}`],
  ])("%s: %s", async ([, line = ""]) => expect((await ladderFor(line)).kind).toBe("none"));

  test.for([
    ["a rule of the same layer asks", "ruling: ask, because: x"],
    ["a rule wants to be asked each time", "ruling: ask, remember: never, because: x"],
    ["a rule wants CONFIRM", "ruling: confirm, because: x"],
    ["a rule denies", "ruling: deny, because: x"],
  ])("%s", async ([, rest = ""]) => {
    const layers = await userPolicy(`version: 1\nrules:\n  - {id: own, match: "touch **", ${rest}}\n`);
    expect((await ladderFor("touch a", { layers })).kind).toBe("none");
  });
});

describe("never wider than this, whatever the arguments", () => {
  const programs =
    "bash sh zsh python3 node perl ruby php env rm xargs find ssh awk docker git npm pnpm yarn npx make";
  test.for(programs.split(" "))("%s", async (program) => {
    for (const args of ["", "x", "run x", "-x y", "exec x", "-c x"]) {
      const rungs = rungsOf(await ladderFor(`${program} ${args}`.trim()));
      // What a shell is told to run is the program then.
      expect(rungs["program"] ?? ["x **"]).toEqual(["x **"]);
      expect(JSON.stringify(rungs)).not.toMatch(
        /"(?:npm|pnpm|yarn) (?:run|exec) \*\*"|"npx \*\*"|"make \*\*"/,
      );
    }
  });
});

describe("the suggestion", () => {
  const rows: [name: string, line: string, history: Question[], kind: string | undefined][] = [
    ["nothing before: the exact line", "git add a", [], "exact"],
    ["an argv counts like a line", "git add a", here(["git", "add", "b"], ["git", "add", "c d"]), "flags"],
    ["one is not enough", "git add a", here("git add b"), "exact"],
    ["two of the same kind in this folder", "git add a", here("git add b", "git add c"), "flags"],
    [
      "elsewhere, too",
      "git add a",
      [...here("git add b"), { what: whatOf("git add c"), cwd: `${HOME}/other` }],
      "subcommand",
    ],
    ["other sub-commands do not count", "git add a", here("git commit -m x", "git commit -m y"), "exact"],
    ["a program without sub-commands", "touch a", here("touch b", "touch c"), "flags"],
    ["the same line again and again", "git add a", here("git add a", "git add a"), "exact"],
    ["words with blanks, and nothing before", "git commit -m 'a b'", [], "exact"],
    ["no exact rule can be written, and nothing before", "git commit -m 'a\u202Eb'", [], undefined],
    [
      "the same line elsewhere is another question",
      "rm a",
      [{ what: whatOf("rm a"), cwd: `${HOME}/other` }],
      "exact",
    ],
  ];
  test.for(rows)("%s", async ([, line, history, kind]) => {
    const ladder = await ladderFor(line, { history });
    expect(ladder.kind === "ladder" ? ladder.suggested?.kind : "none").toBe(kind);
  });
});

test("an exact rung says its words and its folder, and holds for nothing else", async () => {
  const ladder = await ladderFor("git commit -m 'it is done'");
  if (ladder.kind === "none") throw new Error(ladder.because);
  const [exact] = ladder.rungs;
  expect(exact).toMatchObject({
    kind: "exact",
    description: `exactly \`git commit -m 'it is done'\`, in ${ROOT} and below`,
    widens: [`\`git commit -m 'it is done'\` in folders below ${ROOT}`],
  });
  const other = here(
    "git commit -m 'it  is done'",
    "git commit -m it is done",
    "git commit -m 'it is done' --amend",
    "git -C . commit -m 'it is done'",
  );
  const elsewhere = { what: whatOf("git commit -m 'it is done'"), cwd: `${HOME}/other` };
  expect(await exact?.answers([...other, elsewhere])).toEqual([]);
  const same = here('git commit -m "it is done"', "git  commit -m it\\ is\\ done");
  expect(await exact?.answers(same)).toEqual(same);
});

describe("what a rule leaves open of where output goes is new", () => {
  const news = "the output of echo to any file of the project and the temp folders (not in a .git or .guard)";
  const rows: [name: string, line: string, told: string[]][] = [
    ["a file that is written", "echo a > notes.txt", [news]],
    ["a file that is added to", "echo a >> notes.txt", [news]],
    ["a file in a temp folder", "echo a > /tmp/x", [news]],
    ["two of the same program are told once", "echo a > b; echo c > d", [news]],
    ["a part that is asked, of several", "touch a && echo a > b", [news]],
    ["nobody's file", "touch a > /dev/null 2>&1", []],
    ["a file that is read", "touch a < b", []],
    ["no redirection", "touch a", []],
  ];
  test.for(rows)("%s: %s", async ([, line, told]) => {
    const ladder = await ladderFor(line);
    if (ladder.kind === "none") throw new Error(ladder.because);
    for (const { widens } of ladder.rungs)
      expect(widens.filter((text) => text.startsWith("the output of"))).toEqual(told);
  });
});

test("a rung names the earlier lines that it would have answered, and says what is new", async () => {
  const ladder = await ladderFor("git commit -m x");
  if (ladder.kind === "none") throw new Error(ladder.because);
  const past = here(
    "git commit -m y",
    "git commit --amend",
    "git status",
    "git push",
    "git commit -m z; sudo ls",
  );
  const [exact, flags, subcommand] = await Promise.all(ladder.rungs.map(({ answers }) => answers(past)));
  expect(exact).toEqual([]);
  expect(flags).toEqual(here("git commit -m y"));
  expect(subcommand).toEqual(here("git commit -m y", "git commit --amend"));
  expect(ladder.rungs[1]).toMatchObject({
    description: `git commit -m with any other arguments, in ${ROOT} and below`,
    widens: ["git commit -m with other words and more options", `git commit -m in folders below ${ROOT}`],
  });
});
