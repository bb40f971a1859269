/** Which paths the user opened sockets in: never everything. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findRevealed } from "../../src/daemon/revealed.ts";

const folder = mkdtempSync("/tmp/revealed-test-");
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "home/app"), { recursive: true });
symlinkSync("/", join(folder, "home/all"));
symlinkSync("app", join(folder, "home/link"));

test.for<[name: string, opened: string, found: string[]]>([
  ["a folder", "home/app", ["home/app", "home/app"]],
  ["a link, by both names", "home/link", ["home/link", "home/app"]],
  ["what is not there yet", "home/later.sock", ["home/later.sock"]],
  ["a name that the home folder's only begins with", "ho", ["ho"]],
  ["not the home folder", "home", []],
  ["nor with a slash at its end", "home/", []],
  ["nor a folder above it", "", []],
  ["nor what a planted link leads to", "home/all", ["home/all"]],
])("%s", ([, opened, found]) => {
  const paths = findRevealed([join(folder, opened)], [join(folder, "home")]);
  expect(paths).toEqual(found.map((path) => join(folder, path)));
});

test("never everything", () => {
  expect(findRevealed(["/"], [join(folder, "home")])).toEqual([]);
});
