/** bin/start.cjs: code from a cache is the code of the file, and no signal opens a debugger. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./guard-run.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync("/tmp/start-test-");
  mkdirSync(join(folder, "dist/app"), { recursive: true });
  cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (word: string) => writeFileSync(join(folder, "dist/app/a.cjs"), `exports.word = "${word}";`);

function node(text: string) {
  // A file: options like -e are part of a cache's name.
  const file = join(folder, "program.cjs");
  writeFileSync(file, `const start = require("./bin/start.cjs"); ${text}`);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  return { stdout, stderr };
}

const CACHE = 'start.load("a.cjs"); start.writeCaches();';
const SHOW = 'process.stdout.write(start.load("a.cjs").word);';

test("a file of the same length that was changed runs as it is now", () => {
  write("one");
  node(CACHE);
  write("two");
  expect(node(SHOW)).toEqual({ stdout: "two", stderr: "" });
});

test("V8 takes the cache of a file that is the same", () => {
  write("one");
  node(CACHE);
  const look = `const vm = require("node:vm"); const { Script } = vm;
    vm.Script = class extends Script {
      constructor(text, options) { super(text, options); process.stdout.write(String(this.cachedDataRejected)); }
    };`;
  expect(existsSync(join(folder, "dist/app/a.cjs.cache"))).toBe(true);
  expect(node(`${look} start.load("a.cjs");`)).toEqual({ stdout: "false", stderr: "" });
});

test.for([
  ["run", 125],
  ["check", 2],
] as const)(
  "a program that is not there is named, with the way out: guard %s exits %i",
  ([command, status]) => {
    const ran = spawnSync(join(folder, "bin/guard"), [command], { encoding: "utf8" });
    expect(ran.stderr).toBe(
      `guard: ${folder}/dist/app/main.cjs is missing; install guard again (./install.sh)\n`,
    );
    expect(ran.status).toBe(status);
  },
);

test("a part of it that is not there is named too", () => {
  writeFileSync(join(folder, "dist/app/a.cjs"), 'require("./b.cjs");');
  expect(node(SHOW).stderr).toContain(
    `Error: ${folder}/dist/app/b.cjs is missing; install guard again (./install.sh)\n`,
  );
});

test("SIGUSR1 has a listener from the start: node's own would open a debugger", () => {
  expect(node('process.stdout.write(String(process.listenerCount("SIGUSR1")));').stdout).toBe("1");
});

test("a debugger that was opened before is closed", () => {
  const program = join(folder, "program.cjs");
  writeFileSync(
    program,
    `const inspector = require("node:inspector");
    inspector.open(0);
    require("./bin/start.cjs");
    process.stdout.write(String(inspector.url()));`,
  );
  expect(spawnSync(process.execPath, [program], { encoding: "utf8" }).stdout).toBe("undefined");
});
