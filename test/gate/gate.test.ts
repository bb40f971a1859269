/** The exec gate alone: what it sees, how an answer looks to the caller, and that waiting hurts nobody. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { isRunning } from "../launcher/processes.ts";
import { findSeat } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { type GateAnswer, type GateExec, GateHost } from "./gate-host.ts";

const seat = findSeat() ?? "";
if (seat === "") process.stderr.write("exec gate: no C compiler here, its tests are skipped\n");

/** Words of the argv decide: DENYME, WAITME; the text of a -c does not count. */
function byWords({ argv }: GateExec): GateAnswer {
  const words = argv.filter((_, index) => argv[index - 1] !== "-c");
  if (words.includes("DENYME")) return "deny";
  return words.includes("WAITME") ? "wait" : "allow";
}

let host: GateHost;
afterEach(() => host.close());

const open = async (answer: (exec: GateExec) => GateAnswer = byWords): Promise<GateHost> => {
  host = await new GateHost(answer).listen();
  return host;
};
const sh = (line: string) => ["/bin/bash", ["bash", "-c", line]] as const;
const DENIAL = /^guard: denied: the test says no \[rule test\.deny, check check-\d+\]\n/;

describe.skipIf(seat === "")("what is seen", () => {
  test("the agent itself, and everything that it starts, by what was loaded", async () => {
    await open();
    const run = await host.run(
      seat,
      ...sh("cd /usr; /bin/echo one; env -i /bin/echo two; (exec -a other /bin/echo three)"),
    );
    expect(run.stdout).toBe("one\ntwo\nthree\n");
    expect(host.execs.map(({ path, argv, cwd }) => [path, argv.join(" "), cwd])).toEqual([
      ["/usr/bin/bash", expect.stringContaining("bash -c"), host.seat.folder],
      ["/usr/bin/echo", "/bin/echo one", "/usr"],
      ["/usr/bin/env", "env -i /bin/echo two", "/usr"],
      ["/usr/bin/echo", "/bin/echo two", "/usr"],
      ["/usr/bin/echo", "other three", "/usr"],
    ]);
  });

  test("a script by its own name, with its interpreter", async () => {
    await open();
    const script = join(host.seat.folder, "x");
    writeFileSync(script, "#!/usr/bin/env sh\necho ran\n");
    chmodSync(script, 0o755);
    const run = await host.run(seat, ...sh("./x DENY ME"));
    expect(run.stdout).toBe("ran\n");
    const [, first, second] = host.execs;
    expect(first).toMatchObject({
      path: "/usr/bin/env",
      file: "./x",
      argv: ["/usr/bin/env", "sh", "./x", "DENY", "ME"],
    });
    expect(second).toMatchObject({ argv: ["sh", "./x", "DENY", "ME"] });
  });

  const placeText = () => {
    const file = join(host.seat.folder, "text");
    writeFileSync(file, 'echo "from text: $#"\n');
    chmodSync(file, 0o755);
  };

  test("names that are not there raise nothing, and a file that is no program does not spoil the next start", async () => {
    await open();
    placeText();
    const run = await host.run(seat, ...sh("nothing-here; /no/such/thing; ./text; /bin/echo after"));
    expect(run.stdout).toBe("from text: 0\nafter\n");
    expect(host.execs.map(({ argv }) => argv[0])).toEqual(["bash", "bash", "/bin/echo"]);
  });

  const many = Array.from({ length: 1000 }, (_, index) => String(index));
  test.for<[line: string, stdout: string, argv: readonly unknown[]]>([
    ["./text 'a b' ''", "from text: 2\n", ["./text", "a b", ""]],
    ["exec ./text", "from text: 0\n", [expect.stringMatching(/\/text$/)]],
    ["./text DENYME", "", ["./text", "DENYME"]],
    [`./text ${many.join(" ")}`, "from text: 1000\n", ["./text", ...many]],
  ])("a text that bash would read by itself, as a start of bash: %s", async ([line, stdout, words]) => {
    await open();
    placeText();
    const run = await host.run(seat, ...sh(line));
    expect(host.execs.slice(1).map(({ argv }) => argv)).toEqual([["bash", ...words]]);
    expect(run.stdout).toBe(stdout);
  });

  test("a text for which no shell can be started is refused, and told", async () => {
    await open();
    placeText();
    const run = await host.run(seat, ...sh("./text {1..5000}; echo $?"));
    expect(run.stdout).toBe("126\n");
    expect(host.notes.some((note) => note.startsWith("unjudged-text"))).toBe(true);
  });

  test("a file that is a program at one moment and a text at the next: never read unseen", async () => {
    await open(({ argv }) => (argv[1] === "./text" ? "deny" : "allow"));
    placeText();
    const at = (name: string) => join(host.seat.folder, name);
    copyFileSync("/bin/true", at("program"));
    renameSync(at("text"), at("words"));
    const stop = new AbortController();
    let turns = 0;
    const flip = () => {
      if (stop.signal.aborted) return;
      for (const name of ["words", "program", "words", "program"]) {
        linkSync(at(name), at("next"));
        renameSync(at("next"), at("text"));
      }
      turns++;
      setImmediate(flip);
    };
    flip();
    const run = await host.run(seat, ...sh("for ((at = 0; at < 400; at++)); do ./text; done 2>/dev/null"));
    stop.abort();
    expect(run.stdout).toBe("");
    // Both were met.
    expect(new Set(host.execs.map(({ path }) => path)).size).toBeGreaterThan(1);
    expect(turns).toBeGreaterThan(100);
  });

  test("arguments that are no text and 200,000 bytes long come whole", async () => {
    await open();
    await host.run(
      seat,
      ...sh(
        `/bin/true "$(head -c 100000 /dev/zero | tr '\\0' x)" "$(head -c 100000 /dev/zero | tr '\\0' y)" ''`,
      ),
    );
    const last = host.execs.at(-1);
    expect(last?.argv.map((word) => word.length)).toEqual([9, 100_000, 100_000, 0]);
  });

  test("more than a frame can hold is denied, with the reason", async () => {
    await open();
    const words = `args=(); for i in $(seq 12); do args+=("$(head -c 100000 /dev/zero | tr '\\0' x)"); done; /bin/echo "\${args[@]}"; echo $?`;
    const run = await host.run(seat, ...sh(words));
    expect(run.stdout).toBe("126\n");
    expect(run.stderr).toMatch(/^guard: denied: its arguments are longer than guard can check/);
  });
});

