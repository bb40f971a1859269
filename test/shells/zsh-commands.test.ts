/** `zsh -c`, scripts and stdin under the hook: denied ones run no part of themselves, allowed ones run as without it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SHIMS } from "./ask-stub.ts";
import { runProgram } from "./run-bash.ts";
import { checks, type HookedSession, isMissing, kinds, startHookedSession } from "./zsh-fish-session.ts";

const MISSING = isMissing("zsh");

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());
beforeEach(() => {
  session.place({});
  writeFileSync(join(session.work, "kept"), "kept");
});

const zsh = (args: readonly string[], stdin = "", env = session.hooked) =>
  runProgram("zsh", args, { env, cwd: session.work, stdin });

const DENIED: readonly (readonly [name: string, args: readonly string[], stdin?: string])[] = [
  ["-c", ["-c", "touch ran; echo DENYME"]],
  ["-lc", ["-lc", "touch ran; echo DENYME"]],
  ["-ic", ["-ic", "touch ran; echo DENYME"]],
  ["-l -i -c", ["-l", "-i", "-c", "touch ran; echo DENYME"]],
  ["-c with the options after it", ["-c", "-l", "touch ran; echo DENYME"]],
  ["a redirection of a group", ["-c", "{ echo DENYME; } > kept"]],
  ["a redirection of a subshell", ["-c", "( echo DENYME ) > kept"]],
  ["a redirection of a loop", ["-c", "while true; do echo DENYME; break; done > kept"]],
  ["several lines, the last one denied", ["-c", "touch ran\n: > kept\necho DENYME"]],
  ["a text that cannot be parsed", ["-c", "touch ran\necho DENYME )"]],
  ["a script", ["./DENYME.zsh"]],
  ["a script with a denied argument", ["./fine.zsh", "DENYME"]],
  ["a script in an interactive shell", ["-i", "./DENYME.zsh"]],
  ["stdin with arguments", ["-s", "DENYME"], "touch ran; : > kept"],
];

describe.skipIf(MISSING)("denied", () => {
  for (const [name, args, stdin = ""] of DENIED) {
    test(`${name}: exit 126, guard's line, nothing ran`, async () => {
      for (const name of ["DENYME.zsh", "fine.zsh"])
        writeFileSync(join(session.work, name), "touch ran; : > kept");
      const ran = await zsh(args, stdin);
      expect(ran).toMatchObject({ status: 126, stdout: "" });
      expect(ran.stderr).toContain("guard: denied: the test says no [rule test.deny, check ");
      expect(readdirSync(session.work).sort()).toEqual(["DENYME.zsh", "fine.zsh", "kept"]);
      expect(readFileSync(join(session.work, "kept"), "utf8")).toBe("kept");
    });
  }

  const FILES: readonly (readonly [name: string, zshenv: string])[] = [
    [
      "defines exit, exec, builtin and print as functions",
      'for f in exit exec builtin print; do eval "$f() { : }"; done',
    ],
    ["makes exit, builtin and exec aliases", "alias -g builtin=echo exit=echo; alias exec=echo"],
    ["ends with an error", "readonly x=1; x=2"],
    ["cannot be parsed", "if true"],
    ["returns", "return 3"],
    ["switches on ERR_EXIT and ERR_RETURN", "setopt err_exit err_return; false"],
    ["switches off RCS", "setopt no_rcs"],
    ["sets PRIVILEGED", "setopt privileged"],
    ["emulates sh", "emulate sh"],
    ["emulates ksh", "emulate ksh"],
    ["sets ksh_arrays, no_unset and no_glob", "setopt ksh_arrays no_unset no_glob"],
    ["removes all functions", "unfunction -m '*'"],
    ["makes ZDOTDIR readonly", "typeset -r ZDOTDIR=$HOME"],
    ["is no login shell any more", "unsetopt login"],
    ["empties PATH and IFS", "PATH= IFS="],
    ["has a trap that turns each failure into a success", "trap 'return 0' ZERR"],
    ["has TRAPZERR that does so", "TRAPZERR() { return 0 }"],
    ["makes another sign begin comments", "HISTCHARS='!^%'"],
    ["leaves no room for a function in a function", "FUNCNEST=1"],
    ["allows no function, and no other FUNCNEST", "readonly FUNCNEST=0"],
  ];
  test.each(FILES)("also when the user's .zshenv %s", async (_name, zshenv) => {
    session.place({ ".zshenv": zshenv });
    for (const option of ["-c", "-lc", "-ic"]) {
      const ran = await zsh([option, "/usr/bin/touch ran; echo DENYME"]);
      expect([option, ran.status, existsSync(join(session.work, "ran"))]).toEqual([option, 126, false]);
    }
  });

  test.each(["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full", "3>&-"])(
    "also with %s",
    async (redirection) => {
      const line = `exec zsh -lc 'touch ran; : DENYME' ${redirection}`;
      const ran = await runProgram("/bin/sh", ["-c", line], { env: session.hooked, cwd: session.work });
      expect([ran.status, existsSync(join(session.work, "ran"))]).toEqual([126, false]);
    },
  );

  test.each([
    ["a script", ["./DENYME.zsh"], ""],
    ["a script with arguments", ["./fine.zsh", "DENYME"], ""],
    ["stdin", ["-s", "DENYME"], "touch ran"],
    ["a line", ["-c", "touch ran; : DENYME"], ""],
  ] as const)("also %s, when the environment names another line and script", async (_name, args, stdin) => {
    for (const name of ["DENYME.zsh", "fine.zsh"]) writeFileSync(join(session.work, name), "touch ran");
    const forged = { ...session.hooked, ZSH_EXECUTION_STRING: "ls", ZSH_SCRIPT: "/usr/bin/ls" };
    const ran = await zsh(args, stdin, forged);
    expect([ran.status, existsSync(join(session.work, "ran"))]).toEqual([126, false]);
  });

  test.each(["0", "1", "3"])("also with FUNCNEST=%s in the environment", async (funcnest) => {
    const env = { ...session.hooked, FUNCNEST: funcnest };
    for (const option of ["-c", "-lc", "-ic"]) {
      const ran = await zsh([option, "touch ran; echo DENYME"], "", env);
      expect([option, ran.status, existsSync(join(session.work, "ran"))]).toEqual([option, 126, false]);
      expect(await zsh([option, "echo fine"], "", env)).toMatchObject({ status: 0, stdout: "fine\n" });
    }
  });

  test("without guard-ask: denied", async () => {
    const elsewhere = { ...session.hooked, ZDOTDIR: join(session.work, "agent/hook.zsh") };
    mkdirSync(join(session.work, "agent"));
    symlinkSync(join(SHIMS, "hook.zsh"), elsewhere.ZDOTDIR);
    expect((await zsh(["-c", "touch ran"], "", elsewhere)).status).toBe(126);
    expect(existsSync(join(session.work, "ran"))).toBe(false);
  });
});

describe.skipIf(MISSING)("asked", () => {
  test("the text of -c, once, after the start-up files", async () => {
    session.place({
      ".zshenv": "alias -g G='| cat'; f() { g }; g() { echo g }; alias -s txt=cat; autoload -Uz zmv",
    });
    expect((await zsh(["-c", 'echo a G; "f"; \\g'])).stdout).toBe("a\ng\ng\n");
    expect(kinds(session.stub)).toEqual(["check line"]);
    const [asked] = checks(session.stub);
    expect(asked).toMatchObject({ line: 'echo a G; "f"; \\g', incomplete: false });
    for (const part of ["alias -g G='| cat'\n", "f () {\n\tg\n}\n", "g () {\n\techo g\n}\n"])
      expect(asked?.prelude).toContain(part);
    expect(asked?.prelude).not.toContain("zmv");
  });

  test("what is not loaded yet or too long is marked as incomplete", async () => {
    session.place({ ".zshenv": `autoload -Uz zmv; long() { : ${"x".repeat(70_000)} }` });
    await zsh(["-c", "zmv -h"]);
    await zsh(["-c", "long"]);
    await zsh(["-c", "echo short"]);
    expect(checks(session.stub).map(({ incomplete }) => incomplete)).toEqual([true, true, false]);
  });

  test("a text in which # begins no comment is marked as incomplete", async () => {
    session.place({ ".zshenv": "[[ ! -f histchars ]] || HISTCHARS='!^%'" });
    await zsh(["-c", "ls #; echo a"]);
    writeFileSync(join(session.work, "histchars"), "");
    await zsh(["-c", "ls #; echo a"]);
    expect(checks(session.stub).map(({ incomplete }) => incomplete)).toEqual([false, true]);
  });

  test("texts with any characters arrive as they are", async () => {
    session.place({ ".zshenv": "f() { : }; alias a=b" });
    const odd = [
      ": 'a]b' \"[\" \\] ~ '*' '(' '$x[' '${' $'\\x41' é \u{1F600} '%s' '--' '-n' f",
      ": 'a\nb'\n: \t '`'",
      "",
      " ",
    ];
    for (const text of odd) expect([text, (await zsh(["-c", text])).status]).toEqual([text, 0]);
    expect(session.stub.lines()).toEqual(odd);
  });

  test("scripts by their file and arguments, stdin as such", async () => {
    writeFileSync(join(session.work, "s.zsh"), "echo $0 $@");
    expect((await zsh(["s.zsh", "a", "b"])).stdout).toBe("s.zsh a b\n");
    expect((await zsh(["-s", "a"], "echo $1")).stdout).toBe("a\n");
    expect((await zsh(["-i"], "echo in")).stdout).toContain("in");
    expect(checks(session.stub)).toMatchObject([
      { kind: "script", args: ["s.zsh", "a", "b"] },
      { kind: "stdin", args: ["zsh", "a"] },
      { kind: "stdin", args: ["zsh"] },
    ]);
  });

  test("a login or interactive shell says first that it starts", async () => {
    await zsh(["-lc", ":"]);
    expect(kinds(session.stub)).toEqual(["start", "check line"]);
  });

  test.each([
    ["-f", ["-f", "-c", "echo DENYME"]],
    ["NO_RCS", ["-o", "NO_RCS", "-c", "echo DENYME"]],
    ["--emulate sh", ["--emulate", "sh", "-c", "echo DENYME"]],
  ])("not seen by the hook tier: %s", async (_name, args) => {
    expect(await zsh(args)).toMatchObject({ status: 0, stdout: "DENYME\n" });
    expect(session.stub.asked).toEqual([]);
  });
});
