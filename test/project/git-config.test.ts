/** The config format, held against git itself where git is there, and the keys that make git run something. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/project/git-config.ts";
import { findRunningKey } from "../../src/project/git-keys.ts";

const texts = [
  { name: "plain entries", text: "[core]\n\tbare = false\n" },
  { name: "several sections on one line", text: "[a][core] fsmonitor=/e\n" },
  { name: "a section and a key without blanks", text: "[core]fsmonitor=/e" },
  { name: "a comment that ends in a backslash is not continued", text: "[core]\n# x \\\nfsmonitor=/e\n" },
  { name: "so is one behind a value", text: "[core]\nx = 1 ; y \\\nfsmonitor=/e\n" },
  { name: "a value that is continued", text: "[core]\n\tfsmonitor = ./\\\nevil\n" },
  { name: "a continued value with Windows line ends", text: "[core]\r\n\tfsmonitor = ./\\\r\nevil\r\n" },
  { name: "quotes around a comment sign", text: '[core]\nfsmonitor = " #\\n touch M"\n' },
  { name: "quotes in the middle of a value", text: '[core]\nfsmonitor = tr"ue "x\n' },
  { name: "escapes outside quotes", text: '[core]\nfsmonitor = a\\tb\\\\c\\"d\n' },
  { name: "blanks at the end of a quoted value", text: '[core]\nfsmonitor = "x  "  \n' },
  { name: "a comment without a blank before it", text: "[core]\nfsmonitor = x#y\n" },
  { name: "a key without a value", text: "[core]\nfsmonitor\n" },
  { name: "an empty value", text: "[core]\nfsmonitor =\n" },
  { name: "an old sub-section", text: "[filter.X]\nclean = y\n" },
  { name: "a sub-section with escapes", text: '[filter "a\\"b\\\\c"]\nclean = y\n' },
  { name: "a sub-section with a bracket in it", text: '[filter "]"] clean = y\n' },
  { name: "a byte order mark", text: "\uFEFF[core]\nfsmonitor = x\n" },
  { name: "no line end", text: "[core]\nfsmonitor = x" },
  { name: "a quote that is not closed", text: '[core]\nfsmonitor = "x\n' },
  { name: "an escape that does not exist", text: "[core]\nfsmonitor = \\x\n" },
  { name: "a section that is not closed", text: "[core\nfsmonitor = x\n" },
  { name: "a key that begins with a digit", text: "[core]\n1x = x\n" },
  { name: "a blank before the end of a section", text: "[core ]\nx = y\n" },
  { name: "a blank line before the value's sign", text: "[core]\nx\n= y\n" },
  { name: "a vertical tab", text: "[core]\nx = \u000bb\n" },
];

const hasGit = spawnSync("git", ["--version"]).status === 0;

describe("the format is read as git reads it", () => {
  test.skipIf(!hasGit).each(texts)("$name", ({ text }) => {
    const folder = mkdtempSync(join(tmpdir(), "config-"));
    try {
      const path = join(folder, "config");
      writeFileSync(path, text);
      expect(readConfig(text)).toEqual(askGit(path));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a zero byte is refused: git ends names at it", () => {
    expect(readConfig('[diff "external\0"]\nx = ./evil\n')).toEqual({ kind: "refused" });
  });
});

function askGit(path: string): ReturnType<typeof readConfig> {
  try {
    const listed = execFileSync("git", ["config", "--file", path, "--list", "-z"], { stdio: "pipe" });
    const entries = listed
      .toString("utf8")
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => {
        const end = entry.indexOf("\n");
        const [key, value] = end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
        return { key: key.toLowerCase(), value };
      });
    return { kind: "entries", entries };
  } catch {
    return { kind: "refused" };
  }
}

describe("keys that git runs", () => {
  const rows = [
    {
      name: "git-lfs with a tail is not git-lfs",
      text: '[core]\nfsmonitor = "git-lfs x; touch M"',
      runs: true,
    },
    {
      name: "nor is it as a filter",
      text: '[filter "z"]\nclean = "git-lfs clean -- %f; touch M"',
      runs: true,
    },
    { name: "git-lfs as it sets itself up", text: lfsConfig(), runs: false },
    { name: "git-lfs that skips", text: '[filter "lfs"]\nsmudge = git-lfs smudge --skip -- %f', runs: false },
    { name: "an extension of git-lfs", text: '[lfs "extension.x"]\nclean = ./evil', runs: true },
    { name: "a line break hidden in a value", text: '[core]\nfsmonitor = "true\\n touch M"', runs: true },
    { name: "a pager that writes a log", text: "[core]\npager = less -oX", runs: true },
    { name: "a pager that colours", text: "[core]\npager = less -FRX", runs: false },
    { name: "an archiver", text: '[tar "tar.gz"]\ncommand = ./evil', runs: true },
    { name: "a trailer", text: '[trailer "x"]\ncmd = ./evil', runs: true },
    { name: "a merge driver", text: '[merge "x"]\ndriver = ./evil %O', runs: true },
    { name: "the merge driver that keeps ours", text: '[merge "ours"]\ndriver = true', runs: false },
    { name: "a program at the other end", text: '[remote "o"]\nuploadpack = ./evil', runs: true },
    { name: "a helper for a remote", text: '[remote "o"]\nvcs = x', runs: true },
    { name: "a helper in an address", text: '[remote "o"]\nurl = ext::sh -c id', runs: true },
    { name: "an ordinary address", text: '[remote "o"]\nurl = git@example.com:a/b.git', runs: false },
    { name: "a rewritten address", text: '[url "ext::sh -c id %S"]\ninsteadOf = https://x/', runs: true },
    { name: "a protocol that is let in", text: '[protocol "ext"]\nallow = always', runs: true },
    { name: "a helper for passwords, without a fetch", text: "[credential]\nhelper = store", runs: false },
    {
      name: "a helper for passwords in a partial clone",
      text: partial("[credential]\nhelper = !id"),
      runs: true,
    },
    {
      name: "an ordinary partial clone",
      text: partial('[remote "o"]\nurl = https://example.com/x'),
      runs: false,
    },
    { name: "a partial clone of a folder", text: partial('[remote "o"]\nurl = /tmp/x'), runs: true },
    { name: "an alias for a sub-command that is not git's own", text: "[alias]\nlfs = !id", runs: true },
    { name: "an ordinary alias", text: "[alias]\nst = status", runs: false },
    { name: "settings of worktrees", text: "[extensions]\nworktreeConfig = true", runs: false },
  ];
  test.each(rows)("$name", ({ text, runs }) => {
    const read = readConfig(text);
    if (read.kind === "refused") throw new Error("the row is not a config");
    expect(findRunningKey(read.entries) !== undefined).toBe(runs);
  });
});

function lfsConfig(): string {
  return '[filter "lfs"]\nclean = git-lfs clean -- %f\nsmudge = git-lfs smudge -- %f\nprocess = git-lfs filter-process\nrequired = true';
}

function partial(text: string): string {
  return `[remote "o"]\npromisor = true\n${text}`;
}