describe.skipIf(seat === "")("a denial", () => {
  const callers: readonly [name: string, program: string, argv: readonly string[]][] = [
    ["bash", "/bin/bash", ["bash", "-c", "/bin/echo DENYME; echo status $?"]],
    ["dash", "/bin/dash", ["dash", "-c", "/bin/echo DENYME; echo status $?"]],
    ["zsh", "/usr/bin/zsh", ["zsh", "-fc", "/bin/echo DENYME; echo status $?"]],
    ["fish", "/usr/bin/fish", ["fish", "--no-config", "-c", "/bin/echo DENYME; echo status $status"]],
    [
      "python",
      "/usr/bin/python3",
      [
        "python3",
        "-c",
        "import subprocess,sys\nr=subprocess.run(['/bin/echo','DENYME'],capture_output=True,text=True)\nsys.stderr.write(r.stderr)\nprint('status',r.returncode)",
      ],
    ],
    [
      "node",
      process.execPath,
      [
        "node",
        "-e",
        "const r=require('child_process').spawnSync('/bin/echo',['DENYME'],{encoding:'utf8'});process.stderr.write(r.stderr);console.log('status',r.status)",
      ],
    ],
  ];
  test.for(callers)("%s sees 126 and the message", async ([name, program, argv], { skip }) => {
    if (!existsSync(program)) skip(`${name} is not installed`);
    await open();
    const run = await host.run(seat, program, argv);
    expect(run.stdout).toBe("status 126\n");
    expect(run.stderr).toMatch(DENIAL);
  });

  test("ends the agent itself with 126", async () => {
    await open(() => "deny");
    const run = await host.run(seat, "/bin/echo", ["echo", "x"]);
    expect(run.stdout).toBe("");
    expect(run.stderr).toMatch(DENIAL);
    expect(await run.ended).toEqual({ code: 126, signal: null });
  });

  test("is no other status when nobody reads its stderr", async () => {
    await open();
    const run = await host.run(
      seat,
      ...sh("/bin/echo DENYME 2> >(exec 0<&-; sleep 0.2); echo $?; /bin/echo DENYME 2>&-; echo $?"),
    );
    expect(run.stdout).toBe("126\n126\n");
  });
});

