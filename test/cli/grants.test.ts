/** guard grants: what is remembered is shown whole, and can be taken back. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runGrants } from "../../src/cli/grants.ts";
import { runResolve } from "../../src/cli/resolve.ts";
import type { ApprovedMatch } from "../../src/policy/approved-rules.ts";
import { placesFor } from "../../src/policy/find.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { fileOf, type SaveTarget, saveRules } from "../../src/policy/save-rule.ts";
import { layersOf } from "../policy/fixture.ts";
import { ask, makeWorld, startIn } from "./running-session.ts";

async function remembered(decision: string, line = "npm publish") {
  const world = makeWorld();
  const state = await startIn(world);
  const { id } = ask(state, { line, key: "the same" });
  expect(await runResolve([id, "--decision", decision, "--reason", "release day"], world.io)).toBe(0);
  return { world, state, id };
}

describe("the list", () => {
  test.each([
    { decision: "session", says: "allow", head: "allowed until the session ends" },
    { decision: "timed", says: "allow", head: "allowed for " },
    { decision: "deny-session", says: "deny", head: "denied until the session ends" },
  ])("$decision is in it", async ({ decision, says, head }) => {
    const { world, state, id } = await remembered(decision);
    const from = decision === "timed" ? { kind: "timed" } : { kind: "session", session: state.session };
    expect(await runGrants([], world.io)).toBe(0);
    for (const text of [head, "npm publish", "/work", "release day", `guard grants revoke ${id.slice(-8)}`])
      expect(world.stdout()).toContain(text);
    const json = makeWorldOutput(world);
    expect(await runGrants(["list", "--json"], world.io)).toBe(0);
    expect(JSON.parse(json())).toMatchObject([{ id, ...from, line: "npm publish", says }]);
  });

  test.each(["once", "deny"])("%s is not", async (decision) => {
    const { world } = await remembered(decision);
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toContain("no answer is remembered");
  });

  test("what the line would do to a terminal is made visible", async () => {
    const { world } = await remembered("session", "echo \u001b[2Jgone");
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).not.toContain("\u001b");
  });
});

/** What is printed from here on. */
function makeWorldOutput({ stdout }: ReturnType<typeof makeWorld>): () => string {
  const before = stdout().length;
  return () => stdout().slice(before);
}

describe("revoke", () => {
  test.each(["session", "timed", "deny-session"])("%s: the same line asks again", async (decision) => {
    const { world, state, id } = await remembered(decision);
    const isHeld = async () =>
      state.approvals.grants.find("the same", "ask") ??
      (await state.timedGrants.find("the same", "ask")).grant;
    expect(await isHeld()).toBeDefined();
    expect(await runGrants(["revoke", id.slice(-8)], world.io)).toBe(0);
    expect(world.stdout()).toContain("forgotten: npm publish");
    expect(await isHeld()).toBeUndefined();
    expect(await runGrants(["revoke", id], world.io)).toBe(1);
    expect(world.stderr()).toContain("no such answer is remembered");
  });

  test("an hour, when no session runs any more", async () => {
    const { world, state, id } = await remembered("timed");
    const alone = { ...world.io, listPlaces: () => [] };
    expect(await runGrants([], alone)).toBe(0);
    expect(world.stdout()).toContain("for every session");
    expect(await runGrants(["revoke", id.slice(-8)], alone)).toBe(0);
    expect((await state.timedGrants.find("the same", "ask")).grant).toBeUndefined();
  });

  test("nothing from inside a session", async () => {
    const world = makeWorld({ GUARD_SESSION: "abcd1234" });
    await startIn(world);
    expect(await runGrants(["revoke", "0123456789ab"], world.io)).toBe(1);
    expect(world.stderr()).toContain("not for the agent");
  });
});

const NOW = new Date("2026-11-16T12:00:00Z");

/** A world whose user or project has a policy file; what `save` adds are real answers. */
function worldWith(layer: SaveTarget["layer"], text?: string, env: NodeJS.ProcessEnv = {}) {
  const world = makeWorld(env);
  const target: SaveTarget = { layer, input: { places: placesFor(world.io.cwd(), world.env) } };
  const file = fileOf(target);
  if (text !== undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }
  const save = async (...matches: ApprovedMatch[]): Promise<string> => {
    const outcome = await saveRules(target, matches, NOW);
    if (outcome.kind !== "saved") throw new Error(JSON.stringify(outcome));
    return outcome.ids[0] ?? "";
  };
  return { world, target, file, save, read: () => readFileSync(file, "utf8") };
}

const TEXT = `# mine, and it stays

version: 1   # the only one
rules:
  # before it
  - {id: own,   match: "x **", ruling: deny, because: "no # comment"}   # behind it

# the end
mode: default
`;

