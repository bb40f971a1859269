/** What a path leads to: the same as the kernel says, with fewer questions to it. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLook } from "../../src/confine/look.ts";
import { createPresence } from "../../src/confine/presence.ts";

let folder: string;
const at = (name: string) => `${folder}/${name}`;
const uid = process.getuid?.() ?? 0;
const lookAt = (path: string) => createLook(uid, createPresence([folder]))(path);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-look-")));
  mkdirSync(at("real/inner"), { recursive: true });
  mkdirSync(at("closed/inner"), { recursive: true });
  writeFileSync(at("real/file"), "");
  symlinkSync("real", at("link"));
  symlinkSync("link/file", at("twice"));
  symlinkSync("nowhere", at("dangling"));
  symlinkSync("..", at("real/inner/up"));
});
afterAll(() => {
  chmodSync(at("closed"), 0o700);
  rmSync(folder, { recursive: true });
});

describe("the real path", () => {
  test.each([
    ["a file", "real/file", "real/file", "file"],
    ["a folder", "real/inner", "real/inner", "folder"],
    ["a file below a link", "link/file", "real/file", "file"],
    ["a link by a link", "twice", "real/file", "file"],
    ["a link to a folder", "link", "real", "folder"],
    ["a link upwards", "real/inner/up/file", "real/file", "file"],
    ["dots behind a link", "real/inner/up/../real/file", "real/file", "file"],
    ["a slash too many", "real//inner", "real/inner", "folder"],
    ["a slash at the end", "real/inner/", "real/inner", "folder"],
  ] as const)("%s", (_, name, real, type) => {
    expect(lookAt(at(name))).toEqual({ path: at(real), type });
  });

  test("of the root", () => {
    expect(lookAt("/")).toEqual({ path: "/", type: "folder" });
  });

  test.each(["dangling", "not-there", "real/file/below"])("none: %s", (name) => {
    expect(lookAt(at(name))).toBeUndefined();
  });

  test("two looks into one folder give the same as one", () => {
    const look = createLook(uid, createPresence([folder]));
    expect(look(at("link/file"))?.path).toBe(at("real/file"));
    expect(look(at("link/inner"))?.path).toBe(at("real/inner"));
  });

  test.skipIf(uid === 0)("what lies in a folder that its owner has closed is that folder", () => {
    chmodSync(at("closed"), 0o000);
    expect(lookAt(at("closed/inner"))).toEqual({ path: at("closed"), type: "folder" });
  });
});