describe.skipIf(seat === "")("while somebody thinks", () => {
  /** Starts the line, and goes on when its program waits in guard's loop. */
  async function parked(line: string) {
    const run = host.start(seat, ...sh(line));
    await host.seat.go();
    await waitUntil("the question", () => host.execs.some(({ argv }) => argv.includes("WAITME")));
    const asked = host.execs.find(({ argv }) => argv.includes("WAITME"));
    if (!asked) throw new Error("no question");
    // Sleeping in a call of its own, not stopped: it can be reached.
    await waitUntil("it waits", () => /^State:\tS/m.test(readFileSync(`/proc/${asked.pid}/status`, "utf8")));
    return { run, asked };
  }

  test.for(["allow", "deny"] as const)("the answer %s ends the wait", async (verdict) => {
    await open();
    const { run, asked } = await parked("/bin/echo WAITME; echo status $?");
    host.answer(asked.id, verdict);
    await run.closed;
    expect(run.stdout).toBe(verdict === "allow" ? "WAITME\nstatus 0\n" : "status 126\n");
  });

  test.for([
    ["INT", 130],
    ["TERM", 143],
    ["KILL", 137],
  ] as const)("SIG%s ends it at once, and the question says so", async ([signal, status]) => {
    await open();
    const { run, asked } = await parked("/bin/echo WAITME; echo status $?");
    process.kill(asked.pid, `SIG${signal}`);
    await run.closed;
    expect(run.stdout).toContain(`status ${status}`);
    expect(host.notes).toContain(`gone ${asked.id}`);
  });

  test("it can be stopped and goes on; an answer meanwhile counts when it does", async () => {
    await open();
    // With job control, as behind a prompt: the kernel throws a SIGTSTP away where no parent could send the SIGCONT.
    const { run, asked } = await parked("set -m; /bin/echo WAITME & wait -f $!; echo over");
    process.kill(asked.pid, "SIGTSTP");
    await waitUntil("it is stopped", () =>
      /^State:\t[Tt]/m.test(readFileSync(`/proc/${asked.pid}/status`, "utf8")),
    );
    host.answer(asked.id, "allow");
    await waitUntil("it is let go", () =>
      /^TracerPid:\t0/m.test(readFileSync(`/proc/${asked.pid}/status`, "utf8")),
    );
    expect(run.stdout).not.toContain("WAITME");
    process.kill(asked.pid, "SIGCONT");
    // It hung once, on a busy machine: whoever meets that again should see where.
    const status = `/proc/${asked.pid}/status`;
    const stateNow = () =>
      `${run.stdout}\n${existsSync(status) ? readFileSync(status, "utf8") : "it is gone"}`;
    await waitUntil("its end", () => run.stdout.includes("over"), stateNow);
    await run.closed;
    expect(run.stdout).toContain("WAITME");
  });

  test("others run on: 8 at once, and the loop of a node program", async () => {
    await open();
    const script = `
      const { execFile } = require("child_process");
      setInterval(() => console.log("turn"), 2).unref();
      execFile("/bin/echo", ["WAITME"], () => console.log("answered"));
      for (let n = 0; n < 8; n++) execFile("/bin/echo", ["x"], () => console.log("other"));`;
    const run = host.start(seat, process.execPath, ["node", "-e", script]);
    const count = (word: string) => run.stdout.split(`${word}\n`).length - 1;
    await host.seat.go();
    await waitUntil("all are asked", () => host.execs.length === 10);
    await waitUntil("the others' ends", () => count("other") === 8);
    const turns = count("turn");
    await waitUntil("its loop to go on", () => count("turn") > turns + 10);
    expect(count("answered")).toBe(0);
    const asked = host.execs.find(({ argv }) => argv.includes("WAITME"));
    host.answer(asked?.id ?? "", "allow");
    await run.closed;
    expect(count("answered")).toBe(1);
  });

  test("kill -9 of the gate runs nothing of what waits", async () => {
    await open();
    const { run, asked } = await parked("/bin/sh WAITME -c 'touch ran' || /bin/echo WAITME");
    process.kill(run.pid, "SIGKILL");
    await waitUntil("it is gone", () => !isRunning(asked.pid));
    expect(existsSync(join(host.seat.folder, "ran"))).toBe(false);
  });

  test("a daemon that hangs up ends the tree, and nothing of what waits runs", async () => {
    await open();
    const { run } = await parked("/usr/bin/touch ran WAITME; touch after");
    host.hangUp();
    await run.ended;
    expect(existsSync(join(host.seat.folder, "ran"))).toBe(false);
    expect(existsSync(join(host.seat.folder, "after"))).toBe(false);
  });
});

