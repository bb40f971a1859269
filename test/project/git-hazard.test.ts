/** Repositories made by git itself, with a hostile setting in each place from which git reads one. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectFacts } from "../../src/project/project-facts.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;
const EVIL = "[core]\n\tfsmonitor = ./evil\n";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hazard-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function git(folder: string, ...args: string[]): void {
  const identity = [
    "-c",
    "user.name=x",
    "-c",
    "user.email=x@example.com",
    "-c",
    "protocol.file.allow=always",
  ];
  mkdirSync(join(root, folder), { recursive: true });
  const env = { ...process.env, HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...identity, "-C", join(root, folder), ...args], { stdio: "pipe", env });
}

function repository(folder: string): void {
  git(folder, "init", "-q");
  write(`${folder}/a.txt`, "a");
  git(folder, "add", "a.txt");
  git(folder, "commit", "-qm", "a");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const hazard = (folder: string): string | undefined => projectFacts.findGitHazard(join(root, folder));

describe.skipIf(!hasGit)("a repository as git makes it", () => {
  beforeEach(() => repository("a"));

  test("is no hazard, in it and below", () => {
    mkdirSync(join(root, "a/sub/deep"), { recursive: true });
    expect([hazard("a"), hazard("a/sub/deep"), hazard("a/.git")]).toEqual([undefined, undefined, undefined]);
  });

  test("a change of its config is seen at once", () => {
    expect(hazard("a")).toBeUndefined();
    write("a/.git/config", EVIL);
    expect(hazard("a")).toContain("core.fsmonitor");
    write("a/.git/config", EVIL.replace("./evil", " false"));
    expect(hazard("a")).toBeUndefined();
  });

  test("the settings of a linked worktree count, there only", () => {
    git("a", "config", "extensions.worktreeConfig", "true");
    git("a", "worktree", "add", "-q", "../tree");
    expect(hazard("tree")).toBeUndefined();
    write("a/.git/worktrees/tree/config.worktree", EVIL);
    expect([hazard("a"), hazard("tree")]).toEqual([undefined, expect.stringContaining("core.fsmonitor")]);
  });

  test("the common config counts in a linked worktree", () => {
    git("a", "worktree", "add", "-q", "../tree");
    write("a/.git/config", EVIL);
    expect(hazard("tree")).toContain("core.fsmonitor");
  });
});

describe.skipIf(!hasGit)("which repository git takes", () => {
  beforeEach(() => repository("a"));

  test("a .git folder may point to another common folder", () => {
    repository("b");
    write("b/.git/config", EVIL);
    write("a/.git/commondir", "../../b/.git\n");
    expect(hazard("a")).toContain("core.fsmonitor");
  });

  test("an empty .git folder is no repository: the one above counts", () => {
    mkdirSync(join(root, "a/sub/.git"), { recursive: true });
    write("a/.git/config", EVIL);
    expect(hazard("a/sub")).toContain("core.fsmonitor");
  });

  test("nor is one whose HEAD git does not understand", () => {
    for (const name of ["objects", "refs"]) mkdirSync(join(root, "a/sub/.git", name), { recursive: true });
    write("a/sub/.git/HEAD", "nothing");
    write("a/.git/config", EVIL);
    expect(hazard("a/sub")).toContain("core.fsmonitor");
  });

  test("a .git file with a zero byte leads to what stands before it", () => {
    write("b/.git", `gitdir: ${join(root, "a/.git")}\0/elsewhere\n`);
    write("a/.git/config", EVIL);
    expect(hazard("b")).toContain("core.fsmonitor");
  });

  test("a bare repository counts although its HEAD is a link to nothing", () => {
    git("bare", "init", "-q", "--bare");
    rmSync(join(root, "bare/HEAD"));
    symlinkSync("refs/heads/none", join(root, "bare/HEAD"));
    write("bare/config", EVIL);
    expect(hazard("bare")).toContain("core.fsmonitor");
  });

  test("a folder reached through a link is looked at where it really is", () => {
    mkdirSync(join(root, "a/sub"));
    symlinkSync(join(root, "a/sub"), join(root, "link"));
    write("a/.git/config", EVIL);
    expect([hazard("link"), projectFacts.findGitHazard(`${root}/link/..`)]).toEqual([
      expect.stringContaining("core.fsmonitor"),
      expect.stringContaining("core.fsmonitor"),
    ]);
  });
});

describe.skipIf(!hasGit)("what stands in a repository", () => {
  beforeEach(() => repository("a"));

  test("hooks in a folder of the project's choice count", () => {
    git("a", "config", "core.hooksPath", "hooks");
    expect(hazard("a")).toBeUndefined();
    write("a/hooks/post-index-change", "#!/bin/sh\n");
    expect(hazard("a")).toBeUndefined();
    execFileSync("chmod", ["+x", join(root, "a/hooks/post-index-change")]);
    expect(hazard("a")).toContain("post-index-change");
  });

  test("files in another folder than the repository's are a hazard", () => {
    git("a", "config", "core.worktree", "..");
    expect(hazard("a")).toBeUndefined();
    git("a", "config", "core.worktree", "../..");
    expect(hazard("a")).toContain("another folder");
  });

  test("pipes and folders in the place of files are not opened", () => {
    rmSync(join(root, "a/.git/config"));
    execFileSync("mkfifo", [join(root, "a/.git/config")]);
    expect(hazard("a")).toContain("cannot be read");
  });

  test("a pipe as HEAD does not hold anything up", () => {
    rmSync(join(root, "a/.git/HEAD"));
    execFileSync("mkfifo", [join(root, "a/.git/HEAD")]);
    expect(hazard("a")).toContain("cannot be read");
  });
});

describe.skipIf(!hasGit)("repositories inside a repository", () => {
  beforeEach(() => {
    repository("inner");
    repository("a");
  });

  test("a submodule is no hazard by itself", () => {
    git("a", "submodule", "add", "-q", "../inner", "sub");
    expect(hazard("a")).toBeUndefined();
  });

  test.each(["2", "4"])("the config of a checked-out submodule counts (index version %s)", (version) => {
    git("a", "submodule", "add", "-q", "../inner", "sub");
    for (const name of ["aa", "ab/c", "subject", "zz"]) write(`a/${name}`, "");
    git("a", "add", "-A");
    git("a", "update-index", "--index-version", version);
    expect(hazard("a")).toBeUndefined();
    write("a/.git/modules/sub/config", EVIL);
    expect(hazard("a")).toContain("core.fsmonitor");
  });

  test("so does the config of a repository that was added without .gitmodules", () => {
    git("a", "clone", "-q", "../inner", "sub");
    git("a", "add", "sub");
    expect(hazard("a")).toBeUndefined();
    write("a/sub/.git/config", EVIL);
    expect(hazard("a")).toContain("core.fsmonitor");
  });

  test("one that was not added is not entered", () => {
    git("a", "clone", "-q", "../inner", "sub");
    write("a/sub/.git/config", EVIL);
    expect([hazard("a"), hazard("a/sub")]).toEqual([undefined, expect.stringContaining("core.fsmonitor")]);
  });

  test("stored submodules count although they are not checked out", () => {
    renameSync(join(root, "inner/.git"), join(root, "a/.git/modules"));
    mkdirSync(join(root, "a/.git/stored/x"), { recursive: true });
    renameSync(join(root, "a/.git/modules"), join(root, "a/.git/stored/x/y"));
    renameSync(join(root, "a/.git/stored"), join(root, "a/.git/modules"));
    expect(hazard("a")).toBeUndefined();
    write("a/.git/modules/x/y/config", EVIL);
    expect(hazard("a")).toContain("core.fsmonitor");
  });

  test("more of them than are looked at are a hazard", () => {
    for (let count = 0; count < 60; count++)
      mkdirSync(join(root, `a/.git/modules/${count}`), { recursive: true });
    expect(hazard("a")).toContain("more repositories");
  });

  test("an index that is split in two, or is none, is a hazard", () => {
    git("a", "update-index", "--split-index");
    expect(hazard("a")).toContain("index cannot be read");
    write("a/.git/index", "nothing");
    expect(hazard("a")).toContain("index cannot be read");
  });
});
