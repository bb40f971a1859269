/** The command line as people and programs use it: exit codes, JSON, bad input. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const GUARD = join(import.meta.dirname, "../../bin/guard");
let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "check-")));
  mkdirSync(join(root, "home"));
  mkdirSync(join(root, "project/.git"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function guard(args: readonly string[], input: string | Buffer = "", env: NodeJS.ProcessEnv = {}): Ran {
  const ran = spawnSync(process.execPath, [GUARD, ...args], {
    cwd: join(root, "project"),
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env["PATH"], HOME: join(root, "home"), ...env },
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

const stream = (input: string | Buffer) => {
  const ran = guard(["check", "--stdin"], input);
  const answers = ran.out.split("\n").filter((line) => line !== "");
  return { status: ran.status, answers: answers.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

describe.skipIf(MACHINE_HAS_ORG_POLICY)("exit status", () => {
  test.each([
    { name: "allow is 0", args: ["check", "--", "ls -la"], want: 0 },
    { name: "ask is 10", args: ["check", "--", "npm install"], want: 10 },
    { name: "confirm is 10", args: ["check", "--", "terraform apply"], want: 10 },
    { name: "deny is 11", args: ["check", "--", "sudo id"], want: 11 },
    { name: "PLAN denies what changes", args: ["check", "--mode", "plan", "--", "npm install"], want: 11 },
    {
      name: "FULL_AUTO allows what no rule speaks about",
      args: ["check", "--mode", "full-auto", "--", "npm install"],
      want: 0,
    },
    { name: "no line is a mistake", args: ["check"], want: 2 },
    { name: "an unknown option is a mistake", args: ["check", "--nope", "--", "ls"], want: 2 },
    { name: "an unknown mode is a mistake", args: ["check", "--mode", "yolo", "--", "ls"], want: 2 },
    { name: "an unknown shell is a mistake", args: ["check", "--shell", "cmd", "--", "ls"], want: 2 },
    {
      name: "a folder that is not there is a mistake",
      args: ["check", "--cwd", "/nonexistent", "--", "ls"],
      want: 2,
    },
    { name: "an unknown command is a mistake", args: ["chekc"], want: 2 },
    { name: "help is 0", args: ["check", "--help"], want: 0 },
    { name: "version is 0", args: ["--version"], want: 0 },
    { name: "--stdin with a line is a mistake", args: ["check", "--stdin", "--", "ls"], want: 2 },
    { name: "an empty folder is a mistake", args: ["check", "--cwd=", "--", "ls"], want: 2 },
    { name: "an empty line runs nothing", args: ["check", "--", ""], want: 0 },
    { name: "a line that cannot be parsed asks", args: ["check", "--", "echo '"], want: 10 },
    { name: "10,000 parentheses ask", args: ["check", "--", "(".repeat(10_000)], want: 10 },
  ])("$name", ({ args, want }) => {
    expect(guard(args).status).toBe(want);
  });

  test("a mistake is told on stderr with what to do", () => {
    const { err, out } = guard(["check", "--mode", "yolo", "--", "ls"]);
    expect(out).toBe("");
    expect(err).toContain("--mode is one of default, plan, full-auto");
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("several words", () => {
  test("are one command whose words are not parsed again", () => {
    const { status, out } = guard(["check", "--json", "--", "echo", "$(rm -rf /)", ";", "sudo"]);
    const result = JSON.parse(out) as { commands: { argv: string[] }[] };
    expect(result.commands.map((command) => command.argv)).toEqual([["echo", "$(rm -rf /)", ";", "sudo"]]);
    expect(status).toBe(0);
  });

  test("a shell among them is looked into", () => {
    expect(guard(["check", "--", "bash", "-lc", "sudo id"]).status).toBe(11);
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("--json", () => {
  test("has the fields of the contract", () => {
    const result = JSON.parse(guard(["check", "--json", "--", "cat a.txt | sudo tee b"]).out) as Record<
      string,
      unknown
    >;
    expect(Object.keys(result).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "commands",
      "doubts",
      "instead",
      "line",
      "reasons",
      "risk",
      "rules",
      "ruling",
    ]);
    expect(result).toMatchObject({
      ruling: "deny",
      risk: "dangerous",
      rules: ["floor.privilege", "mode.default"],
    });
    const commands = result["commands"] as Record<string, unknown>[];
    expect(commands[0]).toMatchObject({ argv: ["cat", "a.txt"], ruling: "allow", rule: "mode.default" });
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("--stdin", () => {
  test("answers each line in order", () => {
    const { status, answers } = stream(
      '{"line":"ls"}\n{"line":"rm x","mode":"plan"}\n{"line":"sudo id","cwd":"/tmp"}\n',
    );
    expect(answers.map((answer) => answer["ruling"])).toEqual(["allow", "deny", "deny"]);
    expect(status).toBe(0);
  });

  test("a last line without a newline counts", () => {
    expect(stream('{"line":"ls"}').answers).toHaveLength(1);
  });

  test.each([
    { name: "text that is no JSON", input: "ls\n" },
    { name: "half a JSON line", input: '{"line":\n' },
    { name: "an object without a line", input: '{"cmd":"ls"}\n' },
    { name: "a line that is no text", input: '{"line":["ls"]}\n' },
    { name: "an unknown mode", input: '{"line":"ls","mode":"yolo"}\n' },
    { name: "a relative folder", input: '{"line":"ls","cwd":"src"}\n' },
    { name: "a field that is not known", input: '{"line":"ls","shel":"zsh"}\n' },
    { name: "null", input: "null\n" },
    { name: "an empty line", input: "\n" },
    { name: "2 MB without a newline", input: `{"line":"${"a".repeat(2_000_000)}"}\n` },
  ])("denies $name, goes on, and fails in the end", ({ input }) => {
    const { status, answers } = stream(`${input}{"line":"ls"}\n`);
    expect(answers.map((answer) => answer["ruling"])).toEqual(["deny", "allow"]);
    expect(status).toBe(2);
  });

  test.each([
    { name: "NUL", line: "ls \u0000" },
    { name: "carriage return", line: "ls\r" },
    { name: "escape", line: "echo \u001b[2J" },
    { name: "a lone surrogate", line: "echo \ud800" },
    { name: "64 KiB and one", line: `echo ${"a".repeat(65_536)}` },
  ])("never allows a line with $name", ({ line }) => {
    expect(stream(`${JSON.stringify({ line })}\n`).answers[0]?.["ruling"]).toBe("ask");
  });

  test("never allows bytes that are not UTF-8", () => {
    const input = Buffer.concat([
      Buffer.from('{"line":"ls '),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}\n'),
    ]);
    expect(stream(input).answers[0]?.["ruling"]).not.toBe("allow");
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("what people see", () => {
  const plain = (line: string, columns = "80") =>
    guard(["check", "--", line], "", { NO_COLOR: "1", COLUMNS: columns }).out;

  test("marks the parts under the line", () => {
    expect(plain("ls && rm -rf build; sudo id")).toMatchInlineSnapshot(`
      "DENY    it would not run

        ls && rm -rf build; sudo id
              ????????????  xxxxxxx

      because  sudo runs programs with another user's rights
               rm deletes build and everything below
      rule     floor.privilege, mode.default
      instead  do it without more rights, or ask the user to run it
      risk     dangerous   mode default

      deny     sudo id
                 changes the system
      ask      rm -rf build
                 deletes build and everything below
      allow    ls
                 lists .
      allow    id   (inside sudo)
      "
    `);
  });

  test("nothing that a terminal would act on gets through", () => {
    const out = plain("echo '\u202e\u200b\u2066' # \u00a0\nls");
    const codes = [...out.replaceAll("\n", "")].map((char) => char.codePointAt(0) ?? 0);
    expect(
      codes.filter(
        (code) => code < 0x20 || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x2069),
      ),
    ).toEqual([]);
    expect(out).toContain("<U+202E><U+200B><U+2066>");
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("policy files", () => {
  test("a broken user file refuses to judge anything", () => {
    const config = join(root, "config");
    mkdirSync(join(config, "guard"), { recursive: true });
    writeFileSync(join(config, "guard/policy.yaml"), "version: 1\nruls: []\n", { mode: 0o600 });
    const { status, err } = guard(["check", "--", "ls"], "", { XDG_CONFIG_HOME: config });
    expect(status).toBe(2);
    expect(err).toContain("policy.yaml:2");
  });

  test("a rule of the user's file decides, and is named", () => {
    const config = join(root, "config2");
    mkdirSync(join(config, "guard"), { recursive: true });
    const rule = "{id: no-curl, match: 'curl **', ruling: deny, because: no downloads here}";
    writeFileSync(join(config, "guard/policy.yaml"), `version: 1\nrules:\n  - ${rule}\n`, { mode: 0o600 });
    const { status, out } = guard(["check", "--json", "--", "curl example.com"], "", {
      XDG_CONFIG_HOME: config,
    });
    expect(status).toBe(11);
    expect(JSON.parse(out)).toMatchObject({ reasons: ["no downloads here"], rules: ["user.no-curl"] });
  });

  test("an allowed script covers what it is made of, inside the project only", () => {
    const config = join(root, "config3");
    mkdirSync(join(config, "guard"), { recursive: true });
    const rule = "{id: scripts, match: 'npm run **', ruling: allow, because: our own scripts}";
    writeFileSync(join(config, "guard/policy.yaml"), `version: 1\nrules:\n  - ${rule}\n`, { mode: 0o600 });
    const scripts = { build: "tsc > build.log", away: "tsc > /opt/x.log", root: "sudo make install" };
    writeFileSync(join(root, "project/package.json"), JSON.stringify({ scripts }));
    const status = (name: string) =>
      guard(["check", "--", `npm run ${name}`], "", { XDG_CONFIG_HOME: config }).status;
    expect([status("build"), status("away"), status("root")]).toEqual([0, 10, 11]);
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("max_mode", () => {
  const capped = (): NodeJS.ProcessEnv => {
    const config = join(root, "capped");
    mkdirSync(join(config, "guard"), { recursive: true, mode: 0o700 });
    const text = "version: 1\nmode: full-auto\nsettings: {max_mode: default}\n";
    writeFileSync(join(config, "guard/policy.yaml"), text, { mode: 0o600 });
    return { XDG_CONFIG_HOME: config };
  };

  test.each([
    {
      name: "a mode above it is lowered, and said so",
      mode: ["--mode", "full-auto"],
      status: 10,
      says: "lowered",
    },
    { name: "a file's mode above it is lowered, and warned of", mode: [], status: 10, says: "" },
    { name: "a mode below it is left alone", mode: ["--mode", "plan"], status: 11, says: "" },
  ])("$name", ({ mode, status, says }) => {
    const ran = guard(["check", ...mode, "--", "npm install"], "", capped());
    expect(ran.status).toBe(status);
    expect(ran.err).toContain(
      "mode full-auto is lowered to default: your own policy file allows mode default",
    );
    expect(ran.out.includes("lowered to default: your own policy file allows mode default")).toBe(
      says !== "",
    );
    const json = JSON.parse(
      guard(["check", "--json", ...mode, "--", "npm install"], "", capped()).out,
    ) as object;
    expect("modeLoweredTo" in json).toBe(says !== "");
  });

  test("each line of a stream is held to it, too", () => {
    const input = ["plan", "default", "full-auto"].map((mode) =>
      JSON.stringify({ line: "npm install", mode }),
    );
    const ran = guard(["check", "--stdin"], `${input.join("\n")}\n`, capped());
    const answers = ran.out.trim().split("\n");
    expect(answers.map((line) => JSON.parse(line) as object)).toMatchObject([
      { ruling: "deny" },
      { ruling: "ask" },
      { ruling: "ask", modeLoweredTo: "default" },
    ]);
  });
});