describe.skipIf(seat === "")("what a tree can do", () => {
  test.for([
    "renice -n 1 -p $$",
    "ionice -c 3 -p $$",
    "taskset -ap 1 $$",
    "prlimit --pid $$ --nofile=100:100 && ulimit -n 90",
    "chrt --idle -p 0 $$",
    "nice -n 2 ionice -c 3 taskset 1 true",
  ])("steer its own processes: %s", async (line) => {
    await open();
    const run = await host.run(seat, ...sh(`${line} >/dev/null && echo done`));
    expect(run.stderr).toBe("");
    expect(run.stdout).toBe("done\n");
  });
});

describe.skipIf(seat === "")("what a tree cannot do", () => {
  test("answer for another question, or with anything but an allow", async () => {
    await open(() => "wait");
    const run = host.start(seat, "/bin/echo", ["echo", "ran"]);
    await host.seat.go();
    await waitUntil("the question", () => host.execs.length === 1);
    host.answer("77", "allow");
    host.answer(host.execs[0]?.id ?? "", "deny");
    await run.closed;
    expect(run.stdout).toBe("");
  });

  test("signal guard's processes", async () => {
    await open();
    const run = await host.run(
      seat,
      ...sh(`kill -0 ${process.pid}; echo $?; kill -0 -- -${process.pid}; echo $?`),
    );
    expect(run.stdout).toBe("1\n1\n");
  });

  test("start a program that it traces itself", async ({ skip }) => {
    if (spawnSync("strace", ["-V"]).status !== 0) skip("strace is not installed");
    await open();
    const run = await host.run(seat, ...sh("strace -f -o /dev/null /bin/echo traced"));
    expect(run.stdout).toBe("");
    expect(host.notes.some((note) => note.startsWith("untraceable"))).toBe(true);
  });

  test("start a copy under a harmless name unseen", async () => {
    await open();
    copyFileSync("/bin/echo", join(host.seat.folder, "ls"));
    const run = await host.run(seat, ...sh("./ls DENYME"));
    expect(run.stdout).toBe("");
    expect(host.execs.at(-1)?.path).toBe(join(host.seat.folder, "ls"));
  });
});
