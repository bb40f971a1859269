/** policy/agents: what agents were seen to run for themselves is known, and nothing that a model could make of it. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import type { KnownAgent } from "../../src/core/agent.ts";
import { matchesWords } from "../../src/daemon/word-pattern.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { growthOf, TOO_STEEP } from "../classify/growth.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const { agents } = compileAgents(readAgents(join(import.meta.dirname, "../../policy/agents")));
const PROJECT = "/home/me/project";
const DATA = "/home/me/.local/share";
const PLACES = { home: "/home/me", project: PROJECT, data: DATA };

function agentOf(name: string): KnownAgent {
  const found = agents.find(({ agent }) => agent === name);
  if (found === undefined) throw new Error(`policy/agents/${name}.yaml is missing`);
  return found;
}

function isStart(agent: string, argv: readonly string[]): boolean {
  return agentOf(agent).starts.some((pattern) => matchesWords(pattern, argv, PLACES));
}

const HASH = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const TREE = "5805b676e247eb9a8046ad0c4d249cd2fb2513df";
const settings = (...values: readonly string[]) => values.flatMap((value) => ["-c", value]);

// Claude's own settings, shortened: thirty hooks are switched off.
const OFF = settings("gc.auto=0", "hook.pre-push.enabled=false", "hook.post-index-change.enabled=false");
const NO_HOOKS = settings("core.hooksPath=/dev/null", "core.fsmonitor=");
const CLAUDE = ["git", ...settings("core.askPass=", "protocol.ext.allow=never"), ...OFF, ...NO_HOOKS];
const SAFE = settings("safe.bareRepository=explicit", "protocol.file.allow=never");
const PRIVATE = [...NO_HOOKS, ...settings("core.askPass=", "core.quotePath=false", "core.safecrlf=false")];
const CLAUDE_PRIVATE = [
  "git",
  ...settings("protocol.ext.allow=never"),
  ...OFF,
  "--literal-pathspecs",
  ...PRIVATE,
];
const STATUS = ["status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignored=no"];

// At a terminal.
const OTHER_ORDER = ["git", ...settings("core.fsmonitor=", "core.hooksPath=/dev/null", "core.askPass=")];
const CLAUDE_LOG = [
  ...[...OTHER_ORDER, ...settings("protocol.ext.allow=never"), ...OFF],
  ...["log", "-n", "1000", "--pretty=format:", "--name-only", "--diff-filter=M"],
];
const CLAUDE_CLONE = [
  ...[...OTHER_ORDER, ...OFF],
  ...settings("core.sshCommand=ssh -o BatchMode=yes -o StrictHostKeyChecking=yes"),
  ...settings("protocol.ext.allow=never", "protocol.fd.allow=never", "protocol.git.allow=never"),
  ...settings("protocol.ftp.allow=never", "protocol.ftps.allow=never", "init.defaultRefFormat=files"),
  ...settings("core.longpaths=true"),
  ...["clone", "--depth", "1", "--no-recurse-submodules", "--"],
];
const CLAUDE_PLUGINS = "/home/me/.claude/plugins/marketplaces/anthropics-claude-plugins-official..clone";

const CLINE = ["git", "-C", PROJECT];
const CLINE_INDEX = [...CLINE, ...settings("core.ignorestat=false", "core.splitIndex=false")];
const CLINE_MARK = "cline checkpoint session=1794846131030_boeuc run=1";
const CLINE_PATHS = "/home/me/.cline/data/checkpoint-scratch/f4abb6b5538bb8d6824cfcdc841d99b3/pathspec";

const COPILOT = ["git", "--no-optional-locks", ...settings("core.fsmonitor=false")];
const copilotText = (mark: string) =>
  `printf %s '__copilot_login_env_snapshot_${mark}__'; if ! command env -0 2>/dev/null; then for __copilot_k in $(compgen -e); do printf '%s=%s\\0' "$__copilot_k" "\${!__copilot_k}"; done; fi`;

const KILO_SETTINGS = settings("core.autocrlf=false", "core.longpaths=true", "core.symlinks=true");
const KILO_DIR = `${DATA}/kilo/snapshot/215de5047433ec9a9e16ab9d0cc11930b1e5c0ae/${TREE}`;
const KILO = ["git", "--git-dir", KILO_DIR];
const KILO_TREE = [
  "git",
  ...KILO_SETTINGS,
  ...settings("core.quotepath=false"),
  "--git-dir",
  KILO_DIR,
  "--work-tree",
  PROJECT,
];
const KILO_READ = [
  ...["git", "--no-optional-locks"],
  ...settings("core.autocrlf=false", "core.fsmonitor=false", "core.longpaths=true", "core.symlinks=true"),
  ...settings("core.quotepath=false"),
];
const BWRAP = ["bwrap", "--unshare-user", "--disable-userns", "--unshare-pid"];
const BWRAP_ROOT = [
  "--die-with-parent",
  "--new-session",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--",
];

const QWEN = ["git", ...settings("core.fsmonitor=", "log.showSignature=false")];
const INHIBIT = ["systemd-inhibit", "--what=sleep", "--who=Qwen Code"];
const QWEN_WHY = "--why=Qwen Code is executing tool run_shell_command";

type Argvs = readonly (readonly string[])[];
const ROWS: Readonly<Record<string, { readonly starts: Argvs; readonly not: Argvs }>> = {
  claude: {
    starts: [
      [
        "git",
        ...NO_HOOKS,
        ...SAFE,
        "ls-files",
        "--error-unmatch",
        "--",
        ":(icase).claude/settings.local.json",
      ],
      [...CLAUDE, "--version"],
      [...CLAUDE, "remote"],
      [...CLAUDE, "remote", "get-url", "origin"],
      [...CLAUDE, "-C", PROJECT, "worktree", "list", "--porcelain", "-z"],
      [...CLAUDE, ...SAFE, ...NO_HOOKS, "config", "--local", "--includes", "-z", "--list"],
      [...CLAUDE, ...SAFE, ...NO_HOOKS, "config", "--worktree", "--includes", "-z", "--list"],
      [...CLAUDE, ...SAFE, "config", "user.name"],
      [
        ...CLAUDE,
        ...SAFE,
        ...settings("core.ignorecase=false"),
        "rev-parse",
        "--is-inside-work-tree",
        "--show-cdup",
      ],
      [...CLAUDE, ...SAFE, "--no-optional-locks", "log", "--oneline", "-n", "5"],
      [...CLAUDE, ...SAFE, "--no-optional-locks", "status", "--short", "--ignore-submodules=dirty"],
      [...CLAUDE_PRIVATE, "write-tree"],
      [...CLAUDE_PRIVATE, "commit-tree", HASH, "-m", "snapshot"],
      [...CLAUDE_PRIVATE, "update-index", "--add", "--remove", "-z", "--stdin"],
      [...CLAUDE_PRIVATE, "ls-files", "-z", "--stage", "--debug", "--", "src/a b.ts"],
      [...CLAUDE_PRIVATE, ...STATUS, "--no-renames", "--ignore-submodules=all"],
      ["git", "--literal-pathspecs", ...PRIVATE, "cat-file", "--batch-check"],
      ["bash", "-c", "env"],
      ["npm", "view", "@anthropic-ai/claude-code@latest", "version", "--prefer-online"],
      [...CLAUDE_CLONE, "https://github.com/anthropics/claude-plugins-official.git", CLAUDE_PLUGINS],
      [...CLAUDE_LOG, "--author=me@example.com"],
    ],
    not: [
      ["git", "ls-files"],
      [...CLAUDE, "push"],
      [...CLAUDE, "remote", "add", "origin", "https://example.com/x.git"],
      [...CLAUDE, "-C", PROJECT, "worktree", "add", "../x"],
      [...CLAUDE, ...SAFE, "config", "user.name", "x"],
      [...CLAUDE, ...SAFE, "--no-optional-locks", "log", "--oneline", "-n", "5", "--output=x"],
      [...CLAUDE_PRIVATE, "commit-tree", "HEAD", "-m", "snapshot"],
      [...CLAUDE_PRIVATE, "update-index", "--add", "x"],
      [...CLAUDE_PRIVATE, "gc"],
      ["npm", "view", "x@latest", "version", "--prefer-online"],
      ["npm", "install", "@anthropic-ai/claude-code@latest"],
      [...CLAUDE_CLONE, "https://example.com/x.git", CLAUDE_PLUGINS],
      [...CLAUDE_CLONE, "https://github.com/anthropics/claude-plugins-official.git", `${PROJECT}/x`],
      ["ssh", "-T", "git@github.com", "touch", "x"],
      [...CLAUDE_LOG, "--output=x"],
      ["bash", "-c", "env; touch x"],
      ["bash", "-c", "env", "x"],
      ["bash", "-lc", "env"],
    ],
  },
  cline: {
    starts: [
      [...CLINE, "stash", "create", CLINE_MARK],
      [...CLINE_INDEX, "add", "--force", "--pathspec-from-file", CLINE_PATHS, "--pathspec-file-nul"],
      [...CLINE_INDEX, "write-tree"],
      [...CLINE_INDEX, "commit-tree", HASH, "-m", "untracked files on cline checkpoint"],
      [...CLINE, "commit-tree", HASH, "-p", TREE, "-p", TREE, "-p", TREE, "-m", CLINE_MARK],
      [...CLINE, "update-ref", "refs/cline/checkpoints/1794846131030_boeuc/1", HASH],
    ],
    not: [
      [...CLINE, "stash", "create"],
      [...CLINE, "stash", "pop", CLINE_MARK],
      ["git", "-C", "/home/me/other", "stash", "create", CLINE_MARK],
      [
        ...CLINE_INDEX,
        "add",
        "--force",
        "--pathspec-from-file",
        `${PROJECT}/pathspec`,
        "--pathspec-file-nul",
      ],
      [...CLINE_INDEX, "add", "--force", "."],
      [...CLINE, "update-ref", "refs/heads/1", HASH],
      [...CLINE, "update-ref", "refs/cline/checkpoints/../../heads/1", HASH],
      [...CLINE, "update-ref", "-d", "refs/heads/main"],
    ],
  },
  cn: {
    starts: [
      ["sh", "-c", "git-ai --version"],
      ["sh", "-c", "xclip -selection clipboard -t image/png -o > /dev/null 2>&1"],
    ],
    not: [
      ["sh", "-c", "git-ai --version; touch x"],
      ["sh", "-c", "git-ai status"],
      ["sh", "-c", "xclip -selection clipboard -t image/png -o > x 2>&1"],
      ["bash", "-c", "git-ai --version"],
      ["git-ai", "--version"],
    ],
  },
  copilot: {
    starts: [
      ["git", "--no-optional-locks", "-C", PROJECT, ...settings("core.fsmonitor=false"), "remote", "-v"],
      [...COPILOT, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"],
      [...COPILOT, "merge-base", "--is-ancestor", HASH, TREE],
      [...COPILOT, "rev-list", "--timestamp", "--max-count=1000", "--min-age=1794847376", `${HASH}..${TREE}`],
      ["bash", "-l", "-c", copilotText("18b8_18e8935613a04f1a")],
    ],
    not: [
      [...COPILOT, "remote", "add", "x", "y"],
      [...COPILOT, "rev-list", "--timestamp", "--max-count=1000", "--min-age=1", "--output=x"],
      ["bash", "-l", "-c", copilotText("1_1'; touch x; echo '")],
      ["bash", "-l", "-c", copilotText("1\n_1")],
      ["bash", "-l", "-c", `${copilotText("1_1")}; touch x`],
      ["bash", "--norc", "--noprofile", "-c", copilotText("1_1")],
      ["env", "-0"],
    ],
  },
  kilo: {
    starts: [
      [...KILO_READ, "rev-parse", "--is-inside-work-tree", "--path-format=absolute", "--show-toplevel"],
      [...KILO_READ, "for-each-ref", "--format=%(refname:short)", "refs/heads"],
      [...KILO, "config", "core.autocrlf", "false"],
      [...KILO, "config", "--get-regexp", "^filter\\."],
      [...KILO, "update-ref", `refs/kilo/snapshots/1794845146350/${HASH}`, HASH],
      [...KILO, "pack-objects", "--non-empty", `${KILO_DIR}/seed-objects/pack/trees`],
      [...KILO, "--work-tree", PROJECT, "write-tree"],
      [...KILO_TREE, "diff", "--no-ext-diff", "--no-renames", "--numstat", HASH, TREE, "--", "."],
      ["git", "--git-dir", `${PROJECT}/.git`, "update-ref", `refs/kilo/materialize/${HASH}`, HASH],
      [...BWRAP, ...BWRAP_ROOT, "/usr/bin/bwrap", "--version"],
      [...BWRAP, "--unshare-net", ...BWRAP_ROOT, "/usr/bin/bwrap", "--version"],
    ],
    not: [
      [...KILO_READ, "remote", "add", "x", "y"],
      [...KILO_READ, "config", "init.defaultBranch", "x"],
      [...KILO, "config", "core.fsmonitor", "/tmp/x"],
      [...KILO_TREE, "read-tree", HASH],
      [...KILO_TREE, "checkout-index", "--all", "--force"],
      [...KILO_TREE, "diff", "--output=x", HASH, TREE, "--", "."],
      ["git", "--git-dir", `${PROJECT}/.git`, "config", "core.autocrlf", "false"],
      ["git", "--git-dir", `${PROJECT}/.git`, "update-ref", "refs/heads/main", HASH],
      [...BWRAP, ...BWRAP_ROOT, "/bin/sh", "-c", "touch x"],
      [...BWRAP, ...BWRAP_ROOT, "/usr/bin/bwrap", "--version", "--", "touch", "x"],
    ],
  },
  qwen: {
    starts: [
      [...QWEN, "--no-optional-locks", "status", "--short", "--branch"],
      [...QWEN, "--no-optional-locks", "log", "--oneline", "-n", "5"],
      [...QWEN, "rev-parse", "--abbrev-ref", "HEAD"],
      ["systemd-inhibit", "--help"],
      [...INHIBIT, QWEN_WHY, "--mode=block", "sleep", "infinity"],
    ],
    not: [
      [...QWEN, "--no-optional-locks", "log", "--oneline", "-n", "5", "--output=x"],
      ["git", ...settings("core.fsmonitor=./x"), "status"],
      [...INHIBIT, QWEN_WHY, "--mode=block", "touch", "x"],
      [...INHIBIT, QWEN_WHY, "--mode=block", "sleep", "infinity", "x"],
      ["systemd-inhibit", "touch", "x"],
    ],
  },
};

describe.each(Object.entries(ROWS))("%s", (agent, { starts, not }) => {
  test.each(starts.map((argv) => [argv.join(" "), argv] as const))("runs for itself: %s", (_, argv) => {
    expect(isStart(agent, argv)).toBe(true);
  });
  test.each(not.map((argv) => [argv.join(" "), argv] as const))("not: %s", (_, argv) => {
    expect(isStart(agent, argv)).toBe(false);
  });
});

describe("an agent's further programs", () => {
  test.each([
    ["cline", "cline/bin/.cline"],
    ["cline", "@cline/cli-linux-x64/bin/cline"],
    ["codex", "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"],
    ["copilot", "@github/copilot-linux-x64/copilot"],
    ["copilot", "@github/copilot/node_modules/@github/copilot-linuxmusl-arm64/copilot"],
    ["goose", "@aaif/goose-binary-linux-x64/bin/goose"],
    ["kilo", "@kilocode/cli/bin/.kilo"],
    ["kilo", "@kilocode/cli-linux-x64/bin/kilo"],
    ["opencode", "opencode-linux-x64/bin/opencode"],
    ["qwen", "@qwen-code/qwen-code/cli.js"],
  ])("%s has %s", (agent, path) => {
    expect(isItsFile(agent, path)).toBe(true);
  });

  test.each([
    ["copilot", "@evil/copilot-linux-x64/copilot"],
    ["copilot", "x/@github/copilot-linux-x64/copilot"],
    ["kilo", "@kilocode/cli/bin/../../../evil/.kilo"],
    ["qwen", "@qwen-code/qwen-code/chunks/cli.js"],
    ["qwen", "x/cli.js"],
    ["cline", "@cline/cli-linux-x64/bin/node"],
  ])("%s has no %s", (agent, path) => {
    expect(isItsFile(agent, path)).toBe(false);
  });
});

function isItsFile(agent: string, path: string): boolean {
  return agentOf(agent).own.some((pattern) => matchesWords([pattern], [path], PLACES));
}

test("every agent of the design's list is known, by the name that users type", () => {
  const names = agents.flatMap(({ programs }) => programs);
  expect(names).toEqual(
    expect.arrayContaining([
      ...["claude", "cline", "cn", "codex", "copilot", "gemini"],
      ...["goose", "grok", "kilo", "opencode", "pi", "qwen"],
    ]),
  );
  expect(new Set(names).size).toBe(names.length);
});

describe.each(agents)("$agent's patterns", ({ starts, passes }) => {
  const patterns = [...starts, ...passes];
  test("name their program", () => {
    expect(patterns.filter(([program = ""]) => /[*{]|^\.\.\.$/.test(program))).toEqual([]);
  });
  test("leave nothing open in what a shell or an interpreter is given", () => {
    const told = starts.filter(([program = ""]) => TOLD.test(program));
    expect(told.filter((words) => words.some((word) => word === "..." || word.includes("*")))).toEqual([]);
  });
  test("do not end open behind a program that starts others", () => {
    const open = starts.filter(([program = "", ...words]) => STARTERS.test(program) && words.includes("..."));
    expect(open).toEqual([]);
  });
});

/** A program that stands in for another has options that the other one has not: what is not known of it is asked about. */
describe("claude's own program as other programs", () => {
  const engine = createEngine({ home: "/home/me", project: PROJECT, knowledge: requireKnowledge() });
  const rulingOf = async (name: string, words: readonly string[]) => {
    const means = agentOf("claude").names.find((one) => one.name === name)?.means ?? "";
    return (await engine.check({ what: { kind: "argv", argv: [means, ...words] }, cwd: PROJECT })).ruling;
  };
  test.each([
    ["ugrep", ["--save-config=x", "todo", "src"]],
    ["ugrep", ["--filter=*:sh", "todo", "src"]],
    ["ugrep", ["--pager=./x", "todo", "src"]],
    ["ugrep", ["--config=x", "todo", "src"]],
    ["ugrep", ["---x", "todo", "src"]],
    ["ugrep", ["-Q", "todo", "src"]],
    ["bfs", [".", "-unknown"]],
    ["rg", ["--pre=./x", "todo"]],
  ])("%s %j is asked about", async (name, words) => {
    expect(await rulingOf(name, words)).not.toBe("allow");
  });
  test.each([
    ["ugrep", ["-rn", "--include=*.ts", "todo", "src"]],
    ["bfs", [".", "-name", "*.ts"]],
    ["rg", ["-n", "todo", "src"]],
  ])("%s %j only looks", async (name, words) => {
    expect(await rulingOf(name, words)).toBe("allow");
  });
});

