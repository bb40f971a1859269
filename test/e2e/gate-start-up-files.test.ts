/** A file that an agent writes is no start-up file of the user's, whenever a shell reads it. Each row was a hole once. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const ROOT = process.env["GUARD_TEST_ROOT"] ?? resolve(import.meta.dirname, "../..");
const GUARD = join(ROOT, "bin/guard");

let root: string;
beforeEach(() => {
  root = mkdtempSync("/tmp/gu-");
  for (const folder of ["home", "project/.git", "r"]) mkdirSync(at(folder), { recursive: true, mode: 0o700 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);
const mark = () => at("project/mark");

function write(name: string, text: string): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text, { mode: 0o755 });
  return at(name);
}

interface Row {
  readonly name: string;
  readonly argv: readonly [shell: string, ...words: string[]];
  /** The user's own, from before. */
  readonly before?: Readonly<Record<string, string>>;
  /** What the agent writes; MARK is what must not come to be. */
  readonly writes: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const LINE = "ls -d /; ls -d /";
const TOUCH = "touch MARK\n";
const rows: readonly Row[] = [
  {
    name: "bash, at its end",
    argv: ["bash", "-lc", `${LINE}; exit`],
    writes: { "home/.bash_logout": TOUCH },
  },
  {
    name: "bash-completion's own of the user's",
    argv: ["bash", "-ic", LINE],
    before: { "home/.bashrc": "user_file=.bash_completion; [ -f ~/$user_file ] && . ~/$user_file\n" },
    writes: { "home/.bash_completion": TOUCH },
  },
  {
    name: "a compiled text of zsh",
    argv: ["zsh", "-c", LINE],
    before: { "home/.zshenv": "true\n" },
    writes: { "home/.zshenv.zwc": TOUCH },
  },
  {
    name: "a vendor's configuration for fish",
    argv: ["fish", "-c", LINE],
    writes: { "home/.local/share/fish/vendor_conf.d/a.fish": TOUCH },
  },
  {
    name: "a function of a vendor's for fish",
    argv: ["fish", "-c", LINE],
    before: { "home/.config/fish/config.fish": "user_tools\n", "home/.local/share/fish/x": "" },
    writes: {
      "home/.local/share/fish/vendor_functions.d/user_tools.fish": `function user_tools\n${TOUCH}end\n`,
    },
  },
  {
    name: "each file of a folder",
    argv: ["bash", "-lc", LINE],
    before: { "home/.profile": 'for f in "$HOME"/parts/*; do . "$f"; done\n', "home/parts/a": "true\n" },
    writes: { "home/parts/b": TOUCH },
  },
  {
    name: "a folder that the caller names",
    argv: ["bash", "-lc", LINE],
    before: { "home/.profile": '[ -n "$TOOLS" ] && . "$TOOLS/env.sh"\n' },
    writes: { "elsewhere/env.sh": TOUCH },
    env: { TOOLS: "ROOT/elsewhere" },
  },
  {
    name: "a folder that the caller names in place of the usual one",
    argv: ["bash", "-lc", LINE],
    before: { "home/.profile": '. "${TOOLS:-$HOME/tools}/env.sh"\n', "home/tools/env.sh": "true\n" },
    writes: { "elsewhere/env.sh": TOUCH },
    env: { TOOLS: "ROOT/elsewhere" },
  },
  {
    name: "a program that fish's own ls is told to be",
    argv: ["fish", "-c", "ls mark; true"],
    before: { "home/.config/fish/config.fish": "alias touch 'touch -c'\n" },
    writes: {},
    env: { __fish_ls_command: "touch", __fish_ls_color_opt: "-m" },
  },
  {
    name: "a program that no start-up file names",
    argv: ["bash", "-lc", LINE],
    before: { "home/.profile": 'eval "$(printf %s "${WORDS-}")"\n' },
    writes: {},
    env: { WORDS: "touch mark" },
  },
];

/** An agent that writes the files, then starts the shell. */
function play({ argv, writes, env = {} }: Row): string {
  const full = (text: string) => text.replaceAll("MARK", mark()).replaceAll("ROOT", root);
  const files = Object.entries(writes).map(([name, text]) => {
    const file = write(`made/${name.replace(/\.zwc$/, "")}`, full(text));
    if (!name.endsWith(".zwc")) return [file, at(name)];
    spawnSync("zsh", ["-fc", 'zcompile "$1"', "zsh", file]);
    return [`${file}.zwc`, at(name)];
  });
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, full(value)]));
  const agent = write(
    "agent.cjs",
    `const { copyFileSync, mkdirSync } = require("fs");
for (const [from, to] of ${JSON.stringify(files)}) {
  mkdirSync(require("path").dirname(to), { recursive: true });
  copyFileSync(from, to);
}
const [shell, ...words] = ${JSON.stringify(argv)};
const env = { ...process.env, ...${JSON.stringify(variables)} };
const { stdout, stderr } = require("child_process").spawnSync(shell, words, { encoding: "utf8", env });
console.log(stdout + stderr);
`,
  );
  const ran = spawnSync(
    process.execPath,
    // What the gate holds where files can be written; confinement would keep most of them from being made at all.
    [
      GUARD,
      "run",
      ...["--gate", "on", "--confine", "off", "--console", "none"],
      "--",
      process.execPath,
      agent,
    ],
    {
      cwd: at("project"),
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: at("home"), XDG_RUNTIME_DIR: at("r") },
    },
  );
  return ran.stdout + ran.stderr;
}

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("what an agent writes starts nothing", () => {
  test.for(rows)("$name", (row, { skip }) => {
    const [shell] = row.argv;
    if (!existsSync(`/bin/${shell}`)) skip(`no ${shell} here`);
    for (const [name, text] of Object.entries(row.before ?? {})) {
      // Older than what comes: zsh takes the newer one.
      utimesSync(write(name, text), 1e9, 1e9);
    }
    const out = play(row);
    expect(existsSync(mark()), out).toBe(false);
    // It was read, and guard was asked.
    expect(out).toContain("guard: denied");
  });
});
