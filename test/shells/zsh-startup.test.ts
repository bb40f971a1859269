/** After the check a zsh is as it would be without guard: the user's files, options, functions, parameters, status. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "./run-bash.ts";
import { type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";

const MISSING = isMissing("zsh");

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const OWN = Object.fromEntries(
  [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"].map((name) => [
    name,
    `echo ${name} \${ZDOTDIR-unset}\n`,
  ]),
);
const ELSEWHERE = Object.fromEntries(Object.entries(OWN).map(([name, text]) => [`dots/${name}`, text]));

const USERS: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
  ["no files but an empty .zshrc", { ".zshrc": "" }],
  ["all files", OWN],
  ["a .zshenv that exports ZDOTDIR", { ...ELSEWHERE, ".zshenv": "export ZDOTDIR=$HOME/dots" }],
  ["a .zshenv that only sets ZDOTDIR", { ...ELSEWHERE, ".zshenv": "ZDOTDIR=$HOME/dots" }],
  ["a .zprofile that sets ZDOTDIR", { ...OWN, ...ELSEWHERE, ".zprofile": "ZDOTDIR=$HOME/dots" }],
  ["options", { ".zshenv": "setopt ksh_arrays no_unset extended_glob all_export warn_create_global" }],
  ["an emulation", { ".zshenv": "emulate csh" }],
  ["traps", { ".zshenv": "TRAPZERR() { echo zerr }; TRAPEXIT() { echo bye }; trap 'echo usr' USR1" }],
  ["functions and aliases", { ".zshenv": "f() { echo f }; alias -g G=g; alias x=y; autoload -Uz zmv" }],
  ["a status", { ".zshenv": "(exit 7)" }],
  ["a condition at the end", { ".zshenv": "[[ a == b ]] && echo never" }],
  ["new arguments", { ".zshenv": "set -- one two" }],
  ["xtrace", { ".zshenv": "setopt xtrace", ".zprofile": ":", ".zshrc": ":", ".zlogin": ":" }],
  ["an unset HOME", { ".zshenv": "unset HOME" }],
];

const STATE = "print -r -- $? $0 $@; setopt; functions; alias -L; trap; typeset; zmodload";
const CALLS: readonly (readonly string[])[] = [
  ["-c", STATE, "zero", "a"],
  ["-lc", STATE],
  ["-ic", STATE],
  ["-ec", STATE],
  ["-s", "a"],
];

/** What differs from run to run, the one difference that is meant, and that `zsh -x` shows guard at work. */
const PASSING =
  /^.*\b(\w*ZDOTDIR|SECONDS|RANDOM|EPOCH\w+|PPID|TTYIDLE|XDG_DATA_DIRS)\b.*$|^.*('\$'|_)=.*$|^\+.*(\/hook\.zsh\/|_guard_).*$/gm;
const steady = (text: string): string => text.replace(PASSING, "").replace(/\n+/g, "\n").trim();

describe.skipIf(MISSING)("with and without guard", () => {
  test.each(USERS)("%s: the same state and output", async (_name, files) => {
    for (const args of CALLS) {
      const seen = [];
      for (const env of [session.plain, session.hooked]) {
        session.place(files);
        const ran = await runProgram("zsh", args, { env, cwd: session.work, stdin: `${STATE}\nexit 5\n` });
        seen.push({ args, status: ran.status, stdout: steady(ran.stdout), stderr: steady(ran.stderr) });
      }
      expect(seen[1]).toEqual(seen[0]);
    }
  });

  test.each([
    ["a .zprofile in a login shell", ".zprofile", "-lc"],
    ["a .zlogin in a login shell", ".zlogin", "-lc"],
    ["a .zshrc in an interactive shell", ".zshrc", "-ic"],
    ["a .zshenv", ".zshenv", "-c"],
  ])("%s that sets PATH anew does not lose the shims", async (_name, file, option) => {
    const shims = join(session.stub.agentFolder, "shims");
    mkdirSync(shims);
    writeFileSync(join(shims, "rm"), "#!/bin/sh\n", { mode: 0o755 });
    session.place({ [file]: "PATH=/opt/x:/usr/bin:/bin" });
    const ran = await runProgram("zsh", [option, "print -r -- $PATH; whence -p rm"], {
      env: session.hooked,
      cwd: session.work,
    });
    rmSync(shims, { recursive: true });
    expect(ran.stdout).toContain(`${shims}:/opt/x:/usr/bin:/bin\n${shims}/rm\n`);
  });

  test("the user's files see the user's ZDOTDIR, children guard's", async () => {
    session.place({ ...OWN, ...ELSEWHERE });
    const env = { ...session.hooked, GUARD_USER_ZDOTDIR: `${session.home}/dots` };
    const { stdout } = await runProgram("zsh", ["-lic", "sh -c 'echo $ZDOTDIR'; :"], {
      env,
      cwd: session.work,
    });
    const dots = `${session.home}/dots`;
    expect(stdout.split("\n").filter((line) => line !== "")).toEqual([
      `.zshenv ${dots}`,
      `.zprofile ${dots}`,
      `.zshrc ${dots}`,
      `.zlogin ${dots}`,
      session.hooked["ZDOTDIR"],
      `.zlogout ${dots}`,
    ]);
  });

  test("a user's ZDOTDIR that is guard's own folder does not read itself for ever", async () => {
    session.place({ ".zshenv": "echo mine" });
    const env = { ...session.hooked, GUARD_USER_ZDOTDIR: `${session.hooked["ZDOTDIR"]}` };
    expect(await runProgram("zsh", ["-c", "echo ran"], { env, cwd: session.work })).toMatchObject({
      stdout: "mine\nran\n",
    });
  });
});
