/** Real work below the gate is the same work: same status, same words, same files as without guard, and at most one question. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { type Job, runTwice } from "./real-work-copies.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const C_FILES = {
  ...Object.fromEntries(numbers(120).map((n) => [`part${n}.c`, `int part${n}(void) { return ${n}; }\n`])),
  "main.c": [
    "#include <stdio.h>",
    ...numbers(120).map((n) => `int part${n}(void);`),
    "int main(void) {",
    `  printf("%d\\n", ${numbers(120)
      .map((n) => `part${n}()`)
      .join(" + ")});`,
    "  return 3;",
    "}\n",
  ].join("\n"),
  Makefile: [
    "OBJECTS = $(sort $(patsubst %.c,%.o,$(wildcard *.c)))",
    "program: $(OBJECTS)",
    "\t$(CC) -o $@ $(OBJECTS)",
    "run: program",
    "\t./program; test $$? = 3",
    "%.o: %.c",
    "\t$(CC) -O0 -c -o $@ $<\n",
  ].join("\n"),
};

const PARALLEL_PYTHON = `
import multiprocessing, subprocess, sys, threading

def square(n):
    return n * n

if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(4) as pool:
            print(method, pool.map(square, range(40)))
    said = {}
    def start(n):
        done = subprocess.run(["sh", "-c", f"echo {n}; exit {n}"], capture_output=True, text=True)
        said[n] = (done.returncode, done.stdout)
    threads = [threading.Thread(target=start, args=(n,)) for n in range(24)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(sorted(said.items()))
    try:
        subprocess.run(["no-such-program"])
    except FileNotFoundError as error:
        print(error)
    print(subprocess.run(["sh", "-c", "kill -SEGV $$"]).returncode)
    sys.exit(5)
`;

const MANY_CHILDREN = `
import { execFileSync, spawn } from "node:child_process";
import { Worker, isMainThread, workerData, parentPort } from "node:worker_threads";
const ended = (child) => new Promise((done) => {
  let text = "";
  child.stdout.on("data", (chunk) => { text += chunk; });
  child.on("close", (code, signal) => done([text, code, signal]));
});
if (isMainThread) {
  const children = Array.from({ length: 60 }, (_, n) => ended(spawn("sh", ["-c", "read x; echo $x $0; exit $0", String(n)]).on("spawn", function () { this.stdin.end("in\\n"); })));
  console.log(JSON.stringify(await Promise.all(children)));
  const workers = [1, 2, 3, 4].map((n) => new Promise((done) => new Worker(new URL(import.meta.url), { workerData: n }).on("message", done)));
  console.log(JSON.stringify(await Promise.all(workers)));
  const slow = spawn("sleep", ["60"]);
  slow.kill("SIGTERM");
  console.log(await ended(slow));
} else {
  parentPort.postMessage(Array.from({ length: 5 }, (_, n) => execFileSync("printf", ["%s-%s", workerData, n], { encoding: "utf8" })));
}
`;

const THREE_HUNDRED = [
  "#!/bin/bash",
  "set -eu",
  "mkdir -p out",
  ...numbers(100).map((n) => `printf '%s\\n' ${n} | tr 0-9 a-j > out/${n}`),
  ...numbers(60).map((n) => `cp out/${n} out/copy${n}`),
  ...numbers(39).map((n) => `mv out/copy${n} out/moved${n}`),
  "cat out/* | sort | uniq -c | sort -rn | head -3",
  "exit 7\n",
].join("\n");

const GIT = `
git init -q --bare remote.git && git clone -q remote.git work 2>&1 && cd work &&
mkdir hooks && git config core.hooksPath hooks &&
printf '#!/bin/sh\\necho pre-commit; test -s one\\n' > hooks/pre-commit &&
printf '#!/bin/sh\\necho "Signed-off-by: hook" >> "$1"\\n' > hooks/commit-msg &&
printf '#!/bin/sh\\nwhile read a b c d; do echo "pushing $c"; done\\n' > hooks/pre-push && chmod +x hooks/* &&
echo 1 > one && git add one && git commit -q -m one && git branch -M main &&
git checkout -q -b side && echo s > two && git add two && git commit -q -m side &&
git checkout -q main && echo 2 >> one && git commit -q -am two &&
git rebase -q main side && git log --format='%H %s' && git push -q origin main side && git -C ../remote.git log --format=%H side
`;

const GIT_ENV = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "c",
  GIT_COMMITTER_EMAIL: "c@example.org",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

const NPM = {
  "package.json": JSON.stringify({
    name: "job",
    version: "1.0.0",
    scripts: {
      preinstall: "echo before > before",
      postinstall: "greet installed > after",
      pretest: "greet pre",
      test: "node --test test.mjs && greet done",
    },
    dependencies: { greet: "file:greet-1.0.0.tgz" },
  }),
  "test.mjs": [
    'import { test } from "node:test";',
    'import { execFileSync } from "node:child_process";',
    'test("greets", () => { if (execFileSync("greet", ["x"], { encoding: "utf8" }) !== "hello x\\n") throw new Error("no"); });\n',
  ].join("\n"),
  "greet/package.json": JSON.stringify({
    name: "greet",
    version: "1.0.0",
    bin: { greet: "greet.js" },
    scripts: { install: 'node -e \'require("fs").writeFileSync("built", "yes")\'' },
  }),
  "greet/greet.js": "#!/usr/bin/env node\nconsole.log('hello', process.argv[2]);\n",
};

const jobs: Readonly<Record<string, Job>> = {
  "make of 120 C files by four at once, and what it made": {
    line: "make -j4 run && ./program",
    files: C_FILES,
    anyOrder: true,
  },
  "npm install and test, with lifecycle scripts and a program of a dependency": {
    line: "npm install --offline --no-audit --no-fund && npm test",
    files: NPM,
    prepare: (project) => {
      spawnSync("npm", ["pack", "--silent", "./greet"], { cwd: project });
    },
    unlike: /^$/,
  },
  "git with a remote and hooks": { line: GIT, env: GIT_ENV, unlike: /(^|\/)index$/ },
  "python with processes by fork, spawn and forkserver, and threads that start programs": {
    line: "python3 parallel.py",
    files: { "parallel.py": PARALLEL_PYTHON },
    unlike: /__pycache__/,
  },
  "node with 60 children at once and four workers": {
    line: "node many.mjs",
    files: { "many.mjs": MANY_CHILDREN },
  },
  "a script of 300 commands": { line: "./work.sh", files: { "work.sh": THREE_HUNDRED } },
  "xargs by eight at once": {
    line: "seq 200 | xargs -P8 -I{} sh -c 'echo {} > file{}; echo {}'",
    anyOrder: true,
  },
  "find with exec": {
    line: "find . -name '*.txt' -exec sh -c 'wc -l < \"$1\"' _ {} \\; -exec cp {} {}.bak \\; -exec chmod 600 {} +",
    files: Object.fromEntries(numbers(40).map((n) => [`deep/${n % 5}/${n}.txt`, `${n}\n`.repeat(n)])),
    anyOrder: true,
  },
  "a chain of execs in one process": {
    line: "exec env A=1 nice -n 1 sh -c 'exec bash -c \"exec nohup timeout 20 sh -c '\\''echo \\$A \\$PPID | wc -w; exit 9'\\''\"'",
  },
};

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("below the gate the same as without", () => {
  test.for(Object.entries(jobs))("%s", async ([, job]) => {
    const { plain, gated, asked } = await runTwice(job);
    if (process.env["SHOW"]) console.log(job.line.slice(0, 60), asked, plain.status, plain.stdout.slice(-1500), plain.stderr.slice(-1500), Object.keys(plain.tree).length);
    expect(gated).toEqual(plain);
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(1);
  });
});
