import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runPolicy } from "../../src/cli/policy.ts";
import { loadLayersFor } from "../../src/engine/load-layers.ts";
import { rememberChoice } from "../../src/launcher/project-choice.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { makeMachine, write } from "../policy/fixture.ts";

const PROJECT = `version: 1
commands: [make]
rules:
  - id: no-push
    match: git push --force **
    ruling: deny
    because: history is shared
    examples: {match: [git push --force], not_match: [git push]}
`;

/** Runs `guard policy …` in a project of its own, with a home of its own. */
function makeShell(files: { readonly user?: string; readonly project?: string }) {
  const machine = makeMachine(files);
  const { projectRoot, trustDir, userFile } = machine.places;
  const env = {
    HOME: "/nonexistent",
    XDG_STATE_HOME: dirname(dirname(trustDir)),
    XDG_CONFIG_HOME: dirname(dirname(userFile)),
  };
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = {
      stdout: (text: string) => void out.push(text),
      stderr: (text: string) => void err.push(text),
      cwd: projectRoot,
      env,
      columns: 80,
    };
    const code = await runPolicy(args, io);
    return { code, out: out.join(""), err: err.join("") };
  };
  const remember = (...profiles: string[]) => rememberChoice(projectRoot, profiles, env, new Date());
  return { run, remember, machine };
}

describe("guard policy", () => {
  test("--help shows examples", async () => {
    const { code, out } = await makeShell({}).run("--help");
    expect(code).toBe(0);
    expect(out).toContain("guard policy test 'git push --force'");
  });

  const wrong: string[][] = [[], ["bogus"], ["show", "x"], ["show", "--bogus"]];
  test.for(wrong.map((args) => ({ args })))("wrong use $args exits 2", async ({ args }) => {
    const { code, err } = await makeShell({}).run(...args);
    expect(code).toBe(2);
    expect(err).toContain("guard policy --help");
  });

  test("show tells the freest mode and who asks for another", async () => {
    const project = "version: 1\nmode: default\n";
    const { run } = makeShell({ user: "version: 1\nmode: plan\nsettings: {max_mode: default}\n", project });
    const { code, out } = await run("show");
    expect(code).toBe(0);
    expect(out).toContain("max_mode default");
    expect(out).toContain("the project's file asks for default");
    expect(JSON.parse((await run("show", "--json")).out)).toMatchObject({
      mode: { mode: "plan", from: "user", wishes: [{ mode: "default", from: "the project's file" }] },
      settings: { max_mode: "default" },
    });
  });

  test("lint tells of a mode above the cap", async () => {
    const { run } = makeShell({ user: "version: 1\nmode: full-auto\nsettings: {max_mode: plan}\n" });
    const { code, err } = await run("lint");
    expect(code).toBe(0);
    expect(err).toContain("mode full-auto is lowered to plan: your own policy file allows mode plan at most");
  });

  test("show tells files, trust and rules", async () => {
    const { code, out } = await makeShell({ project: PROJECT }).run("show");
    expect(code).toBe(0);
    expect(out).toMatch(/project .*policy.yaml \(untrusted\)/);
    expect(out).toMatch(/deny {4}git push --force \*\*/);
    expect(out).toMatch(/1 allow rule is not used until/);
  });

  test("show --json is one object", async () => {
    const { out } = await makeShell({ project: PROJECT }).run("show", "--json");
    expect(JSON.parse(out)).toMatchObject({
      project: { kind: "untrusted" },
      rules: [{ id: "project.no-push", line: 4 }],
    });
  });
});

test("settings have the names of the file, in rows that fit", async () => {
  const user = "version: 1\nsettings: {ask_fallback: allowlist, approval_timeout_minutes: 3}\n";
  const { run } = makeShell({ user });
  const { out } = await run("show");
  expect(out).toMatch(/^settings ask on-miss$/m);
  expect(out).toMatch(/^ {9}ask_fallback allowlist$/m);
  expect(out).toMatch(/^ {9}dangerous_command_requires_confirmation true$/m);
  expect(JSON.parse((await run("show", "--json")).out).settings).toEqual({
    ask: "on-miss",
    ask_fallback: "allowlist",
    approval_timeout_minutes: 3,
    dangerous_timeout_minutes: 3,
    dangerous_command_requires_confirmation: true,
    max_mode: "full-auto",
    reveal: [],
  });
});

