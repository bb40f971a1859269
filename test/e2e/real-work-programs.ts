/** Texts of the programs and scripts that the jobs of real-work.test.ts are made of. */

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** 120 parts, a program of them that ends with 3, and a Makefile. */
export const C_PROJECT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(numbers(120).map((n) => [`part${n}.c`, `int part${n}(void) { return ${n}; }\n`])),
  "main.c": [
    "int printf(const char *, ...);",
    ...numbers(120).map((n) => `int part${n}(void);`),
    `int main(void) { printf("%d\\n", ${sumOf(120)}); return 3; }`,
    "",
  ].join("\n"),
  Makefile: [
    "OBJECTS = $(sort $(patsubst %.c,%.o,$(wildcard *.c)))",
    "run: program",
    "\t./program; test $$? = 3",
    "program: $(OBJECTS)",
    "\t$(CC) -o $@ $(OBJECTS)",
    "%.o: %.c",
    "\t$(CC) -O0 -c -o $@ $<",
    "",
  ].join("\n"),
};

function sumOf(count: number): string {
  return numbers(count)
    .map((n) => `part${n}()`)
    .join(" + ");
}

export const GREET = "#!/usr/bin/env node\nconsole.log('hello', process.argv[2]);\n";

/** Needs `greet-1.0.0.tgz`, packed from `greet`. */
export const NPM_PROJECT: Readonly<Record<string, string>> = {
  ".npmrc": "update-notifier=false\naudit=false\nfund=false\noffline=true\n",
  "package.json": JSON.stringify({
    name: "job",
    version: "1.0.0",
    scripts: {
      preinstall: "echo before > before",
      postinstall: "greet installed > after",
      pretest: "greet before",
      test: "node --test test.mjs && greet done",
      posttest: "exit 4",
    },
    dependencies: { greet: "file:greet-1.0.0.tgz" },
  }),
  "test.mjs": [
    'import { execFileSync } from "node:child_process";',
    'import { equal } from "node:assert/strict";',
    'import { test } from "node:test";',
    'test("greets", () => equal(execFileSync("greet", ["you"], { encoding: "utf8" }), "hello you\\n"));',
    "",
  ].join("\n"),
  "greet/package.json": JSON.stringify({ name: "greet", version: "1.0.0", bin: { greet: "greet.js" } }),
  "greet/greet.js": GREET,
};

/** The same commits each time: who and when are part of their names. */
export const GIT_ENV = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "c",
  GIT_COMMITTER_EMAIL: "c@example.org",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

export const GIT_HOOKS: Readonly<Record<string, string>> = {
  "hooks/pre-commit": "#!/bin/sh\necho pre-commit; test -s one\n",
  "hooks/commit-msg": '#!/bin/sh\necho "Signed-off-by: hook" >> "$1"\n',
  "hooks/pre-push": '#!/bin/sh\nwhile read a b ref c; do echo "pushing $ref"; done\n',
  "hooks/post-rewrite": "#!/bin/sh\nsort | wc -l > ../rewritten\n",
};

export const GIT_LINE = `
git init -q --bare remote.git && git clone -q remote.git work && cd work && git config core.hooksPath ../hooks &&
echo 1 > one && git add one && git commit -q -m one && git branch -M main &&
git checkout -q -b side && echo s > two && git add two && git commit -q -m side &&
git checkout -q main && echo 2 >> one && git commit -q -am two &&
git rebase -q main side && git push -q origin main side && git clone -q -b side ../remote.git ../again &&
git log --format='%H %s' && git -C ../again log --format=%H
`;

export const PARALLEL_PYTHON = `
import multiprocessing, subprocess, sys, threading

def square(n):
    return n * n

if __name__ == "__main__":
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(3) as pool:
            print(method, pool.map(square, range(40)), flush=True)
    said = {}
    def start(n):
        done = subprocess.run(["sh", "-c", f"echo {n}; exit {n}"], capture_output=True, text=True)
        said[n] = (done.returncode, done.stdout)
    threads = [threading.Thread(target=start, args=(n,)) for n in range(24)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(sorted(said.items()))
    try:
        subprocess.run(["./no-such-program"])
    except FileNotFoundError as error:
        print(error)
    try:
        subprocess.run(["sleep", "60"], timeout=0.1)
    except subprocess.TimeoutExpired as error:
        print(error.cmd)
    print(subprocess.run(["sh", "-c", "kill -SEGV $$"]).returncode)
    sys.exit(5)
`;