describe("answers for good, without any session", () => {
  test("are listed with what they match, file and date", async () => {
    const { world, file, save } = worldWith("user", TEXT);
    const id = await save({ program: "git", exactly: ["commit", "-m", "a b"], under: "/p" }, "make **");
    expect(await runGrants([], world.io)).toBe(0);
    for (const text of [
      "allowed for good, by your own file",
      "git commit -m 'a b', exactly, in /p and below",
      "make **",
      "2026-11-16",
      `guard grants revoke ${id}`,
    ])
      expect(world.stdout()).toContain(text);
    const json = makeWorldOutput(world);
    expect(await runGrants(["--json"], world.io)).toBe(0);
    expect(JSON.parse(json())).toEqual([
      {
        id,
        kind: "rule",
        layer: "user",
        file,
        standing: "trusted",
        matches: [{ program: "git", exactly: ["commit", "-m", "a b"], under: "/p" }, "make **"],
        because: "added via mid-session approval, 2026-11-16",
        savedOn: "2026-11-16",
      },
    ]);
    expect(world.stderr()).toBe("");
  });

  test("nothing at all is said, and nothing is made", async () => {
    const { world, file } = worldWith("user");
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toBe("no answer is remembered\n");
    expect(await runGrants(["revoke", "approved-3f9a1c2b"], world.io)).toBe(1);
    expect(world.stderr()).toContain("no such answer is remembered");
    expect(existsSync(dirname(file))).toBe(false);
  });

  test.for([
    ["the whole id", (id: string) => id],
    ["the beginning of it", (id: string) => id.slice(0, "approved-".length + 4)],
    ["its digits", (id: string) => id.slice("approved-".length)],
    ["large letters", (id: string) => id.toUpperCase()],
  ] as const)("%s takes all rules of the answer back, and not a byte more", async ([, typed]) => {
    const { world, save, read, file } = worldWith("user", TEXT);
    const id = await save("make **", { program: "cargo", args: ["build"] });
    expect(read()).not.toBe(TEXT);
    expect(await runGrants(["revoke", typed(id)], world.io)).toBe(0);
    expect(world.stdout()).toBe(
      `forgotten: make **\nforgotten: cargo build …\ntaken out of ${file}: ${id}, ${id}.2\n`,
    );
    expect(read()).toBe(TEXT);
  });

  test("one rule of an answer alone, and as JSON", async () => {
    const { world, save, read, file } = worldWith("user", TEXT);
    const id = await save("make **", "cargo build **");
    expect(await runGrants(["revoke", `${id}.2`, "--json"], world.io)).toBe(0);
    expect(JSON.parse(world.stdout())).toEqual({ id: `${id}.2`, kind: "rule", file, rules: [`${id}.2`] });
    expect(read()).toContain("make **");
    expect(read()).not.toContain("cargo");
  });

  test("two at once: both go, and of one that is taken back twice each is told the truth", async () => {
    const { world, save, read } = worldWith("user", TEXT);
    const ids = [await save("make **"), await save("cargo build **"), await save("just **")];
    const codes = await Promise.all(ids.map((id) => runGrants(["revoke", id], world.io)));
    expect(codes).toEqual([0, 0, 0]);
    expect(read()).toBe(TEXT);
    const again = await save("make **");
    const twice = await Promise.all([again, again].map((id) => runGrants(["revoke", id], world.io)));
    expect(twice.toSorted()).toEqual([0, 1]);
    expect(world.stderr()).toContain(`${again} is not there any more`);
    expect(read()).toBe(TEXT);
  });

  test("a broken file is told with place and way out, and left alone", async () => {
    const broken = TEXT.replace("mode: default", "mod: default");
    const { world, file, read } = worldWith("user", broken);
    expect(await runGrants([], world.io)).toBe(1);
    expect(await runGrants(["revoke", "approved-3f9a1c2b"], world.io)).toBe(1);
    expect(world.stderr()).toContain(`${file}:9: unknown field "mod"; did you mean "mode"?`);
    expect(world.stderr()).toContain("until this is mended; guard policy lint shows it");
    expect(read()).toBe(broken);
  });

  test("a broken file does not hide what others hold", async () => {
    const { world, save } = worldWith("project");
    const id = await save("make **");
    const { userFile } = placesFor(world.io.cwd(), world.env);
    mkdirSync(dirname(userFile), { recursive: true, mode: 0o700 });
    writeFileSync(userFile, "nonsense: 1\n", { mode: 0o600 });
    expect(await runGrants([], world.io)).toBe(1);
    expect(world.stdout()).toContain(id);
  });

  test("from inside a session nothing is taken back", async () => {
    const { world, save, read } = worldWith("user", TEXT, { GUARD_SESSION: "abcd1234" });
    const id = await save("make **");
    const text = read();
    expect(await runGrants(["revoke", id], world.io)).toBe(1);
    expect(world.stderr()).toContain("not for the agent");
    expect(read()).toBe(text);
  });

  test("rules that people wrote are not listed and not taken back", async () => {
    const { world } = worldWith("user", TEXT);
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toBe("no answer is remembered\n");
    expect(await runGrants(["revoke", "own"], world.io)).toBe(2);
  });

  test("what a rule would do to a terminal is made visible", async () => {
    const entry = '  - {id: approved-00000000, match: "a\u202Eb **", ruling: allow, because: x}';
    const { world } = worldWith("project", `version: 1\nrules:\n${entry}\n`);
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toContain("approved-00000000");
    expect(world.stdout()).not.toContain("\u202E");
  });
});

