/** The user's start-up files are stamped when the session begins: any change of one of them is another stamp. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { madeTextOf } from "../../src/confine/made-texts.ts";
import { stampOf } from "../../src/daemon/start-up-stamp.ts";

const WRITES = `
import mmap, sys
with open(sys.argv[1], "r+b") as file: mmap.mmap(file.fileno(), 0)[:4] = b"evil"
`;
const changes: readonly [name: string, change: (file: string) => unknown][] = [
  ["more in it", (file) => appendFileSync(file, "x")],
  ["gone", (file) => rmSync(file)],
  ["moved away and back", (file) => [renameSync(file, `${file}.x`), renameSync(`${file}.x`, file)]],
  ["written to through a mapping", (file) => spawnSync("python3", ["-c", WRITES, file])],
];

const places = [tmpdir(), "/dev/shm"].filter(existsSync);
describe.each(places)("in %s", (place) => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(place, "guard-stamp-"));
    file = join(folder, ".profile");
    writeFileSync(file, "good\n");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("nothing has changed", () => {
    expect(stampOf([file, join(folder, "none")])).toBe(stampOf([file, join(folder, "none")]));
  });

  test.for(changes)("%s", ([, change]) => {
    const before = stampOf([file]);
    change(file);
    expect(stampOf([file])).not.toBe(before);
  });

  test("an empty file and an empty folder are as good as none: guard run makes them for the session", () => {
    const files = [join(folder, ".zshenv"), join(folder, "conf.d")];
    const before = stampOf(files);
    writeFileSync(join(folder, ".zshenv"), "");
    mkdirSync(join(folder, "conf.d"));
    expect(stampOf(files)).toBe(before);
    writeFileSync(join(folder, ".zshenv"), "x");
    expect(stampOf(files)).not.toBe(before);
  });

  test("a ~/.bash_profile with guard's own text is as good as none, and any other is not", () => {
    const profile = join(folder, ".bash_profile");
    const before = stampOf([profile]);
    writeFileSync(profile, madeTextOf(profile));
    expect(stampOf([profile])).toBe(before);
    for (const text of [`${madeTextOf(profile)}x`, madeTextOf(profile).replace("login", "LOGIN")]) {
      writeFileSync(profile, text);
      expect(stampOf([profile])).not.toBe(before);
    }
    writeFileSync(file, madeTextOf(profile));
    expect(stampOf([file])).not.toBe("none");
  });

  test("something new in a folder", () => {
    mkdirSync(join(folder, "conf.d"));
    const before = stampOf([join(folder, "conf.d")]);
    writeFileSync(join(folder, "conf.d/a"), "");
    expect(stampOf([join(folder, "conf.d")])).not.toBe(before);
  });
});
