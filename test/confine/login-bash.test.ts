/** A login bash behaves with guard's ~/.bash_profile and ~/.bash_login as it does without them. The real bash of this machine. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { madeTextOf } from "../../src/confine/made-texts.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync("/tmp/login-bash-");
  if (isRoot) chownSync(home, NOBODY, NOBODY);
});
afterEach(() => rmSync(home, { recursive: true }));

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may read what is closed. */
const plainUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const hasBash = spawnSync("bash", ["-c", ":"]).status === 0;
if (!hasBash) process.stderr.write("login shells are not tried: bash is not installed\n");

const MADE = [".bash_profile", ".bash_login"];
const WAYS = [
  ["bash", "-lc"],
  ["bash", "-elc"],
  ["bash", "--posix", "-lc"],
  ["bash", "-lic"],
  ["sh", "-lc"],
];

interface Row {
  readonly name: string;
  /** What the user has. */
  furnish(): void;
}

const put = (name: string, text: string) => writeFileSync(join(home, name), text, { mode: 0o644 });
const profile = (text: string) => () => put(".profile", text);

const ROWS: readonly Row[] = [
  { name: "none of the three", furnish: () => undefined },
  { name: "an empty ~/.profile", furnish: profile("") },
  { name: "variables, words and functions", furnish: profile('A=1; f() { echo f; }; f "$0" $# "$@"\n') },
  { name: "other words for the shell", furnish: profile("shift; set -- a b\n") },
  { name: "a last command that fails", furnish: profile("false\n") },
  { name: "a last test that fails", furnish: profile("[ -f /nowhere ] && echo there\n") },
  { name: "an exit", furnish: profile("exit 4\n") },
  { name: "an end at the first error", furnish: profile("set -e\nfalse\necho further\n") },
  { name: "a syntax error", furnish: profile("echo one\nif then\n") },
  { name: "a trap for errors", furnish: profile('trap "echo trapped" ERR\n[ -f /nowhere ] && echo there\n') },
  { name: "its own name", furnish: profile('echo "$BASH_SOURCE $LINENO"\n') },
  { name: "a link to nothing", furnish: () => symlinkSync("nowhere", join(home, ".profile")) },
  {
    name: "~/.bash_login before ~/.profile",
    furnish() {
      put(".bash_login", "echo login; false\n");
      put(".profile", "echo profile\n");
    },
  },
  { name: "a file for the end", furnish: () => put(".bash_logout", "echo bye\n") },
];

/** As the user sees it: what is printed, the status before the first command, variables, the end. */
function login([shell = "", ...options]: readonly string[]) {
  const line = 'echo "$? $* ${A-} $(type -t f)"; false';
  const ran = spawnSync(shell, [...options, line, "name", "x", "y"], {
    ...plainUser,
    cwd: "/",
    encoding: "utf8",
    env: { HOME: home, PATH: process.env["PATH"] },
  });
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** Where the user has none. */
function makeMissing(): void {
  for (const name of MADE)
    if (spawnSync("test", ["-e", join(home, name)]).status !== 0) put(name, madeTextOf(name));
}

describe.skipIf(!hasBash)("the same with and without", () => {
  test.for(ROWS)("$name", ({ furnish }) => {
    furnish();
    const without = WAYS.map(login);
    makeMissing();
    expect(WAYS.map(login)).toEqual(without);
  });

  test.for([
    { name: "closed", furnish: (file: string) => chmodSync(file, 0o000), says: "Permission denied" },
    {
      name: "a folder",
      furnish(file: string) {
        rmSync(file);
        mkdirSync(file);
      },
      says: "is a directory",
    },
  ])("a ~/.profile that is $name: the same complaint, and the shell goes on", ({ furnish, says }) => {
    put(".profile", "");
    furnish(join(home, ".profile"));
    const complaint = () =>
      new RegExp(`${home}/\\.profile: ${says}`).exec(login(["bash", "-lc"]).stderr)?.[0];
    const without = complaint();
    expect(without).toBeDefined();
    makeMissing();
    expect(complaint()).toBe(without);
    expect(login(["bash", "-lc"]).stdout).toMatch(/ x y /);
  });

  test("but for the status of a `return` at the top, which bash forgets without them", () => {
    put(".profile", "return 3\necho further\n");
    expect(login(["bash", "-lc"]).stdout).toMatch(/^0 x y/);
    makeMissing();
    expect(login(["bash", "-lc"]).stdout).toMatch(/^3 x y/);
  });
});