test("patterns for secrets are shown, those of a project when it becomes trusted", async () => {
  const redact = (name: string) => `version: 1\nredact: [{name: ${name}, pattern: "${name}_[a-z]{8}"}]\n`;
  const { run } = makeShell({ user: redact("mine"), project: redact("ours") });
  expect((await run("show")).out).toMatch(/^redact {3}mine mine_\[a-z\]\{8\}$/m);
  expect((await run("trust")).out).toContain("redact, in guard's records: ours ours_[a-z]{8}");
  expect(JSON.parse((await run("show", "--json")).out).redact).toHaveLength(2);
});

describe("what was answered when guard run offered profiles", () => {
  const YOURS = "you accepted it for this project; guard policy forget takes that back";

  test("show tells it, and how to take it back", async () => {
    const { run, remember } = makeShell({ user: "version: 1\nprofiles: [go-dev]\n" });
    remember("node-dev", "cpp-dev");
    const { out } = await run("show");
    expect(out).toMatch(/^profiles go-dev \(user\)$/m);
    expect(out.replace(/\n {9}/g, " ")).toContain(`node-dev (${YOURS}) cpp-dev (${YOURS})`);
    expect(JSON.parse((await run("show", "--json")).out)).toMatchObject({
      profiles: [
        { name: "go-dev", layer: "user", from: "file" },
        { name: "node-dev", layer: "user", from: "memory" },
        { name: "cpp-dev", layer: "user", from: "memory" },
      ],
      rememberedProfiles: ["node-dev", "cpp-dev"],
    });
    expect(out).toMatch(/^ {2}allow {3}\d+ rules of its profiles \(guard policy show --json\)$/m);
    expect(out.split("\n").filter((row) => row.length > 80 && !row.startsWith("user "))).toEqual([]);
    expect((await run("test", "npm test")).out).toMatch(/^npm test: allow by /m);
  });

  test("show tells that none is wanted", async () => {
    const { run, remember } = makeShell({});
    remember();
    expect((await run("show")).out).toMatch(
      /^profiles none on\n {9}you want none to be offered here; guard/m,
    );
  });

  test.for([
    ["profiles", ["node-dev"], "forgotten: node-dev"],
    ["a no", [], "forgotten: that you want no profile here"],
  ] as const)("forget forgets %s, once", async ([, profiles, says]) => {
    const { run, remember } = makeShell({});
    remember(...profiles);
    const first = await run("forget");
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining(says) });
    expect(first.out).toContain("guard run offers what fits again");
    expect(await run("forget")).toMatchObject({
      code: 0,
      out: expect.stringContaining("nothing is remembered for this project"),
    });
    expect(JSON.parse((await run("show", "--json")).out)).toMatchObject({
      profiles: [],
      rememberedProfiles: null,
    });
  });

  test("a profile that is gone is refused with the way out, but forget works", async () => {
    const { run, remember } = makeShell({});
    remember("gone-dev");
    for (const action of ["show", "lint", "test"])
      expect(await run(action)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/no profile "gone-dev"[^\n]*\n.*guard policy forget forgets it/),
      });
    expect((await run("forget")).code).toBe(0);
    expect((await run("show")).code).toBe(0);
  });
});