describe.each(agents)(
  "$agent's patterns take no longer than their words",
  ({ agent, starts, passes, own }) => {
    const patterns = [...starts, ...passes, ...own.map((one) => [one])];
    test.runIf(patterns.length > 0)(agent, () => {
      // Each pattern as words of its own, with a part of one word repeated and spoiled at its end.
      const hostile = patterns.flatMap((pattern) =>
        [...new Set(pattern.flatMap((word) => word.match(/[\w./-]+/g) ?? []))].slice(-4).map((part) => {
          const at = pattern.findIndex((word) => word.includes(part));
          return (size: number) => {
            const words = pattern.map((word) => word.replace(/[*]|\{\w+\}/g, "a"));
            words[at] = `${words[at] ?? ""}${part.repeat(size)}!`;
            return matchesWords(pattern, words, PLACES);
          };
        }),
      );
      expect(growthOf((size) => hostile.map((run) => run(size)), 300)).toBeLessThan(TOO_STEEP);
    });
  },
);

const TOLD = /^(?:(?:ba|da|z|fi|k)?sh|node|bun|deno|python3?|perl|ruby|php|awk|sed)$/;
const STARTERS = /^(?:bwrap|systemd-inhibit|env|nice|nohup|setsid|timeout|xargs|find|sudo|ssh|docker)$/;
