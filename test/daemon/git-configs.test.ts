/** Which folders of hooks git's settings name, in all the ways that git understands; and none of them takes long. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gitConfigsOf, hookFoldersIn } from "../../src/daemon/git-configs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-git-configs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const rows: readonly [name: string, text: string, folders: readonly string[]][] = [
  ["a line of its own", "[core]\n\thooksPath = hk\n", ["/r/hk"]],
  ["behind the section's head", "[core] hooksPath = hk\n", ["/r/hk"]],
  ["with a comment", "[core]\nhookspath=hk ; mine\n", ["/r/hk"]],
  ["in quotes", '[core]\nhooksPath = "h k" # mine\n', ["/r/h k"]],
  ["twice", "[core]\nhooksPath = a\nhooksPath = b\n", ["/r/a", "/r/b"]],
  ["absolute", "[core]\nhooksPath = /x/y\n", ["/x/y"]],
  ["in the home", "[core]\nhooksPath = ~/hk\n", [join(process.env["HOME"] ?? "/", "hk")]],
  ["none", "[core]\nbare = false\n", []],
  ["many blanks in a value", `[core]\nhooksPath = a${" ".repeat(200_000)}b"c\n`, [expect.any(String)]],
  ["many empty lines", `[core]\n${"\n".repeat(200_000)}hooksPath = a\n`, ["/r/a"]],
];
test.for(rows)("%s", ([name, text, folders]) => {
  expect(hookFoldersIn(write(name.replaceAll(" ", "-"), text), "/r")).toEqual(folders);
});

test("what a config includes is a config too", () => {
  write("config", "[include]\n\tpath = more\n");
  write("more", "[include] path = /x/deeper\n");
  const place = { workTree: folder, gitDir: folder, commonDir: folder };
  expect(gitConfigsOf(place)).toEqual(expect.arrayContaining([join(folder, "more"), "/x/deeper"]));
});
