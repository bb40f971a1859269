/** A runtime folder's name gets into PATH, BASH_ENV and PROMPT_COMMAND of the agent: only plain ones are used. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRuntimeFolder } from "../../src/ipc/runtime-folder.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync("/tmp/ipc-test-");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function open(name: string) {
  const dir = join(base, name);
  mkdirSync(dir);
  return { dir, opened: openRuntimeFolder({ XDG_RUNTIME_DIR: dir }) };
}

const ODD = [
  "$x",
  "$(x)",
  "`x`",
  "a:b",
  "it's",
  'a"b',
  "a\\b",
  "a\nb",
  "a\tb",
  "a*",
  "a?",
  "[a]",
  "a;b",
  "a&b",
  "~a",
];
test.for(ODD)("%j is not used, another place is, and nothing is made there", (name) => {
  const { dir, opened } = open(name);
  expect(opened.kind === "folder" && !opened.path.startsWith(base)).toBe(true);
  expect(existsSync(join(dir, "guard"))).toBe(false);
});

const PLAIN = ["plain", "two words", "1000.x-y_z", "a+b,c=d@e", "Jürgen"];
test.for(PLAIN)("%j is used", (name) => {
  const { dir, opened } = open(name);
  expect(opened).toEqual({ kind: "folder", path: join(dir, "guard") });
});
