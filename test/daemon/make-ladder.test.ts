/** Ladders as a console gets them: real engine, real files. */
import { describe, expect, test } from "vitest";
import { findRung, makeLadder } from "../../src/daemon/make-ladder.ts";
import { createTrialChecks } from "../../src/daemon/trial-checks.ts";
import { createTurns, type TakeTurn } from "../../src/daemon/turns.ts";
import { entriesFor } from "../../src/policy/approved-rules.ts";
import { LADDER, type Ladder } from "../../src/protocol/card-messages.ts";
import { type Asked, type Desk, type DeskFiles, NOW, openDesk, past } from "./ladder-fixture.ts";

async function ladderFor(
  asked: Asked,
  { files, history }: { files?: DeskFiles; history?: (desk: Desk) => ReturnType<typeof past> } = {},
): Promise<{ ladder: Ladder; desk: Desk }> {
  const desk = await openDesk(files);
  const ladder = await makeLadder(await desk.ask(asked), desk.ports(history?.(desk)));
  expect(LADDER.safeParse(ladder).success).toBe(true);
  return { ladder, desk };
}

function requireLadder(ladder: Ladder): Extract<Ladder, { kind: "ladder" }> {
  if (ladder.kind === "none") throw new Error(ladder.because);
  return ladder;
}

function kindsOf(ladder: Ladder): string {
  return ladder.kind === "none" ? "none" : ladder.rungs.map(({ kind }) => kind).join(" ");
}

