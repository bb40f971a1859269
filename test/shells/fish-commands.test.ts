/** `fish -c`, scripts and stdin under the hook: denied ones run no part of themselves, allowed ones run as without it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "./run-bash.ts";
import { checks, type HookedSession, isMissing, kinds, startHookedSession } from "./zsh-fish-session.ts";

const MISSING = isMissing("fish");

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const fish = (args: readonly string[], stdin = "", env = session.hooked) =>
  runProgram("fish", args, { env, cwd: session.work, stdin });

function place(files: Readonly<Record<string, string>> = {}): void {
  session.place(files);
  writeFileSync(join(session.work, "kept"), "kept");
  for (const name of ["DENYME.fish", "fine.fish"])
    writeFileSync(join(session.work, name), "touch ran; echo -n >kept");
}

function expectNothingRan(): void {
  expect(readdirSync(session.work)).toHaveLength(3);
  expect(readFileSync(join(session.work, "kept"), "utf8")).toBe("kept");
}

const TEXT = "touch ran; echo DENYME >kept";
const DENIED: readonly (readonly [name: string, args: readonly string[], stdin?: string])[] = [
  ["-c", ["-c", TEXT]],
  ["-c and its text in one word", [`-c${TEXT}`]],
  ["-lc", ["-lc", TEXT]],
  ["-ic", ["-ic", TEXT]],
  ["-l -i -c", ["-l", "-i", "-c", TEXT]],
  ["--command", ["--command", TEXT]],
  ["--command=", [`--command=${TEXT}`]],
  ["a shortened long option", ["--comm", TEXT]],
  ["the second of two -c", ["-c", "touch ran", "-c", TEXT]],
  ["-C", ["-C", TEXT, "-c", "touch ran"]],
  ["--init-command=", [`--init-command=${TEXT}`, "./fine.fish"]],
  ["behind options with values", ["-o", "/dev/null", "--features", "qmark-noglob", "-c", TEXT]],
  ["a block with a redirection", ["-c", "begin; echo DENYME; end >kept"]],
  ["several lines", ["-c", "touch ran\necho DENYME"]],
  ["a script", ["./DENYME.fish"]],
  ["a script with a denied argument", ["./fine.fish", "DENYME"]],
];

describe.skipIf(MISSING)("denied", () => {
  for (const [name, args, stdin = ""] of DENIED) {
    test(`${name}: exit 126, guard's line, nothing ran`, async () => {
      place();
      const ran = await fish(args, stdin);
      expect(ran).toMatchObject({ status: 126, stdout: "" });
      expect(ran.stderr).toContain("guard: denied: the test says no [rule test.deny, check ");
      expectNothingRan();
    });
  }

  test("also when the user's conf.d has functions with the names of builtins", async () => {
    const names = ["functions", "printf", "count", "sh", "exit"];
    place({ ".config/fish/conf.d/a.fish": names.map((name) => `function ${name}; true; end`).join("\n") });
    expect((await fish(["-c", TEXT])).status).toBe(126);
    expectNothingRan();
  });

  test.each(["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full", "3>&-"])(
    "also with %s",
    async (redirection) => {
      place();
      const line = `exec fish -lc 'touch ran; : DENYME' ${redirection}`;
      const ran = await runProgram("/bin/sh", ["-c", line], { env: session.hooked, cwd: session.work });
      expect(ran.status).toBe(126);
      expectNothingRan();
    },
  );

  test("without guard-ask: denied", async () => {
    place();
    const env = { ...session.hooked, XDG_DATA_DIRS: join(import.meta.dirname, "../../shims/fish") };
    expect((await fish(["-c", "touch ran"], "", env)).status).toBe(126);
    expectNothingRan();
  });
});

const SAME: readonly (readonly [name: string, args: readonly string[], stdin?: string])[] = [
  ["output and status", ["-c", "echo out; echo err >&2; exit 3"]],
  ["arguments", ["-c", "echo $argv", "a", "b c"]],
  ["functions and variables", ["-c", "functions --all --names; set --names; abbr; bind; echo $status"]],
  ["a login shell", ["-lc", "functions --names; set --names"]],
  ["an init command", ["-C", "echo init", "-c", "echo then"]],
  ["a script", ["./say.fish", "a"]],
  ["stdin", [], "echo from stdin; cat"],
  ["a syntax error", ["-c", "echo )"]],
  ["a signal", ["-c", "kill -TERM $fish_pid"]],
];

describe.skipIf(MISSING)("allowed", () => {
  for (const [name, args, stdin = ""] of SAME) {
    test(`${name}: the same with and without guard`, async () => {
      const seen = [];
      for (const env of [session.plain, session.hooked]) {
        place({ ".config/fish/config.fish": "function mine; echo mine; end" });
        writeFileSync(join(session.work, "say.fish"), "echo $argv (status filename)");
        const { status, stdout, stderr } = await fish(args, stdin, env);
        seen.push({ status, stderr, stdout: stdout.replace(/^(XDG_DATA_DIRS|ZDOTDIR)\n/gm, "") });
      }
      expect(seen[1]).toEqual(seen[0]);
    });
  }

  test("what is asked: texts in the order in which they run, scripts, stdin", async () => {
    place();
    await fish(["-c", "echo 1", "-C", "echo 0", "-c", "echo 2", "rest"]);
    await fish(["./fine.fish", "a"]);
    await fish(["-l"], "echo in");
    expect(checks(session.stub).map(({ line, args }) => [line, ...args])).toEqual([
      ["echo 0"],
      ["echo 1"],
      ["echo 2"],
      ["", "./fine.fish", "a"],
      ["", "fish"],
    ]);
    expect(kinds(session.stub).slice(3)).toEqual(["check script", "start", "check stdin"]);
  });

  test("texts with any characters arrive as they are", async () => {
    place({ ".config/fish/conf.d/f.fish": "function f; end" });
    const odd = [
      ": 'a]b' \"[\" \\] ~ '*' '(' '$x[' '${' \\x41 é \u{1F600} '%s' '--' '-n' f",
      ": 'a\nb'\n: \\t '`'",
      " ",
    ];
    for (const text of odd) expect([text, (await fish(["-c", text])).status]).toEqual([text, 0]);
    expect(session.stub.lines()).toEqual(odd);
  });

  test("the functions that a text uses are sent, those of fish itself are not", async () => {
    place({
      ".config/fish/functions/f.fish": "function f; g; ls; end",
      ".config/fish/conf.d/g.fish": "alias g='echo g'",
    });
    expect((await fish(["-c", '"f"'])).stdout).toContain("g\n");
    const [asked] = checks(session.stub);
    expect(asked?.prelude).toMatch(/^function f\b[\s\S]*^function g\b/m);
    expect(asked?.prelude).not.toContain("function ls");
    expect(asked?.incomplete).toBe(false);
  });

  test("what config.fish would define is not known yet: incomplete", async () => {
    place({ ".config/fish/config.fish": "  alias later='echo x'" });
    await fish(["-c", "later"]);
    await fish(["-c", "echo a"]);
    expect(checks(session.stub).map(({ incomplete }) => incomplete)).toEqual([true, false]);
  });

  test("not seen by the hook tier: --no-config", async () => {
    place();
    expect(await fish(["--no-config", "-c", "echo DENYME"])).toMatchObject({ status: 0, stdout: "DENYME\n" });
    expect(session.stub.asked).toEqual([]);
  });
});
