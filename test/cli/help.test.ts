/** Every help fits a terminal of 80 columns. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const GUARD = join(import.meta.dirname, "../../bin/guard");
const help = (...args: string[]) => spawnSync(process.execPath, [GUARD, ...args], { encoding: "utf8" });

test.for([
  ["help"],
  ["run", "--help"],
  ["sessions", "--help"],
  ["console", "--help"],
  ["pending", "--help"],
  ["resolve", "--help"],
  ["mode", "--help"],
  ["grants", "--help"],
  ["check", "--help"],
  ["policy", "--help"],
  ["suggest", "--help"],
  ["replay", "--help"],
  ["doctor", "--help"],
  ["log", "--help"],
  ["log", "show", "--help"],
  ["log", "export", "--help"],
  ["log", "verify", "--help"],
  ["log", "repair", "--help"],
  ["log", "prune", "--help"],
  ["help", "log", "show"],
  ["log", "help"],
  ["stats", "--help"],
])("guard %s %s", (args) => {
  const { status, stdout } = help(...args);
  expect(status).toBe(0);
  expect(stdout).toContain("exit status");
  expect(stdout.split("\n").filter((row) => row.length > 80)).toEqual([]);
});

test("every option of guard run is in the short help and in the README", () => {
  const options = [...help("run", "--help").stdout.matchAll(/^ {2}(--[\w-]+)(?!.*not yet)/gm)].map(
    ([, name = ""]) => name,
  );
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  expect(options).toContain("--gate");
  for (const text of [help("help").stdout, readme])
    expect(options.filter((name) => !text.includes(name))).toEqual([]);
});
