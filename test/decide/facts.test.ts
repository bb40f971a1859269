/** What the disk says changes the ruling: repository config, links, package scripts. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEngine } from "../../src/decide/engine.ts";
import { projectFacts } from "../../src/project/project-facts.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "facts-")));
  mkdirSync(join(root, "home/.ssh"), { recursive: true });
  makeRepository("project");
  mkdirSync(join(root, "project/src"));
  writeFileSync(join(root, "home/.ssh/id_ed25519"), "key");
});
afterEach(() => rmSync(root, { recursive: true }));

function makeRepository(folder: string, config?: string): void {
  for (const name of ["hooks", "objects", "refs"])
    mkdirSync(join(root, folder, ".git", name), { recursive: true });
  writeFileSync(join(root, folder, ".git/HEAD"), "ref: refs/heads/main\n");
  if (config !== undefined) writeFileSync(join(root, folder, ".git/config"), config);
}

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

describe("git in another folder than it seems", () => {
  const rows = [
    { name: "the last of several -C decides", line: "git -C . -C HOSTILE status" },
    { name: "-C as another option's value is no -C", line: "git --namespace -C -C HOSTILE status" },
    { name: "a folder with a variable in it", line: 'git -C "$X"/hostile status' },
    { name: "a folder with a wildcard in it", line: "cd HOST* && git status" },
    { name: "a loop over folders", line: 'for d in ROOT/*/; do (cd "$d" && git status); done' },
    { name: "a folder from a pipe", line: "echo HOSTILE | xargs -I{} git -C {} status" },
    { name: "the folder of each file that is found", line: "find HOSTILE -name x -execdir git status \\;" },
    { name: "a folder behind a link and ..", line: "git -C link/../hostile status" },
    { name: "a folder named by env", line: "env -C HOSTILE git status" },
    { name: "a folder that is changed into", line: "cd HOSTILE && git status" },
    { name: "a dashed name of git", line: "cd HOSTILE && git-lfs ls-files" },
  ];
  test.each(rows)("$name", async ({ line }) => {
    makeRepository("hostile", "[core]\n\tfsmonitor = ./evil\n");
    mkdirSync(join(root, "hostile/sub"));
    symlinkSync("../hostile/sub", join(root, "project/link"));
    const filled = line
      .replaceAll("HOSTILE", join(root, "hostile"))
      .replaceAll("HOST", join(root, "host"))
      .replaceAll("ROOT", root);
    expect(await rule(filled)).toBe("ask");
  });

  test("a known harmless folder stays quiet", async () => {
    expect(await rule("git -C src -C .. status && cd src && git log -1")).toBe("allow");
    expect(await rule("find . -name '*.md' -execdir head -1 {} \\;")).toBe("allow");
  });
});

describe("the folder that git prints", () => {
  test("is the one on disk, not the one that was named", async () => {
    makeRepository("home/.ssh/repo");
    symlinkSync(join(root, "home/.ssh/repo"), join(root, "project/link"));
    expect(await rule('cat "$(git -C link rev-parse --show-toplevel)/x"')).toBe("deny");
    expect(await rule('cat "$(git -C src rev-parse --show-toplevel)/x"')).toBe("allow");
  });
});

describe("tools that a file of the project rules", () => {
  const rows = [
    { line: "cargo --version", file: "rust-toolchain.toml", text: '[toolchain]\npath = "./evil"\n' },
    { line: "rustc --version", file: "rust-toolchain", text: '[toolchain]\n"p\\u0061th" = "./evil"\n' },
    { line: "yarn --version", file: ".yarnrc", text: 'yarn-path "./evil.js"\n' },
    { line: "yarn --version", file: ".yarnrc.yml", text: "yarnPath: ./evil.js\n" },
    { line: "pnpm ls", file: ".pnpmfile.cjs", text: "" },
    { line: "pnpm --version", file: "package.json", text: '{"packageManager": "pnpm@9.0.0"}' },
    { line: "hg status", file: ".hg/hgrc", text: "[hooks]\npre-status = ./evil\n" },
    { line: "poetry env info", file: ".venv/bin/python", text: "" },
    { line: "rails --version", file: "bin/rails", text: "" },
    { line: "go version", file: "go.mod", text: "module x\n\ntoolchain go1.99-evil\n" },
    { line: "pytest --version", file: "conftest.py", text: "" },
  ];
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, "project", file)), { recursive: true });
    writeFileSync(join(root, "project", file), text);
  };
  test.each(rows)("$line asks because of $file", async ({ line, file, text }) => {
    expect(await rule(line)).toBe("allow");
    put(file, text);
    expect(await rule(line)).toBe("ask");
    expect(await rule(`cd src && ${line}`)).toBe("ask");
  });

  const harmless = [
    { line: "cargo --version", file: "rust-toolchain.toml", text: '[toolchain]\nchannel = "1.80"\n' },
    { line: "hg status", file: ".hg/hgrc", text: "[paths]\ndefault = https://example.com/x\n" },
    { line: "go version", file: "go.mod", text: "module x\n\ngo 1.22\n" },
    { line: "npm ls", file: "package.json", text: '{"packageManager": "npm@10.0.0"}' },
  ];
  test.each(harmless)("$line stays quiet with an ordinary $file", async ({ line, file, text }) => {
    put(file, text);
    expect(await rule(line)).toBe("allow");
  });

  test("a folder that cannot be known asks", async () => {
    expect(await rule('cd "$X" && cargo --version')).toBe("ask");
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
    expect(await rule("cat *.txt src/../b.txt")).toBe("allow");
  });

  test("a file that does not exist yet lies where its folder leads", async () => {
    symlinkSync(join(root, "home/.ssh"), join(root, "project/docs"));
    symlinkSync(join(root, "home/.ssh/new"), join(root, "project/new"));
    expect(await rule("echo x > docs/other", "project", "full-auto")).toBe("deny");
    expect(await rule("echo x > new", "project", "full-auto")).toBe("deny");
  });
});

