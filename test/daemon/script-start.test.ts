/** An argv that the kernel made of a script's first line is judged by the script; nobody's own words are taken for that. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meantArgv, programName, unprovenName } from "../../src/daemon/script-start.ts";
import { readUserPath, type UserPath } from "../../src/daemon/user-path.ts";

let project: string;
let bin: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "guard-script-start-"));
  bin = join(project, "bin");
  mkdirSync(bin);
  script("bin/tool", "#!/usr/bin/env python3");
  script("x.py", "#!/usr/bin/env python3");
  script("x.sh", "#!/bin/bash -e");
  mkdirSync(join(project, ".pyenv/bin"), { recursive: true });
  script(".pyenv/bin/ls", "#!/bin/bash");
  symlinkSync("/", join(project, "root"));
  // Names of programs that only look.
  for (const name of ["ls", "git"]) script(name, "#!/usr/bin/env python3");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function script(name: string, firstLine: string): void {
  writeFileSync(join(project, name), `${firstLine}\n`);
  chmodSync(join(project, name), 0o755);
}

const rows: readonly [name: string, argv: readonly string[], meant: readonly string[]][] = [
  ["a script by its path", ["python3", "./x.py", "a"], ["./x.py", "a"]],
  ["a script with an option in its first line", ["bash", "-e", "./x.sh"], ["./x.sh"]],
  ["a program that is a script, found on PATH", ["python3", "$bin/tool", "a"], ["tool", "a"]],
  ["another interpreter than the script's", ["node", "./x.py"], ["node", "./x.py"]],
  ["a file of the project that is called ls", ["python3", "ls"], ["python3", "ls"]],
  ["a file of the project that is called git", ["python3", "git", "status"], ["python3", "git", "status"]],
  ["the same by its path", ["python3", "./ls"], ["./ls"]],
  ["a folder that is called like a manager's", ["bash", "./.pyenv/bin/ls"], ["./.pyenv/bin/ls"]],
  [
    "a file that is another one for the asker",
    ["python3", "/proc/self/root$bin/tool"],
    ["python3", "/proc/self/root$bin/tool"],
  ],
  ["a way up behind a link", ["python3", "./root/../x.py"], ["python3", "./root/../x.py"]],
  ["code", ["python3", "-c", "./x.py"], ["python3", "-c", "./x.py"]],
  [
    "a known script, by an interpreter that is not known",
    ["./python3", "$bin/tool", "a"],
    ["./python3", "$bin/tool", "a"],
  ],
  ["no script at all", ["cat", "./nothing"], ["cat", "./nothing"]],
];
test.for(rows)("%s", ([, argv, meant]) => {
  const given = argv.map((word) => word.replace("$bin", bin));
  expect(meantArgv(given, project, userPath())).toEqual(meant.map((word) => word.replace("$bin", bin)));
});

function userPath(sinceMs = Date.now()): UserPath {
  return readUserPath(`${bin}:/usr/bin`, sinceMs, () => Promise.reject(new Error("nothing is judged here")));
}

test("a program that came after the session began is not what its name says", () => {
  const [tool, before] = [join(bin, "tool"), userPath(Date.now() - 60_000)];
  expect(programName(tool, project, before)).toBe(tool);
  expect(unprovenName(tool, project, before)).toBe("tool");
  expect(programName(tool, project, userPath())).toBe("tool");
  expect(unprovenName(tool, project, userPath())).toBeUndefined();
});
