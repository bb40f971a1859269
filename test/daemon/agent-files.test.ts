/** An agent's own programs in its packages are those that were there before it ran. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { KnownAgent } from "../../src/core/agent.ts";
import { listOwnFiles } from "../../src/daemon/agent-files.ts";

let root: string;
const at = (name: string) => join(root, "node_modules", name);
function write(name: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), name);
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "guard-packages-"));
  for (const name of ["@openai/codex/bin/codex.js", NATIVE, "@openai/codex-x64/vendor/musl/bin/rg"])
    write(name);
});
afterEach(() => rmSync(root, { recursive: true }));

const NATIVE = "@openai/codex-x64/vendor/musl/bin/codex";
const AGENT = { own: ["@openai/codex-*/vendor/*/bin/codex", "none/here"] } as unknown as KnownAgent;
const list = () => listOwnFiles(at("@openai/codex/bin/codex.js"), AGENT);

test("what its data name is its own", () => {
  expect(list().includes(at(NATIVE))).toBe(true);
});

test("what stands beside that is not", () => {
  expect(list().includes(at("@openai/codex-x64/vendor/musl/bin/rg"))).toBe(false);
});

const changes: readonly [name: string, file: string, change: () => void][] = [
  [
    "a file that came later",
    "@openai/codex-evil/vendor/x/bin/codex",
    () => write("@openai/codex-evil/vendor/x/bin/codex"),
  ],
  ["one that was written to", NATIVE, () => appendFileSync(at(NATIVE), "x")],
  ["another in its place", NATIVE, () => renameSync(at("@openai/codex/bin/codex.js"), at(NATIVE))],
];
test.for(changes)("%s is not", ([, file, change]) => {
  const own = list();
  change();
  expect(own.includes(at(file))).toBe(false);
});

test("an agent that is in no folder of packages has none", () => {
  expect(listOwnFiles("/usr/bin/env", AGENT).includes(at(NATIVE))).toBe(false);
});