describe("what is offered", () => {
  const rows: [name: string, asked: Asked, kinds: string][] = [
    ["a test runner by its sub-command", "npm test", "exact flags subcommand"],
    ["a message with a blank", 'git commit -m "a b"', "exact flags subcommand"],
    ["what deletes: exactly", "rm x", "exact"],
    ["a program with options", "pytest -k x", "exact flags program"],
    ["a target by its name", "make build", "exact flags subcommand"],
    ["a script for an interpreter: exactly", "python3 x.py", "exact"],
    ["the network: exactly", "curl https://example.org", "exact"],
    ["what needs CONFIRM: exactly", "kubectl delete pod x", "exact"],
    ["a word that nobody knows before it runs: nothing", "touch $X", "none"],
    ["an argv", ["pytest", "-k", "x"], "exact flags program"],
    ["an argv that deletes: exactly", ["rm", "x"], "exact"],
    ["an argv whose words a shell would read otherwise", ["touch", "$(rm", ";x"], "exact flags program"],
  ];
  test.for(rows)("%s", async ([, asked, kinds]) => {
    const { ladder } = await ladderFor(asked);
    expect(kindsOf(ladder)).toBe(kinds);
  });

  test("the rule stands there as it would in the file, with its id and its reason", async () => {
    const { rungs } = requireLadder((await ladderFor("npm test")).ladder);
    expect(rungs[0]?.rule).toMatch(
      /^- \{id: approved-[0-9a-f]{8}, match: \{program: "npm", exactly: \["test"\], under: "[^"]+"\}, ruling: allow, because: "added via mid-session approval, 2026-11-16"\}$/,
    );
  });

  test("two parts are two rules of one answer", async () => {
    const { rungs } = requireLadder((await ladderFor("touch a && rm b")).ladder);
    const [, first, second] = /id: (\S+), .*\n- \{id: (\S+), /.exec(rungs[0]?.rule ?? "") ?? [];
    expect(second).toBe(`${first}.2`);
  });

  test("the console is told that output may then go anywhere in the project", async () => {
    const { rungs } = requireLadder((await ladderFor("echo hello > notes.txt")).ladder);
    expect(rungs[0]?.widens).toContainEqual(expect.stringMatching(/^the output of echo to any file/));
  });

  test("what cannot be known is not answered by any rule", async () => {
    const desk = await openDesk();
    const input = await desk.ask("npm test", { strange: "LD_PRELOAD brings other code into it" });
    const because = "no rule answers this: LD_PRELOAD brings other code into it";
    expect(await makeLadder(input, desk.ports())).toEqual({ kind: "none", because });
  });

  test("a start that may be something else is tried as that, too", async () => {
    const desk = await openDesk();
    const alsoHolds = [{ argv: ["rm", "x"], counts: "always" }] as const;
    const input = await desk.ask(["touch", "x"], { alsoHolds });
    expect((await makeLadder(input, desk.ports())).kind).toBe("none");
  });

  test("an alias of the asking shell is tried with the line", async () => {
    const desk = await openDesk();
    const input = await desk.ask("t", { prelude: "alias t='touch a'\n", dialect: "bash" });
    expect(kindsOf(await makeLadder(input, desk.ports()))).toMatch(/^exact/);
  });
});

describe("what a rule may not hold", () => {
  const TOKEN = `ghp_${"abcdefghijklmnopqrstuvwxyz0123456789"}`;
  const PIN = "version: 1\nredact: [{name: pin, pattern: 'pin (\\d{8})'}]\n";
  const rows: [name: string, asked: Asked, ladder: string, files?: DeskFiles][] = [
    ["a token: no rule is chosen beforehand", `git push origin ${TOKEN}`, "flags subcommand, no default"],
    ["a token for a program guard does not know", `gradle build ${TOKEN}`, "flags program, no default"],
    ["a token in an argv", ["git", "push", "origin", TOKEN], "flags subcommand, no default"],
    ["a password behind an option of the program", "curl -u me:hunter2A22x http://h.example", "none"],
    ["a password glued to its option", "mysql -phunter2C22x -h h.example", "program, no default"],
    ["a password by the option's name", ["gradle", "--password", "hunter2C22x"], "flags program, no default"],
    [
      "what is known as a secret by another part of the line",
      "echo --token=abc123def456ghi; gradle abc123def456ghi",
      "flags program, no default",
    ],
    ["what a policy file calls a secret", "gradle pin 12345678", "flags program, no default", { user: PIN }],
    ["a character that nobody could read there", "git commit -m 'a\u202Eb'", "flags subcommand, no default"],
    ["no secret: the exact words", "gradle build", "exact flags program, default exact"],
  ];
  test.for(rows)("%s", async ([, asked, want, files = {}]) => {
    const { ladder } = await ladderFor(asked, { files });
    const chosen =
      ladder.kind === "none" ? "" : ladder.suggested ? `, default ${ladder.suggested}` : ", no default";
    expect(`${kindsOf(ladder)}${chosen}`).toBe(want);
    expect(JSON.stringify(ladder)).not.toMatch(/ghp_|hunter2|abc123def|12345678/);
  });

  test("earlier answers make no default where the exact words are left out; it is said why", async () => {
    const history = ({ project }: Desk) => past(project, "git push origin a", "git push origin b");
    const { ladder } = await ladderFor(`git push origin ${TOKEN}`, { history });
    expect(requireLadder(ladder).suggested).toBeUndefined();
    expect(requireLadder(ladder).noExact).toBe(
      "the exact words are left out: they hold a secret, and a policy file is no place for one",
    );
  });

  test("the exact words are not found anew either, as for a list that is saved", async () => {
    const desk = await openDesk();
    const input = await desk.ask(`git push origin ${TOKEN}`);
    const found = await findRung(input, { rung: "exact", layer: "user" }, desk.ports());
    expect(found).toMatchObject({
      kind: "none",
      because: expect.stringMatching(/hold a secret.*there is: flags/),
    });
  });
});

describe("examples from earlier questions", () => {
  const history = ({ project }: Desk) =>
    past(
      project,
      "git commit -m y",
      "git commit --amend",
      "npm test",
      ["git", "commit", "-m", "a b"],
      "git push",
      "git status",
    );

  test("what a rung would have answered, and what of the same program not; newest first", async () => {
    const ladder = requireLadder((await ladderFor("git commit -m x", { history })).ladder);
    const { exact, flags, subcommand } = Object.fromEntries(ladder.rungs.map((rung) => [rung.kind, rung]));
    expect(exact?.answers).toEqual([]);
    expect(exact?.misses).toEqual([
      "git push",
      "git commit -m 'a b'",
      "git commit --amend",
      "git commit -m y",
    ]);
    expect(flags?.answers).toEqual(["git commit -m 'a b'", "git commit -m y"]);
    expect(subcommand?.answers).toEqual(["git commit -m 'a b'", "git commit --amend", "git commit -m y"]);
    expect(subcommand?.misses).toEqual(["git push"]);
    expect(ladder.suggested).toBe("subcommand");
  });

  test("five of each at most", async () => {
    const many = ({ project }: Desk) =>
      past(project, ..."abcdefghijklmnop".split("").map((a) => `touch ${a}`));
    const { rungs } = requireLadder((await ladderFor("touch x", { history: many })).ladder);
    expect(rungs.at(-1)?.answers).toEqual(["touch p", "touch o", "touch n", "touch m", "touch l"]);
    expect(rungs[0]?.misses).toHaveLength(5);
  });

  test("nothing before: the exact words", async () => {
    expect(requireLadder((await ladderFor("npm test")).ladder).suggested).toBe("exact");
  });

  test("what somebody said no to is told, and not suggested", async () => {
    const refused = ({ project }: Desk) =>
      past(project, "git commit -m y", { no: "git commit --amend" }, "git commit -a");
    const ladder = requireLadder((await ladderFor("git commit -m x", { history: refused })).ladder);
    expect(ladder.suggested).toBe("exact");
    expect(ladder.rungs.at(-1)?.widens).toContain("`git commit --amend`, to which somebody said no");
  });
});

describe("files that can take it", () => {
  const TRUSTED = { project: "version: 1\n", standing: "trusted" } as const;
  const rows: [name: string, asked: Asked, files: DeskFiles, layers: string][] = [
    ["no file yet: the user's first", "npm test", {}, "user project"],
    ["a project's file that is trusted comes first", "npm test", TRUSTED, "project user"],
    ["nobody has trusted the project's file", "npm test", { project: "version: 1\n" }, "user"],
    ["the project's file is broken", "npm test", { project: "version: 7\n" }, "user"],
  ];
  test.for(rows)("%s", async ([, asked, files, layers]) => {
    const { ladder } = await ladderFor(asked, { files });
    expect(
      requireLadder(ladder)
        .files.map(({ layer }) => layer)
        .join(" "),
    ).toBe(layers);
  });

  test("in the home folder there is no project", async () => {
    const desk = await openDesk();
    const places = { ...desk.policy.places, projectRoot: desk.home };
    const policy = new Proxy(desk.policy, {
      get: (target, key) => (key === "places" ? places : bound(target, key)),
    });
    const ladder = await makeLadder(await desk.ask("npm test"), { ...desk.ports(), policy });
    expect(requireLadder(ladder).files.map(({ layer }) => layer)).toEqual(["user"]);
  });
});

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target);
  return typeof value === "function" ? value.bind(target) : value;
}

