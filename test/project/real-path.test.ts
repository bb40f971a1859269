/** Where a path leads, link by link: the same as the system's own `realpath -m` says. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/open-engine.ts";
import { findLinks } from "../../src/project/links.ts";
import { ANYWHERE, findRealPath, followLinks } from "../../src/project/real-path.ts";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "guard-real-path-")));
  mkdirSync(join(root, "a/b/c"), { recursive: true });
  writeFileSync(join(root, "a/file"), "");
  const links = {
    up: "..",
    b2: "a/b",
    deep: "a/b/c",
    gone: "nowhere/x",
    abs: `${root}/a`,
    slash: "a/",
    dots: "a/b/../..",
  };
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, join(root, name));
    symlinkSync(target, join(root, "a/b", name));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PARTS = [
  "a",
  "b",
  "c",
  "file",
  "up",
  "b2",
  "deep",
  "gone",
  "abs",
  "slash",
  "dots",
  "new",
  "..",
  ".",
  "",
];

test("any path leads where the system says, there or not", () => {
  const paths = fc
    .sample(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 7 }), 600)
    .map((parts) => `${root}/${parts.join("/")}`);
  const { stdout } = spawnSync("realpath", ["-m", "--", ...paths], { encoding: "utf8" });
  const found = stdout.trimEnd().split("\n");
  expect(found).toHaveLength(paths.length);
  expect(paths.map((path) => followLinks(path))).toEqual(found);
});

const rows: readonly [name: string, path: string, leadsTo: string | undefined][] = [
  ["a plain folder leads to itself", "a/b", undefined],
  ["a file that is not there leads to itself", "a/b/new", undefined],
  ["a link with a slash behind it", "b2/", "a/b"],
  ["a file that is not there, behind a link", "b2/new", "a/b/new"],
  ["a link to nowhere leads there", "gone", "nowhere/x"],
  ["what is below a link to nowhere", "gone/y", "nowhere/x/y"],
  ["the folder above a link is the one above its end", "deep/../new", "a/b/new"],
];
test.for(rows)("%s", ([, path, leadsTo]) => {
  expect(findRealPath(join(root, "x").slice(0, -1) + path)).toBe(
    leadsTo === undefined ? undefined : join(root, leadsTo),
  );
});

test("a ring of links ends", () => {
  symlinkSync("ring2", join(root, "ring1"));
  symlinkSync("ring1", join(root, "ring2"));
  expect(followLinks(`${root}/ring1/x`)).toContain(root);
});

test("a process's own places stay as written", () => {
  expect(followLinks("/proc/self/cwd/x")).toBe("/proc/self/cwd/x");
  expect(followLinks("/proc/1/root/../etc")).toBe("/proc/1/root/etc");
});

/** In a folder whose path is almost as long as the system allows, a program still reaches the names: by themselves. */
describe("a path that is too long to be looked at", () => {
  const name = "link-to-a-key";
  let folder: string;
  beforeAll(() => {
    folder = `${root}/long`;
    while (folder.length < 3_900) folder += `/${"d".repeat(100)}`;
    folder += `/${"e".repeat(4_085 - folder.length)}`;
    mkdirSync(folder, { recursive: true });
    expect(spawnSync("ln", ["-s", "/etc/shadow", name], { cwd: folder }).status).toBe(0);
  });
  // Node's own rmSync cannot name it.
  afterAll(() => void spawnSync("rm", ["-rf", `${root}/long`]));

  test("may lead anywhere", () => {
    expect(findRealPath(`${folder}/${name}`)).toBe(ANYWHERE);
  });
  test("is asked", async () => {
    const opened = await openEngine({ cwd: root, env: { HOME: root } });
    if (opened.kind !== "open") throw new Error(opened.problems.join());
    const check = (line: string) => opened.engine.check({ what: { kind: "line", line }, cwd: folder });
    expect([(await check(`head -1 ${name}`)).ruling, (await check("head -1 x")).ruling]).toEqual([
      "ask",
      "allow",
    ]);
  });
  test("may lead anywhere by a pattern", () => {
    expect(findLinks(`${folder}/l*`)).toEqual({ kind: "too-many" });
  });
  test("and so may one of too many parts", () => {
    expect(findRealPath(`${root}/${"./".repeat(1_200)}b2`)).toBe(ANYWHERE);
  });
  test("but not one beside it", () => {
    expect(findRealPath(`${folder}/x`)).toBeUndefined();
  });
});
