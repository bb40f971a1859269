/** The README's transcript and commands are run, so that they stay true. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MACHINE_HAS_ORG_POLICY } from "./helpers/org-policy.ts";

const ROOT = join(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "readme-"));
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "project/.git"), { recursive: true });
  symlinkSync(join(ROOT, "bin/guard"), join(root, "bin/guard"));
});
afterAll(() => rmSync(root, { recursive: true }));

function shell(command: string): { status: number | null; out: string } {
  const ran = spawnSync("bash", ["-c", command], {
    cwd: join(root, "project"),
    encoding: "utf8",
    env: { PATH: `${join(root, "bin")}:${process.env["PATH"]}`, HOME: "/home/me", NO_COLOR: "1" },
  });
  return { status: ran.status, out: ran.stdout };
}

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, text = ""]) => text,
  );
}

interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** `$ command`, then what it shows; `…` stands for further lines. */
function steps(transcript: string): Step[] {
  return transcript
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...shown] = step.trimEnd().split("\n");
      return { command, shown };
    });
}

describe.skipIf(MACHINE_HAS_ORG_POLICY)("the transcript", () => {
  test.each(blocks("console").flatMap(steps))("$command", ({ command, shown }) => {
    const lines = shell(command).out.split("\n");
    let at = 0;
    for (const line of shown) {
      if (line === "…") continue;
      const found = lines.findIndex((actual, index) => index >= at && matches(actual, line));
      expect(found, `${JSON.stringify(line)} is not shown in\n${lines.join("\n")}`).toBeGreaterThanOrEqual(0);
      at = found + 1;
    }
  });
});

/** `(…)` inside of a line stands for any text. */
function matches(actual: string, shown: string): boolean {
  const [head = "", tail] = shown.split("…");
  return tail === undefined ? actual === shown : actual.startsWith(head) && actual.endsWith(tail);
}

describe.skipIf(MACHINE_HAS_ORG_POLICY)("the commands", () => {
  const commands = blocks("sh")
    .flatMap((block) => block.trim().split("\n"))
    .filter((line) => !/^(?:\.\/install\.sh|export) /.test(line));
  test.each(commands.map((line) => ({ line })))("$line", ({ line }) => {
    expect(shell(line).status).not.toBe(2);
    expect(shell(line).out).not.toBe("");
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY)("the session's story", () => {
  const said = blocks("text").join("\n");
  const names = [...new Set([...said.matchAll(/^\$ guard (\w+)/gm)].map(([, name = ""]) => name))];
  test.each(names)("guard %s is there", (name) => {
    expect(shell(`guard ${name} --help`)).toMatchObject({
      status: 0,
      out: expect.stringContaining(`guard ${name}`),
    });
  });
  test("a denied command exits 126 with the line that is shown", () => {
    const [shown = ""] = /^guard: denied: .*? \[rule \S+/m.exec(said) ?? [];
    const home = join(root, "home");
    mkdirSync(home);
    const ran = shell(
      `export HOME=${home}; guard run --console none -- bash -c 'rm -rf ~' 2>&1; echo status $?`,
    );
    expect(shown).not.toBe("");
    expect(ran.out).toContain(shown.replace("/home/me", home));
    expect(ran.out).toContain("status 126");
  });
});

test("the README names both commands of a fresh machine", () => {
  expect(README).toContain("./install.sh && guard");
  expect(README).toContain("npm cit");
});

test("every file that the README points to is there", () => {
  for (const [, path = ""] of README.matchAll(/\]\(([^)]+)\)/g))
    expect(readFileSync(join(ROOT, path), "utf8")).not.toBe("");
});