describe("guard policy lint and test", () => {
  test("lint finds nothing wrong with nothing", async () => {
    expect(await makeShell({}).run("lint")).toMatchObject({
      code: 0,
      out: expect.stringContaining("no policy files"),
    });
  });

  test("lint tells file, line, problem and fix", async () => {
    const { code, err } = await makeShell({ user: "version: 1\ncomands: [x]\n" }).run("lint");
    expect(code).toBe(1);
    expect(err).toMatch(/policy.yaml:2: unknown field "comands"; did you mean "commands"\?/);
  });

  test("lint of a broken project file exits 1", async () => {
    const { code, err } = await makeShell({ project: "version: 1\ncommands: [sudo]\n" }).run("lint");
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/:2: a project file may not allow sudo/),
    });
  });

  test("lint of a file that is named", async () => {
    const { run, machine } = makeShell({ project: PROJECT });
    expect((await run("lint", ".guard/policy.yaml")).code).toBe(0);
    write(join(machine.places.projectRoot, "other.yaml"), "version: 1\nrules: 3\n");
    expect(await run("lint", "other.yaml")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/other.yaml:2: rules must be a list/),
    });
  });

  test("test counts the examples, and names the rules of a line", async () => {
    const { run } = makeShell({ project: PROJECT });
    expect(await run("test")).toMatchObject({
      code: 0,
      out: expect.stringContaining("2 examples, all as they should be"),
    });
    const { out } = await run("test", "ls; git push --force origin");
    expect(out).toMatch(/ls: no rule speaks/);
    expect(out).toMatch(/git push --force origin: deny by project.no-push/);
  });
});

describe("guard policy test and lint of odd things", () => {
  test("test follows what a line starts, as check does", async () => {
    const { run, machine } = makeShell({ project: PROJECT });
    const nested = await run("test", "sh -c 'git push --force x'");
    expect(nested.out).toMatch(/^git push --force x: deny by project.no-push/m);
    write(join(machine.places.projectRoot, "package.json"), '{"scripts":{"go":"git push --force"}}');
    expect((await run("test", "npm run go")).out).toMatch(/^git push --force: deny by project.no-push/m);
    expect((await run("test", 'eval "$X"')).out).toMatch(
      /cannot be known before it runs: .*guard check tells/,
    );
  });

  test("lint of a file that is not there exits 1 and says so", async () => {
    const { run } = makeShell({ project: PROJECT });
    for (const name of ["nonexist", "x/.guard/policy.yaml"]) {
      expect(await run("lint", name)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/: there is no such file; guard policy lint without a name/),
      });
    }
  });

  test("a folder that is not there exits 2 and is named", async () => {
    for (const action of ["show", "lint", "test", "trust", "untrust", "forget"]) {
      expect(await makeShell({}).run("--cwd", "/nonexistent/x", action)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/\/nonexistent\/x is not a folder; --cwd DIR names the folder/),
      });
    }
  });

  test("a user folder that is a file is told by everything", async () => {
    const { run, machine } = makeShell({});
    write(dirname(machine.userFile), "x");
    for (const action of ["show", "lint", "test", "trust"]) {
      expect(await run(action)).toMatchObject({ code: 1, err: expect.stringContaining("is not a folder") });
    }
  });

  test("an example that contradicts its rule is found", async () => {
    const { code, err } = await makeShell({
      user: PROJECT.replace("not_match: [git push]", "not_match: [git push --force x]"),
    }).run("test");
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("matches the counter-example") });
  });
});

