/** What can be checked beside a line and an argv: scripts, a shell's stdin, and what the asking shell tells of itself. */
import { describe, expect, test } from "vitest";
import { type CheckInput, createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const engine = createEngine({ home: "/home/me", project: "/home/me/project", knowledge: requireKnowledge() });
const check = (input: Omit<CheckInput, "cwd">) => engine.check({ cwd: "/home/me/project", ...input });

const ALIASES = [
  "alias ll='ls -la'",
  "alias gs='git status'",
  "alias grep='grep --color=auto'",
  "alias ls='ls --color=auto'",
  "alias ..='cd ..'",
  "alias la='ls -A'",
  "alias -- -='cd -'",
  "alias danger='rm -rf ~'",
].join("\n");
const FUNCTIONS = 'mkcd () \n{ \n    mkdir -p "$1" && cd "$1"\n}\nls () \n{ \n    command ls --color "$@"\n}';

describe("a line with the shell's definitions", () => {
  test.each([
    { line: "ll", want: "allow" },
    { line: "gs", want: "allow" },
    { line: "grep -rn foo src | head", want: "allow" },
    { line: "..", want: "allow" },
    { line: "la src && ll", want: "allow" },
    { line: "-", want: "allow" },
    { line: "for f in a b; do ll $f; done", want: "allow" },
    { line: "danger", want: "deny" },
    { line: "echo a && danger", want: "deny" },
    { line: "echo $(danger)", want: "deny" },
    { line: "eval danger", want: "deny" },
    { line: "\\danger", want: "ask" },
  ])("$line is $want with aliases", async ({ line, want }) => {
    expect((await check({ what: { kind: "line", line }, prelude: ALIASES })).ruling).toBe(want);
  });

  test.each([
    { line: "ls src", want: "allow" },
    { line: "mkcd new", want: "ask" },
    { line: "mkcd /etc/pam.d/x", want: "deny" },
  ])("$line is $want with functions", async ({ line, want }) => {
    expect((await check({ what: { kind: "line", line }, prelude: FUNCTIONS })).ruling).toBe(want);
  });

  test.each([
    { mode: "default", want: "ask" },
    { mode: "full-auto", want: "ask" },
    { mode: "plan", want: "deny" },
  ] as const)("is $want in $mode where there are more than could be sent", async ({ mode, want }) => {
    const result = await check({ what: { kind: "line", line: "ls" }, definitions: "incomplete", mode });
    expect(result.ruling).toBe(want);
  });

  test("is not allowed when the definitions break off", async () => {
    const result = await check({ what: { kind: "line", line: "ls" }, prelude: "alias a='b" });
    expect(result).toMatchObject({ ruling: "ask", rules: ["parser.unknown-text"] });
  });

  test("is not allowed when a second parser reads a function otherwise", async () => {
    // bash refuses a function whose body is a single command; the first parser does not reach the vote.
    const result = await check({ what: { kind: "line", line: "f" }, prelude: "f() ls" });
    expect(result.ruling).not.toBe("allow");
  });
});

describe("a line that was typed", () => {
  test.each([
    { line: "ls !$", want: "ask" },
    { line: 'echo "a!b"', want: "ask" },
    { line: "^a^b", want: "ask" },
    { line: "echo $'\\'' !x", want: "ask" },
    { line: "echo 'a!b'", want: "allow" },
    { line: "echo a\\!b", want: "allow" },
    { line: 'echo "hi!"', want: "allow" },
    { line: "[ ! -f x ]", want: "allow" },
    { line: "[ a != b ]", want: "allow" },
    { line: "find . ! -name x", want: "allow" },
    { line: "ls [!a]*", want: "allow" },
  ])("$line is $want", async ({ line, want }) => {
    expect((await check({ what: { kind: "line", line }, interactive: true })).ruling).toBe(want);
  });
  test("may hold marks when it was not typed", async () => {
    expect((await check({ what: { kind: "line", line: 'echo "a!b"' } })).ruling).toBe("allow");
  });
});

describe("a script", () => {
  const script = (text: string, args: readonly string[] = []) =>
    check({ what: { kind: "script", text, path: "./build.sh", args, dialect: "bash" } });

  test.each([
    { name: "that only reads is allowed", text: "#!/bin/bash\nset -euo pipefail\nls src\n", want: "allow" },
    { name: "knows its arguments", text: 'cat "$1"\n', want: "allow", args: ["a.txt"] },
    { name: "is denied by its arguments", text: 'set -e\nrm -rf "$@"\n', want: "deny", args: ["/"] },
    { name: "knows its name", text: 'echo "$0"; cat "$0"\n', want: "allow" },
    { name: "with a here-document is read", text: "cat <<EOF\nhello $1\nEOF\n", want: "allow", args: ["x"] },
    { name: "that sources another is asked", text: "source ./lib.sh\n", want: "ask" },
    { name: "that runs its arguments is asked", text: 'exec "$@"\n', want: "ask", args: ["./x"] },
    { name: "with a denied function is denied", text: 'f() { rm -rf "$1"; }\nf ~\n', want: "deny" },
    { name: "with a folder that cannot be known is asked", text: 'cd "$(dirname "$0")"\nls\n', want: "ask" },
    { name: "that does not parse is asked", text: "if true; then\n", want: "ask" },
    { name: "that holds carriage returns is asked", text: "ls\r\n", want: "ask" },
  ])("$name", async ({ text, want, args = [] }) => {
    expect((await script(text, args)).ruling).toBe(want);
  });

  test("shows how it is called, and its commands stand for the whole of it", async () => {
    const result = await script("ls\nrm -rf ~\n", ["a b"]);
    expect(result.line).toBe("bash ./build.sh 'a b'");
    expect(result.commands.map(({ pos, end }) => [pos, end])).toEqual([
      [0, result.line.length],
      [0, result.line.length],
    ]);
  });

  test("of 200 KiB is read", async () => {
    const text = `${"# what this does\n".repeat(12_000)}ls\n`;
    expect((await script(text)).ruling).toBe("allow");
    expect((await script(`${text}sudo ls\n`)).ruling).toBe("deny");
  });

  test("longer than can be read is asked", async () => {
    expect(await script(`${"# c\n".repeat(70_000)}ls\n`)).toMatchObject({
      ruling: "ask",
      reasons: ["the line is longer than 262144 characters"],
    });
  });

  test("a zsh script may have comments", async () => {
    const text = "# it's; $(this)\nls\n";
    const what = { kind: "script", text, path: "./x", args: [], dialect: "zsh" } as const;
    // The hook reads a file; only typed lines may take a hash for an ordinary character.
    expect((await check({ what })).ruling).toBe("allow");
  });
});

describe("a shell that reads stdin", () => {
  test.each([
    { mode: "default", want: "ask" },
    { mode: "full-auto", want: "ask" },
    { mode: "plan", want: "deny" },
  ] as const)("is $want in $mode", async ({ mode, want }) => {
    const result = await check({ what: { kind: "stdin", dialect: "bash", argv: ["-bash", "a b"] }, mode });
    expect(result).toMatchObject({ ruling: want, line: "bash -s 'a b'" });
  });
});

test("PLAN says what it is that cannot be known", async () => {
  const { ruling, reasons } = await check({ what: { kind: "line", line: "bash" }, mode: "plan" });
  expect(ruling).toBe("deny");
  expect(reasons.join("\n")).toContain("bash runs whatever is typed or piped into it");
});
