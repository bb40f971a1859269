/** An answer that is to hold for always: into the file, and in force at the very next check. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RungKind } from "../../src/approval/ladder/rung.ts";
import { findRung } from "../../src/daemon/make-ladder.ts";
import { type SavedAnswer, saveAnswer } from "../../src/daemon/save-answer.ts";
import type { SaveLayer } from "../../src/protocol/card-messages.ts";
import { type Asked, type Desk, NOW, openDesk, put } from "./ladder-fixture.ts";

async function answer(desk: Desk, asked: Asked, rung: RungKind, layer: SaveLayer): Promise<SavedAnswer> {
  const found = await findRung(await desk.ask(asked), { rung, layer }, desk.ports());
  if (found.kind === "none") throw new Error(found.because);
  return await saveAnswer({ matches: found.matches, layer }, { policy: desk.policy, now: NOW });
}

async function rulingOf(desk: Desk, asked: Asked): Promise<string> {
  return (await desk.ask(asked)).result.ruling;
}

describe("the very next check is allowed by it", () => {
  const rows: [asked: Asked, rung: RungKind, like: Asked, unlike: Asked][] = [
    ["npm test", "exact", "npm test", "npm test x"],
    ['git commit -m "a b"', "exact", "git commit -m 'a b'", "git commit -m c"],
    ['git commit -m "a b"', "subcommand", "git commit --amend", "git push"],
    ["rm x", "exact", "rm x", "rm y"],
    ["touch a && rm b", "exact", "rm b; touch a", "rm a"],
    [["pytest", "-k", "x"], "flags", ["pytest", "-k", "y"], ["pytest"]],
    [["touch", "a b", "$X"], "exact", "touch 'a b' '$X'", "touch a b '$X'"],
  ];
  for (const layer of ["user", "project"] as const)
    test.for(rows)(`${layer}: %s by its rung %s`, async ([asked, rung, like, unlike]) => {
      const desk = await openDesk();
      expect(await rulingOf(desk, asked)).toBe("ask");
      const saved = await answer(desk, asked, rung, layer);
      expect(saved).toMatchObject({ kind: "saved" });
      expect(await rulingOf(desk, asked)).toBe("allow");
      expect(await rulingOf(desk, like)).toBe("allow");
      expect(await rulingOf(desk, unlike)).toBe("ask");
    });
});

test("the note says where, as what, and how to take it back", async () => {
  const desk = await openDesk({ user: "# mine\nversion: 1\n" });
  const saved = await answer(desk, "npm test", "exact", "user");
  if (saved.kind === "not-saved") throw new Error(saved.why);
  const [id = ""] = saved.ids;
  expect(saved.note).toBe(`saved as ${id} in ${desk.userFile}; to take it back: guard grants revoke ${id}`);
  expect(readFileSync(desk.userFile, "utf8")).toContain(`# mine\nversion: 1\nrules:\n  - {id: ${id}, `);
  expect(desk.events).toContain("reloaded");
});

test("what is in the file already is not written twice", async () => {
  const desk = await openDesk();
  const matches = ["npm test **"];
  const first = await saveAnswer({ matches, layer: "user" }, { policy: desk.policy, now: NOW });
  const text = readFileSync(desk.userFile, "utf8");
  const again = await saveAnswer({ matches, layer: "user" }, { policy: desk.policy, now: NOW });
  expect(again).toMatchObject({ kind: "already", note: expect.stringContaining("saved before as") });
  expect(again).toMatchObject({ ids: first.kind === "saved" ? first.ids : [] });
  expect(readFileSync(desk.userFile, "utf8")).toBe(text);
});

test("whoever asks beside it waits for the new policy, too", async () => {
  const desk = await openDesk({ user: "version: 1\n" });
  await desk.policy.current();
  put(desk.userFile, "version: 1\n# changed\n");
  const first = desk.policy.lookAgain();
  put(desk.userFile, 'version: 1\nrules:\n  - {id: a, match: "npm test", ruling: allow, because: x}\n');
  const both = await Promise.all([
    desk.policy.lookAgain(),
    desk.ask("npm test"),
    desk.ask("npm test"),
    first,
  ]);
  expect([both[1].result.ruling, both[2].result.ruling]).toEqual(["allow", "allow"]);
});

test("two answers at once are both kept, and both count", async () => {
  const desk = await openDesk();
  const saved = await Promise.all([
    answer(desk, "npm test", "exact", "user"),
    answer(desk, "make build", "exact", "user"),
  ]);
  expect(saved).toMatchObject([{ kind: "saved" }, { kind: "saved" }]);
  expect([await rulingOf(desk, "npm test"), await rulingOf(desk, "make build")]).toEqual(["allow", "allow"]);
});

describe("not saved, with the place, the problem and the way out", () => {
  const PLAIN = { matches: ["npm test **"] };
  const save = (desk: Desk, layer: SaveLayer) =>
    saveAnswer({ ...PLAIN, layer }, { policy: desk.policy, now: NOW });

  test("the file is full", async () => {
    const rules = Array.from(
      { length: 50 },
      (_, at) =>
        `  - {id: approved-${String(at).padStart(8, "0")}, match: "x${at}", ruling: allow, because: y}\n`,
    );
    const desk = await openDesk({ user: `version: 1\nrules:\n${rules.join("")}` });
    const why = `${desk.userFile} holds 50 saved answers already; guard grants revoke ID makes room`;
    expect(await save(desk, "user")).toEqual({ kind: "not-saved", why });
  });

  test("nobody has trusted the project's file", async () => {
    const desk = await openDesk({ project: "version: 1\n" });
    const why = `${desk.projectFile} is not trusted, so a rule in it would not count; read it and run: guard policy trust`;
    expect(await save(desk, "project")).toEqual({ kind: "not-saved", why });
    expect(readFileSync(desk.projectFile, "utf8")).toBe("version: 1\n");
  });

  test("the project's file is broken", async () => {
    const desk = await openDesk({ project: "version: 7\n" });
    const told = await save(desk, "project");
    expect(told).toMatchObject({ kind: "not-saved" });
    expect(JSON.stringify(told)).toMatch(/policy\.yaml is not accepted as it stands: .*version must be 1/);
  });

  test("the user's file broke since the session began", async () => {
    const desk = await openDesk({ user: "version: 1\n" });
    await desk.policy.current();
    put(desk.userFile, "version: 7\n");
    expect(await save(desk, "user")).toMatchObject({
      kind: "not-saved",
      why: expect.stringContaining("is not accepted as it stands"),
    });
  });

  test("the rule is none that a file may hold", async () => {
    const desk = await openDesk();
    const policy = desk.policy;
    const told = await saveAnswer({ matches: ["a; b"], layer: "user" }, { policy, now: NOW });
    expect(told).toMatchObject({
      kind: "not-saved",
      why: expect.stringContaining("would not be accepted with this rule"),
    });
    expect(existsSync(desk.userFile)).toBe(false);
  });

  test("there is no policy that it could be added to", async () => {
    const desk = await openDesk();
    mkdirSync(dirname(dirname(desk.userFile)), { recursive: true });
    symlinkSync(join(desk.home, "nowhere/else"), dirname(desk.userFile));
    expect(await save(desk, "user")).toMatchObject({
      kind: "not-saved",
      why: expect.stringMatching(
        /^the user's policy file: .* symbolic link; .*; repair that and answer again$/,
      ),
    });
  });

  test("something else lies where the project's folder would be", async () => {
    const desk = await openDesk();
    await desk.policy.current();
    put(join(desk.project, ".guard"), "");
    expect(await save(desk, "project")).toMatchObject({
      kind: "not-saved",
      why: expect.stringMatching(/\.guard\/policy\.yaml could not be changed: ./),
    });
  });

  test("nobody may write into the folder", async () => {
    const desk = await openDesk({ user: "version: 1\n" });
    const folder = dirname(desk.userFile);
    chmodSync(desk.userFile, 0o644);
    for (const above of [desk.home, dirname(folder)]) chmodSync(above, 0o755);
    chmodSync(folder, 0o555);
    // Root writes everywhere.
    const uid = process.geteuid?.() ?? 0;
    if (uid === 0) process.seteuid?.(65_534);
    try {
      const why = `${desk.userFile} could not be changed: ${desk.userFile}.lock cannot be made (EACCES); repair that and answer again`;
      expect(await save(desk, "user")).toEqual({ kind: "not-saved", why });
    } finally {
      process.seteuid?.(uid);
      chmodSync(folder, 0o755);
    }
  });
});

test("a rule that is saved while another file is broken does not count yet, and says so", async () => {
  const desk = await openDesk({ user: "version: 1\n" });
  await desk.policy.current();
  put(desk.projectFile, "version: 7\n");
  const saved = await saveAnswer(
    { matches: ["npm test **"], layer: "user" },
    { policy: desk.policy, now: NOW },
  );
  expect(saved).toMatchObject({
    kind: "saved",
    note: expect.stringContaining("but it does not count yet: "),
  });
  expect(await rulingOf(desk, "npm test")).toBe("ask");
});