describe("the project's answers", () => {
  test("its file stays trusted when one is taken back", async () => {
    const { world, target, save } = worldWith("project");
    const [keep, id] = [await save("make **"), await save("cargo build **")];
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toContain("by the project's file");
    expect(await runGrants(["revoke", id], world.io)).toBe(0);
    const { projectFile, project } = layersOf(await loadPolicy(target.input));
    expect(projectFile.kind).toBe("trusted");
    expect(project.map((rule) => rule.id)).toEqual([`project.${keep}`]);
  });

  test("an untrusted file's are said not to count, and it is not trusted for a removal", async () => {
    const { world, target, save, file, read } = worldWith("project");
    const id = await save("make **");
    writeFileSync(file, `${read()}# somebody was here\n`);
    expect(await runGrants([], world.io)).toBe(0);
    expect(world.stdout()).toContain("does not count: nobody has trusted the project's file");
    expect(await runGrants(["revoke", id], world.io)).toBe(0);
    expect(layersOf(await loadPolicy(target.input)).projectFile.kind).toBe("untrusted");
  });

  test("--cwd and running sessions name other projects", async () => {
    const { world, file, save } = worldWith("project");
    const id = await save("make **");
    const elsewhere = { ...world.io, cwd: () => world.runtime };
    mkdirSync(join(world.runtime, ".git"));
    expect(await runGrants([], elsewhere)).toBe(0);
    expect(world.stdout()).not.toContain(id);
    expect(await runGrants(["--cwd", dirname(dirname(file))], elsewhere)).toBe(0);
    expect(world.stdout()).toContain(id);
    expect(await runGrants(["--cwd", "/nonexistent"], elsewhere)).toBe(2);
  });

  test("a running session's project is looked at from anywhere", async () => {
    const { world } = worldWith("user");
    mkdirSync(join(world.runtime, ".git"));
    await startIn(world);
    const target: SaveTarget = { layer: "project", input: { places: placesFor(world.runtime, world.env) } };
    const saved = await saveRules(target, ["make **"], NOW);
    const id = saved.kind === "saved" ? (saved.ids[0] ?? "") : saved.kind;
    expect(await runGrants(["revoke", id], world.io)).toBe(0);
    expect(world.stdout()).toContain(`taken out of ${fileOf(target)}: ${id}`);
  });

  test("a session's own answers stand beside them", async () => {
    const { world, id } = await remembered("session");
    const target: SaveTarget = { layer: "user", input: { places: placesFor(world.io.cwd(), world.env) } };
    await saveRules(target, ["make **"], NOW);
    const json = makeWorldOutput(world);
    expect(await runGrants(["--json"], world.io)).toBe(0);
    const kinds = (JSON.parse(json()) as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(["rule", "session"]);
    expect(await runGrants(["revoke", id.slice(-8)], world.io)).toBe(0);
  });

  test("the same id in two files is named with both", async () => {
    const { world, save, read } = worldWith("user", "version: 1\n");
    const id = await save("make **");
    const project = fileOf({ layer: "project", input: { places: placesFor(world.io.cwd(), world.env) } });
    mkdirSync(dirname(project), { recursive: true });
    writeFileSync(project, read());
    expect(await runGrants(["revoke", id], world.io)).toBe(1);
    expect(world.stderr()).toContain(`${id} is in several files`);
    expect(world.stderr()).toContain(project);
  });
});

test.each([
  { args: ["revoke"], says: "takes one id" },
  { args: ["revoke", "xyz"], says: "not the id" },
  { args: ["revoke", "approved-3f9"], says: "at least four of its eight digits" },
  { args: ["forget"], says: "neither list nor revoke" },
  { args: ["list", "1"], says: "takes no id" },
])("usage: $args", async ({ args, says }) => {
  const world = makeWorld();
  expect(await runGrants(args, world.io)).toBe(2);
  expect(world.stderr()).toContain(says);
});
