/** What is made on the disk before a plan: guard's own folders, and the texts in the place of hidden things. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeGuardFolders } from "../../src/confine/guard-folders.ts";
import { hiddenTemplates, makeHiddenTemplates } from "../../src/confine/hidden-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync("/tmp/confine-files-");
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

describe("guard's own folders", () => {
  test("are made, for their owner alone", () => {
    const paths = ["a/guard", "b/state/guard"].map((name) => join(folder, name));
    expect(makeGuardFolders(paths)).toEqual([]);
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  test("are left as they are", () => {
    const path = join(folder, "guard");
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(makeGuardFolders([path])).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  test("a file in the way is told", () => {
    const path = join(folder, "guard");
    writeFileSync(path, "");
    expect(makeGuardFolders([path])).toEqual([`${path} cannot be made (EEXIST)`]);
    expect(makeGuardFolders([join(path, "x")])).toEqual([`${path}/x cannot be made (ENOTDIR)`]);
  });

  test("where nobody of this user can make one, it needs none", ({ skip }) => {
    if (process.getuid?.() === 0) return skip("root can make folders everywhere");
    chmodSync(folder, 0o500);
    expect(makeGuardFolders([join(folder, "guard")])).toEqual([]);
  });
});

test("the texts name the way to open what they stand for, and cannot be written", () => {
  mkdirSync(join(folder, "agent"));
  makeHiddenTemplates(folder);
  const { file, folder: hidden, note } = hiddenTemplates(folder);
  for (const path of [file, join(hidden, "HIDDEN-BY-GUARD.txt"), note]) {
    expect(readFileSync(path, "utf8")).toMatch(/^# guard hides this.*--reveal PATH.*reveal: \[PATH\].*\n$/);
    expect(statSync(path).mode & 0o222).toBe(0);
  }
});
