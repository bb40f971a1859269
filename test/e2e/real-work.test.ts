/** Real work below the gate is the same work: same status, same words, same files as without guard, and one question at most. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { type Job, runTwice } from "./real-work-copies.ts";
import {
  C_PROJECT,
  GIT_ENV,
  GIT_HOOKS,
  GIT_LINE,
  GREET,
  LONG_SCRIPT,
  MANY_CHILDREN,
  NPM_PROJECT,
  PARALLEL_PYTHON,
  RUST_PROGRAM,
  SHELL_WAYS,
  TEXT_FILES,
} from "./real-work-programs.ts";

const BWRAP =
  'bwrap --ro-bind / / --dev /dev --proc /proc --bind "$PWD" "$PWD" --unshare-pid --unshare-net --die-with-parent';
const bwrapNeeds =
  spawnSync("sh", ["-c", `${BWRAP} true`]).status === 0 ? undefined : "bwrap that may make namespaces";
const INSIDE = { Makefile: "all:\n\techo $$PPID > made; touch /usr/x || ls -d /dev/null\n" };

const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
const PATH = inject("wholePath");
const pythonIsScript =
  spawnSync("sh", ["-c", 'head -c2 "$(command -v python3)"'], { env: { PATH } }).stdout.toString() === "#!";

const jobs: Readonly<Record<string, Job>> = {
  "make of 120 C files, four at once, and the program run": {
    line: "make -j4 && ./program",
    status: 3,
    files: C_PROJECT,
    anyOrder: true,
  },
  "npm install and test, with lifecycle scripts and a dependency's program": {
    line: "npm install && npm test",
    status: 4,
    files: NPM_PROJECT,
    prepare: packDependency,
  },
  "npm test of what was installed before": {
    line: "npm test",
    status: 4,
    files: { ...NPM_PROJECT, "node_modules/.bin/greet": GREET },
  },
  "git with a remote, hooks and a rebase": {
    line: GIT_LINE,
    files: GIT_HOOKS,
    env: GIT_ENV,
    unlike: /\/index$/,
  },
  "python with processes by fork and by spawn, and threads that start programs": {
    line: `${python.stdout?.trim()} parallel.py`,
    status: 5,
    files: { "parallel.py": PARALLEL_PYTHON },
    needs: python.status === 0 ? undefined : "python3",
  },
  "node with 60 children at once and four workers": {
    line: "node many.mjs",
    files: { "many.mjs": MANY_CHILDREN },
  },
  "a script of 300 commands": { line: "./work.sh", status: 7, files: { "work.sh": LONG_SCRIPT } },
  "a script that the line itself writes": {
    line: "printf '#!/bin/sh\\necho $0 > made\\n' > new.sh && chmod +x new.sh && ./new.sh; echo 'cat made; exit 5' > more.sh; bash more.sh",
    status: 5,
  },
  "a shell's own ways": { line: SHELL_WAYS, status: 8 },
  "xargs, eight at once": {
    line: "seq 120 | xargs -P8 -n1 sh -c 'echo $0 > file$0; echo $0'",
    anyOrder: true,
  },
  "xargs that puts words together": {
    line: "seq 5 | xargs -I{} sh -c 'echo {} > file{}'",
  },
  "xargs of what find found": {
    line: "find deep -name '*.txt' | xargs rm",
    files: TEXT_FILES,
  },
  "find that starts programs": {
    line: "find deep -name '*.txt' -exec wc -l {} \\; -exec cp {} {}.bak \\; -exec chmod 600 {} +",
    files: TEXT_FILES,
    anyOrder: true,
  },
  "find that starts shells": {
    line: "find deep -name '*.txt' -exec sh -c 'wc -l < \"$1\"' _ {} \\; -exec cp {} {}.bak \\;",
    files: TEXT_FILES,
    anyOrder: true,
  },
  "a chain of execs in one process": {
    line: "exec env -u B nice -n 1 sh -c 'exec bash -c \"exec nohup timeout 20 sh -c '\\''echo \\$PPID | wc -w; exit 9'\\''\"'",
    status: 9,
  },
  "a variable for a program below": {
    line: "A=1 sh -c 'echo $A > file$A'",
  },
  "python by a version manager": {
    line: "python3 -c 'import os; os.system(\"echo x > x\")'",
    path: PATH,
    needs: pythonIsScript ? undefined : "python3 of a version manager",
  },
  "bwrap with make": {
    line: `${BWRAP} make -s`,
    files: INSIDE,
    needs: bwrapNeeds,
    unconfinedAsRoot: true,
  },
  "bwrap with a shell": {
    line: `${BWRAP} sh -c 'echo $$ > one; cat one'`,
    needs: bwrapNeeds,
    unconfinedAsRoot: true,
  },
};

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("below the gate the same as without", () => {
  /** What is made once, for both copies. */
  let made: string;
  beforeAll(() => {
    made = mkdtempSync("/tmp/gs-made-");
  });
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  test.for(Object.entries(jobs))("%s", async ([, job], { skip }) => {
    if (job.needs !== undefined) skip(`no ${job.needs} here`);
    await expectTheSame(job);
  });

  test("a static Rust program that starts others", async ({ skip }) => {
    const program = join(made, "starts-others");
    writeFileSync(join(made, "main.rs"), RUST_PROGRAM);
    const flags = ["--edition", "2021", "-C", "target-feature=+crt-static", "-o", program];
    const built = spawnSync("rustc", [...flags, join(made, "main.rs")]);
    if (built.status !== 0) skip("no rustc here that links statically");
    await expectTheSame({
      line: "./starts-others",
      status: 6,
      files: { "main.rs": RUST_PROGRAM },
      prepare: (project) => copyFileSync(program, join(project, "starts-others")),
    });
  });

  test("npm ci of a package from the registry", async ({ skip }) => {
    const wanted = JSON.stringify({ name: "job", version: "1.0.0", dependencies: { semver: "7.6.3" } });
    writeFileSync(join(made, "package.json"), wanted);
    // The session's environment knows nothing of this machine's own settings.
    const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
    const cache = ["--cache", join(made, "npm"), "--registry", registry];
    const quiet = [...cache, "--no-audit", "--no-fund", "--no-update-notifier"];
    const got = spawnSync("npm", ["install", ...quiet, "--fetch-retries=0"], { cwd: made, timeout: 8_000 });
    if (got.status !== 0) skip("the registry of npm cannot be reached");
    const lock = readFileSync(join(made, "package-lock.json"), "utf8");
    await expectTheSame({
      line: `npm ci --prefer-offline ${quiet.join(" ")} && node -p 'require("semver").inc("1.2.3", "minor")'`,
      files: { "package.json": wanted, "package-lock.json": lock },
    });
  });
});

async function expectTheSame(job: Job): Promise<void> {
  const { plain, gated, asked } = await runTwice(job);
  expect(plain, plain.stderr).toMatchObject({ status: job.status ?? 0 });
  expect(gated).toEqual(plain);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(1);
}

/** As `npm pack` would, but the same bytes each time and sooner. */
function packDependency(project: string): void {
  const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--transform=s,^greet,package,"];
  done(spawnSync("tar", ["-C", project, ...same, "-czf", join(project, "greet-1.0.0.tgz"), "greet"]));
}

function done({ status, stderr }: { readonly status: number | null; readonly stderr: Buffer }): void {
  if (status !== 0) throw new Error(String(stderr));
}