describe("the rung that a person chose", () => {
  test.for(["user", "project"] as const)("is found anew for the %s's file", async (layer) => {
    const desk = await openDesk();
    const found = await findRung(await desk.ask("npm test"), { rung: "subcommand", layer }, desk.ports());
    expect(found).toEqual({ kind: "rung", matches: ["npm test **"] });
  });

  test("one that is not offered is not found", async () => {
    const desk = await openDesk();
    const found = await findRung(await desk.ask("rm x"), { rung: "program", layer: "user" }, desk.ports());
    expect(found.kind).toBe("none");
  });
});

describe("no more than a person waits for", () => {
  async function trialsAt(nowMs: () => number) {
    const desk = await openDesk();
    const own = { input: await desk.ask("npm test") };
    const { policy } = desk;
    return {
      desk,
      own,
      trials: createTrialChecks({ own, policy, takeTurn: createTurns(8), mode: "default", nowMs }),
    };
  }

  test("when the time is over nothing else is tried", async () => {
    let atMs = 0;
    const { desk, own, trials } = await trialsAt(() => atMs);
    expect((await trials.check(["npm test"], own))?.ruling).toBe("allow");
    atMs = 400;
    expect(trials.cutShort).toBe("no");
    expect(await trials.check(["npm **"], own)).toBeUndefined();
    expect(trials.cutShort).toBe("yes");
    // What is known stays known.
    expect((await trials.check(["npm test"], own))?.ruling).toBe("allow");
    expect(desk.events).toEqual([]);
  });

  test("examples end before the question's own trials", async () => {
    let atMs = 0;
    const { desk, own, trials } = await trialsAt(() => atMs);
    await trials.check([], own);
    atMs = 300;
    expect(await trials.check([], { input: await desk.ask("npm ci") })).toBeUndefined();
    expect((await trials.check(["npm test"], own))?.ruling).toBe("allow");
  });

  test("others get their turn between two checks", async () => {
    const desk = await openDesk();
    const input = await desk.ask("git commit -m x");
    const others = { turns: 0, next: setImmediate(() => undefined) };
    const spin = () => {
      others.turns++;
      others.next = setImmediate(spin);
    };
    spin();
    const history = past(desk.project, "git commit -m a", "git commit -m b", "git commit -m c");
    await makeLadder(input, desk.ports(history));
    clearImmediate(others.next);
    expect(others.turns).toBeGreaterThan(10);
  });

  test("however many questions there were, few checks are made", async () => {
    const desk = await openDesk();
    const history = past(desk.project, ...Array.from({ length: 100 }, (_, at) => `git commit -m ${at}`));
    let checks = 0;
    const takeTurn: TakeTurn = (run) => {
      checks++;
      return run();
    };
    await makeLadder(await desk.ask("git commit -m x"), { ...desk.ports(history), takeTurn });
    expect(checks).toBeGreaterThan(40);
    expect(checks).toBeLessThanOrEqual(64);
  });
});

test("ids agree with what an answer at the same time would save", async () => {
  const { rungs } = requireLadder((await ladderFor("npm test")).ladder);
  expect(rungs.at(-1)?.rule).toContain(entriesFor(["npm test **"], { version: 1 }, NOW)[0]?.id);
});
