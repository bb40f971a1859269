/** What the disk says changes the ruling: repository config, links, package scripts. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEngine } from "../../src/decide/engine.ts";
import { projectFacts } from "../../src/project/project-facts.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "facts-")));
  mkdirSync(join(root, "home/.ssh"), { recursive: true });
  mkdirSync(join(root, "project/.git/hooks"), { recursive: true });
  mkdirSync(join(root, "project/src"));
  writeFileSync(join(root, "home/.ssh/id_ed25519"), "key");
});
afterEach(() => rmSync(root, { recursive: true }));

async function rule(
  line: string,
  folder = "project",
  mode: "default" | "full-auto" = "default",
): Promise<string> {
  const engine = createEngine({
    home: join(root, "home"),
    project: join(root, "project"),
    knowledge: requireKnowledge(),
    facts: projectFacts,
    mode,
  });
  const result = await engine.check({ what: { kind: "line", line }, cwd: join(root, folder) });
  return result.ruling;
}

const config = (text: string) => writeFileSync(join(root, "project/.git/config"), text);

describe("git in a repository whose own config names programs", () => {
  const harmless = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/x.git\n';
  const cases = [
    { name: "a plain config is quiet", text: harmless, want: "allow" },
    { name: "no config at all is quiet", text: undefined, want: "allow" },
    { name: "fsmonitor runs a program", text: "[core]\n\tfsmonitor = ./evil\n", want: "ask" },
    { name: "the built-in fsmonitor is quiet", text: "[core]\n\tfsmonitor = true\n", want: "allow" },
    { name: "a pager runs", text: "[core]\npager = sh -c id\n", want: "ask" },
    { name: "cat as a pager is quiet", text: "[core]\npager = cat\n", want: "allow" },
    { name: "a pager for one command runs", text: "[pager]\n\tstatus = ./evil\n", want: "ask" },
    { name: "an external diff runs", text: "[diff]\n\texternal = ./evil\n", want: "ask" },
    { name: "a textconv runs", text: '[diff "pdf"]\n\ttextconv = ./evil\n', want: "ask" },
    { name: "a filter runs", text: '[filter "x"]\n\tclean = ./evil\n', want: "ask" },
    {
      name: "git-lfs as a filter is quiet",
      text: '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n',
      want: "allow",
    },
    { name: "an included file may hold anything", text: "[include]\n\tpath = ../evil\n", want: "ask" },
    { name: "letters in the key may be large", text: "[CORE]\n\tFsMonitor=./evil\n", want: "ask" },
    { name: "a key on the section's line counts", text: "[core] fsmonitor = ./evil\n", want: "ask" },
    { name: "a continued line counts", text: "[core]\n\tfsmonitor = ./\\\nevil\n", want: "ask" },
    {
      name: "a comment does not hide it",
      text: "[core]\n; nothing\n\tfsmonitor = ./evil # fine\n",
      want: "ask",
    },
  ];
  test.each(cases)("$name", async ({ text, want }) => {
    if (text !== undefined) config(text);
    expect(await rule("git status")).toBe(want);
  });

  test("the config counts from a folder below", async () => {
    config("[core]\n\tfsmonitor = ./evil\n");
    expect(await rule("git log -1", "project/src")).toBe("ask");
  });

  test("git -C looks at the other repository", async () => {
    config("[core]\n\tfsmonitor = ./evil\n");
    expect(await rule("git -C ../project status", "home")).toBe("ask");
  });

  test("a folder that is itself a bare repository counts", async () => {
    const bare = join(root, "project/src/bare");
    for (const name of ["objects", "refs"]) mkdirSync(join(bare, name), { recursive: true });
    writeFileSync(join(bare, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(bare, "config"), "[core]\n\tfsmonitor = ./evil\n");
    expect(await rule("git status", "project/src/bare")).toBe("ask");
  });

  test("a hook that runs on status counts, an ordinary hook does not", async () => {
    config(harmless);
    writeFileSync(join(root, "project/.git/hooks/pre-commit"), "#!/bin/sh\n", { mode: 0o755 });
    expect(await rule("git status")).toBe("allow");
    writeFileSync(join(root, "project/.git/hooks/post-index-change"), "#!/bin/sh\n", { mode: 0o755 });
    expect(await rule("git status")).toBe("ask");
  });

  test("a config that cannot be read is not a harmless one", async () => {
    mkdirSync(join(root, "project/.git/config"));
    expect(await rule("git status")).toBe("ask");
    chmodSync(join(root, "project/.git/config"), 0o755);
  });
});

describe("symbolic links", () => {
  test("a link to a key is the key", async () => {
    symlinkSync(join(root, "home/.ssh/id_ed25519"), join(root, "project/notes.txt"));
    expect(await rule("cat notes.txt")).toBe("deny");
  });

  test("a folder that leads into the keys is followed", async () => {
    symlinkSync(join(root, "home/.ssh"), join(root, "project/docs"));
    expect(await rule("cat docs/id_ed25519")).toBe("deny");
  });

  test("a link inside the project is ordinary", async () => {
    writeFileSync(join(root, "project/a.txt"), "");
    symlinkSync("a.txt", join(root, "project/b.txt"));
    expect(await rule("cat b.txt")).toBe("allow");
  });
});

describe("scripts of package.json", () => {
  const scripts = (value: unknown) =>
    writeFileSync(join(root, "project/package.json"), JSON.stringify({ scripts: value }));
  const cases = [
    {
      name: "an ordinary script runs in full-auto",
      scripts: { test: "vitest run" },
      line: "npm test",
      want: "allow",
    },
    {
      name: "a script with sudo is denied",
      scripts: { build: "sudo make" },
      line: "npm run build",
      want: "deny",
    },
    {
      name: "so is one that runs before it",
      scripts: { prebuild: "sudo id", build: "tsc" },
      line: "npm run build",
      want: "deny",
    },
    {
      name: "a script that calls another is followed",
      scripts: { a: "npm run b", b: "sudo id" },
      line: "yarn a",
      want: "deny",
    },
    {
      name: "scripts that call each other end",
      scripts: { a: "npm run b", b: "npm run a" },
      line: "npm run a",
      want: "ask",
    },
    { name: "a script that cannot be parsed asks", scripts: { a: "echo '" }, line: "npm run a", want: "ask" },
  ];
  test.each(cases)("$name", async ({ scripts: value, line, want }) => {
    scripts(value);
    expect(await rule(line, "project", "full-auto")).toBe(want);
  });

  test("a package.json that is no JSON changes nothing", async () => {
    writeFileSync(join(root, "project/package.json"), "{");
    expect(await rule("npm test")).toBe("ask");
  });
});