describe("guard policy trust", () => {
  test("trust lasts until the file changes, untrust ends it", async () => {
    const { run, machine } = makeShell({ project: PROJECT });
    const standing = async () => JSON.parse((await run("show", "--json")).out).project.kind;
    expect(await run("trust")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/it now allows:\n {2}make\n/),
    });
    expect(await standing()).toBe("trusted");
    expect((await run("trust")).out).toContain("already trusted");
    write(machine.projectFile, PROJECT.replace("[make]", "[make, just]"));
    expect(await standing()).toBe("untrusted");
    await run("trust");
    expect((await run("untrust")).out).toContain("no longer trusted");
    expect(await standing()).toBe("untrusted");
  });

  test("trust tells what else counts because of it", async () => {
    const { run } = makeShell({
      user: "version: 1\nrules:\n  - {id: a, match: npm **, ruling: deny, because: b, overridable: true}\n",
      project: `version: 1
pkill_processes: [gulp]
profiles: [go-dev]
settings: {ask_fallback: allowlist, approval_timeout_minutes: 30}
rules:
  - {id: b, match: npm test, ruling: ask, because: b}
`,
    });
    const { out } = await run("trust");
    expect(out).toMatch(/^ {2}settings: ask_fallback allowlist, was deny$/m);
    expect(out).toMatch(/^ {2}settings: approval_timeout_minutes 30, was 5$/m);
    expect(out).toMatch(/^ {2}pkill_processes: gulp$/m);
    expect(out).toMatch(/^ {2}profiles: go-dev$/m);
    expect(out).toMatch(/^ {2}where a wider rule may be overridden, ask: npm test$/m);
  });

  test("a trust folder that cannot be used is named", async () => {
    const file = makeShell({ project: PROJECT });
    write(file.machine.places.trustDir, "x");
    expect(await file.run("trust")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /trust: trust cannot be recorded there \(EEXIST\); it must be a folder of yours/,
      ),
    });
    const link = makeShell({ project: PROJECT });
    const { trustDir } = link.machine.places;
    mkdirSync(`${trustDir}.x`, { recursive: true });
    symlinkSync(`${trustDir}.x`, trustDir);
    expect(await link.run("trust")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /what is recorded there is not believed; it must be a folder of yours, no link/,
      ),
    });
  });

  test("trust of nothing, or of a broken file, exits 1", async () => {
    expect((await makeShell({}).run("trust")).code).toBe(1);
    expect((await makeShell({ project: "version: 2\n" }).run("trust")).code).toBe(1);
  });

  test("a linked user file is refused everywhere", async () => {
    const { run, machine } = makeShell({});
    write(`${machine.userFile}.real`, "version: 1\n");
    symlinkSync(`${machine.userFile}.real`, machine.userFile);
    for (const action of ["show", "lint", "test", "trust"]) {
      expect(await run(action)).toMatchObject({
        code: 1,
        err: expect.stringContaining("is a symbolic link"),
      });
    }
  });
});

describe("hostile text does not reach the terminal", () => {
  test("in a reason", async () => {
    const { run } = makeShell({
      project: `version: 1\nrules:\n  - {id: a, match: x, ruling: deny, because: "a\u202eb"}\n`,
    });
    expect((await run("show")).out).toContain("a<U+202E>b");
    const { out } = await run("show", "--json");
    expect(out).toMatch(/^[\n\x20-\x7e]*$/);
    expect(JSON.parse(out).rules[0].because).toBe("a\u202eb");
  });

  const RAW = /(?!\n)\p{Cc}/u;
  const hostile: [name: string, project: string][] = [
    ["an escape in a key", 'version: 1\n"\\e[2Jx": 1\n'],
    ["a line end in a key", 'version: 1\n"x\\nguard: all is fine": 1\n'],
    ["an escape in a profile's name", 'version: 1\nprofiles: ["\\e[2Jx"]\n'],
    ["a C1 control in a pattern", 'version: 1\ncommands: ["sudo\\x9b2J"]\n'],
  ];
  test.for(hostile)("%s", async ([, project]) => {
    const { run, machine } = makeShell({ project });
    const { places } = machine;
    for (const action of ["show", "lint", "test", "trust"]) {
      const { out, err } = await run(action);
      expect(out + err).not.toMatch(RAW);
      expect(out + err).not.toMatch(/^guard: all is fine/m);
      expect(out + err).not.toBe("");
    }
    const loaded = await loadLayersFor(places, requireKnowledge());
    const texts = loaded.kind === "refused" ? loaded.problems : loaded.warnings;
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => RAW.test(text) || text.includes("\n"))).toEqual([]);
  });

  test("in names of folders and operands", async () => {
    const { run, machine } = makeShell({});
    const folder = join(machine.places.projectRoot, "a\u001b[2Jb");
    write(join(folder, ".guard/policy.yaml"), "version: 2\n");
    const all = [
      await run("--cwd", folder, "show"),
      await run("--cwd", folder, "lint"),
      await run("--cwd", folder, "show", "--json"),
      await run("--cwd", `${folder}\u001b`, "show"),
      await run("lint", "x\u001b[2J"),
      await run("test", "echo '\u001b[2J'"),
      await run("\u001b[2J"),
    ];
    for (const { out, err } of all) expect(out + err).not.toMatch(RAW);
  });
});