export const MANY_CHILDREN = `
import { execFileSync, spawn } from "node:child_process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const ended = (child, input) => new Promise((done) => {
  let text = "";
  child.stdout.on("data", (chunk) => { text += chunk; });
  child.stdin.on("error", () => undefined); // it may be gone; its output and its end tell
  child.stdin.end(input);
  child.on("close", (code, signal) => done([text, code, signal]));
});
const numbers = (count) => Array.from({ length: count }, (_, index) => index);

if (isMainThread) {
  const children = numbers(60).map((n) => ended(spawn("sh", ["-c", "read x; echo $x $0; exit $0", n]), "in\\n"));
  console.log(JSON.stringify(await Promise.all(children)));
  const workers = numbers(4).map((n) => new Promise((done) => {
    new Worker(new URL(import.meta.url), { workerData: n }).on("message", done);
  }));
  console.log(JSON.stringify(await Promise.all(workers)));
  const slow = spawn("sleep", ["60"]);
  slow.kill("SIGTERM");
  console.log(await ended(slow, ""));
} else {
  parentPort.postMessage(numbers(5).map((n) => execFileSync("printf", ["%s-%s", workerData, n], { encoding: "utf8" })));
}
`;

export const RUST_PROGRAM = `
use std::os::unix::process::CommandExt;
use std::process::Command;

fn start(n: usize) -> std::process::Output {
    Command::new("sh").args(["-c", &format!("echo {n}; exit {n}")]).output().unwrap()
}

fn main() {
    let threads: Vec<_> = (0..16).map(|n| std::thread::spawn(move || start(n))).collect();
    for thread in threads {
        let done = thread.join().unwrap();
        println!("{:?} {}", done.status.code(), String::from_utf8_lossy(&done.stdout).trim());
    }
    println!("{:?}", Command::new("./no-such-program").status().unwrap_err().kind());
    // With a step before the exec it is fork, without one it is posix_spawn.
    let forked = unsafe { Command::new("wc").arg("-l").arg("main.rs").pre_exec(|| Ok(())).output().unwrap() };
    println!("{}", String::from_utf8_lossy(&forked.stdout).trim());
    let error = Command::new("sh").args(["-c", "echo last; exit 6"]).exec();
    panic!("{}", error);
}
`;

/** 300 commands, a fifth of them in pipes. */
export const LONG_SCRIPT = [
  "#!/bin/bash",
  "set -eu",
  "mkdir out",
  ...numbers(99).map((n) => `echo ${n} | tr 0-9 a-j > out/${n}`),
  ...numbers(60).map((n) => `cp out/${n} out/copy${n}`),
  ...numbers(35).map((n) => `mv out/copy${n} out/moved${n}`),
  "cat out/* | sort | uniq -c | sort -rn | head -3",
  "exit 7",
  "",
].join("\n");

/** What a shell does beside starting programs one after the other. */
export const SHELL_WAYS = `
trap 'echo bye; rm -f pipe' EXIT
mkfifo pipe; (seq 5000 > pipe &) ; wc -l < pipe
diff <(seq 3) <(seq 4) || echo "differ $?"
coproc cat; echo through >&"\${COPROC[1]}"; read -r line <&"\${COPROC[0]}"; echo "$line"; exec {COPROC[1]}>&-; wait
for n in 1 2 3 4; do (sleep 0.0$n; exit $n) & jobs="$jobs $!"; done; for job in $jobs; do wait "$job"; echo "$?"; done
timeout 0.1 sleep 60; echo "timeout $?"
sh -c 'kill -TERM $$'; echo "killed $?"
seq 20000 | sort -rn | tee all | tail -2; echo "\${PIPESTATUS[*]:0:1}"
no-such-program 2> /dev/null; echo "missing $?"; ./all 2> /dev/null; echo "not executable $?"
umask 077; : > secret; ulimit -n 64; ulimit -n
exit 8
`;

export const TEXT_FILES = Object.fromEntries(
  numbers(30).map((n) => [`deep/${n % 5}/${n}.txt`, `${n}\n`.repeat(n)]),
);