describe("`..` behind a symbolic link", () => {
  const rows = [
    { name: "a path", line: "cat link/../id_ed25519", want: "deny" },
    { name: "an absolute path", line: "cat PROJECT/link/../id_ed25519", want: "deny" },
    { name: "after a change of the folder", line: "cd link; cat ../id_ed25519", want: "deny" },
    { name: "after a change to a harmless folder", line: "cd etc; cat ../shadow", want: "deny" },
    { name: "in a folder named by env", line: "env -C etc/.. cat x", want: "ask" },
    { name: "a redirection", line: "cat < link/../id_ed25519", want: "deny" },
    { name: "a wildcard", line: "cat link/../id_*", want: "deny" },
    { name: "a name like one of the own streams", line: "cat link/../dev/null", want: "deny" },
    { name: "a root of the system", line: "rm -rf etc/../../etc", want: "deny" },
    { name: "deleting what lies above", line: "cd etc; rm -rf ..", want: "deny" },
    { name: "the memory of the process", line: "cat /dev/fd/../environ", want: "ask" },
    { name: "the folder of the process", line: "cat /dev/fd/../cwd/x", want: "ask" },
    { name: "a folder that is reached by the disk's reading", line: "cd -P etc; cd ..; cat x", want: "ask" },
    { name: "a folder that only the disk has", line: "cd etc/../sub; cat x", want: "ask" },
    { name: "no link at all", line: "cat src/../a.txt", want: "allow" },
    { name: "from a folder below", line: "cd src; cat ../a.txt", want: "allow" },
  ];
  test.each(rows)("$name: $line", async ({ line, want }) => {
    mkdirSync(join(root, "home/.ssh/sub"));
    symlinkSync(join(root, "home/.ssh/sub"), join(root, "project/link"));
    symlinkSync("/etc/ssl", join(root, "project/etc"));
    writeFileSync(join(root, "project/a.txt"), "");
    expect(await rule(line.replaceAll("PROJECT", join(root, "project")))).toBe(want);
  });
});

describe("links behind wildcards and among many", () => {
  const many = Array.from({ length: 35 }, (_, index) => `f${index}`).join(" ");
  const endless = Array.from({ length: 300 }, (_, index) => `f${index}`).join(" ");
  const rows = [
    { name: "a star", line: "cat s*", want: "deny" },
    { name: "a question mark", line: "cat < s?", want: "deny" },
    { name: "a bracket", line: "cat [r-t]l", want: "deny" },
    { name: "a loop over everything", line: 'for f in *; do cat "$f"; done', want: "deny" },
    { name: "a folder in the middle", line: "cat */sl", want: "deny" },
    { name: "a link in the middle", line: "cat d*/id_ed25519", want: "deny" },
    { name: "a folder that is a link", line: "cat docs/*", want: "deny" },
    { name: "after 35 others", line: `cat ${many} sl`, want: "deny" },
    { name: "after more than are looked up", line: `cat ${endless}`, want: "ask" },
    { name: "what find finds", line: "find . -name sl -exec cat {} +", want: "deny" },
    { name: "a whole tree", line: "grep -r key .", want: "deny" },
    { name: "a whole tree without links", line: "grep -r key src", want: "allow" },
    { name: "other names", line: "cat a*", want: "allow" },
  ];
  test.each(rows)("$name: $line", async ({ line, want }) => {
    mkdirSync(join(root, "project/sub"));
    symlinkSync(join(root, "home/.ssh/id_ed25519"), join(root, "project/sl"));
    symlinkSync(join(root, "home/.ssh/id_ed25519"), join(root, "project/sub/sl"));
    symlinkSync(join(root, "home/.ssh"), join(root, "project/docs"));
    expect(await rule(line)).toBe(want);
  });

  test("a folder with more entries than are looked at is asked", async () => {
    mkdirSync(join(root, "project/big"));
    for (let index = 0; index < 2_001; index++) writeFileSync(join(root, `project/big/${index}`), "");
    expect(await rule("cat big/*")).toBe("ask");
    expect(await rule("cat big/1")).toBe("allow");
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

  const denied = '{"scripts":{"test":"sudo id"}}';
  test.each([
    { name: "a byte order mark does not hide a script", text: `\ufeff${denied}`, want: "deny" },
    {
      name: "a package.json that is too large is not harmless",
      text: `${denied}${" ".repeat(1_100_000)}`,
      want: "ask",
    },
    { name: "a package.json that is no JSON is not harmless", text: "{", want: "ask" },
    { name: "scripts that are no object are not harmless", text: '{"scripts":["sudo id"]}', want: "ask" },
    {
      name: "a script that is no text is not harmless",
      text: '{"scripts":{"test":["sudo id"]}}',
      want: "ask",
    },
    { name: "a package.json without scripts has none", text: "{}", want: "allow" },
  ])("$name", async ({ text, want }) => {
    writeFileSync(join(root, "project/package.json"), text);
    expect(await rule("npm test", "project", "full-auto")).toBe(want);
  });

  test("a folder in the place of package.json is not harmless", async () => {
    mkdirSync(join(root, "project/package.json"));
    expect(await rule("npm test", "project", "full-auto")).toBe("ask");
  });
});
