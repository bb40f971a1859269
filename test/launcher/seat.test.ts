/** guard-seat alone: what it tells, how it obeys, and that nothing outlives it. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isRunning, processesWith, stateOf } from "./processes.ts";
import { findSeat, SeatHost } from "./seat-host.ts";
import { waitUntil } from "./wait-until.ts";

const seat = findSeat() ?? "";
if (seat === "") process.stderr.write("guard-seat: no C compiler here, its tests are skipped\n");

let host: SeatHost;
let mark: string;
beforeEach(async () => {
  host = await new SeatHost().listen();
  mark = `GUARD_TEST_MARK=${host.folder}`;
});
afterEach(() => host.close());

const sh = (line: string) => ["/bin/sh", ["sh", "-c", line]] as const;
const marked = (): NodeJS.ProcessEnv => ({ ...process.env, GUARD_TEST_MARK: host.folder });

describe.skipIf(seat === "")("the agent", () => {
  test("is told by its pid and does not run before go", async () => {
    const run = host.spawn(seat, ...sh("touch ran"));
    const pid = Number(await host.hear("agent"));
    expect(isRunning(pid)).toBe(true);
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain("guard-seat");
    expect(existsSync(join(host.folder, "ran"))).toBe(false);
    host.say("go");
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(join(host.folder, "ran"))).toBe(true);
  });

  test.for([
    ["exit 0", ["exited 0", "empty"], { code: 0, signal: null }],
    ["exit 7", ["exited 7", "empty"], { code: 7, signal: null }],
    ["exit 255", ["exited 255", "empty"], { code: 255, signal: null }],
    ["kill -9 $$", ["killed 9", "empty"], { code: null, signal: "SIGKILL" }],
    ["kill -TERM $$", ["killed 15", "empty"], { code: null, signal: "SIGTERM" }],
    ["kill -SEGV $$", ["killed 11", "empty"], { code: null, signal: "SIGSEGV" }],
    ["kill -PIPE $$", ["killed 13", "empty"], { code: null, signal: "SIGPIPE" }],
    ["kill -INT $$", ["killed 2", "empty"], { code: null, signal: "SIGINT" }],
  ] as const)("the seat ends as its agent does: %s", async ([line, words, end]) => {
    const run = host.spawn(seat, ...sh(line));
    await host.go();
    expect(await run.ended).toEqual(end);
    await host.hear("empty");
    expect(host.lines.slice(1)).toEqual(words);
    expect(existsSync(join(host.folder, "core"))).toBe(false);
  });

  test.for([
    ["a file that is not there", "none", undefined, "2", 127],
    ["a file that may not run", "plain", 0o644, "13", 126],
  ] as const)("a start that fails is told with its errno: %s", async ([, name, mode, errno, code]) => {
    const file = join(host.folder, name);
    if (mode !== undefined) {
      writeFileSync(file, "echo no\n");
      chmodSync(file, mode);
    }
    const run = host.spawn(seat, file, [name]);
    await host.go();
    expect(await run.ended).toEqual({ code, signal: null });
    await host.hear("empty");
    expect(host.lines).toContain(`failed ${errno}`);
  });

  test("a script without #! runs with sh, as in every shell", async () => {
    const file = join(host.folder, "bare");
    writeFileSync(file, 'echo "$0 $*"\n', { mode: 0o755 });
    const run = host.spawn(seat, file, ["bare", "a b", "c"]);
    await host.go();
    await run.closed;
    expect(run.stdout).toBe(`${file} a b c\n`);
  });

  test("gets its argv, argv[0] and empty words too, byte for byte", async () => {
    const run = host.spawn(seat, "/bin/bash", [
      "-odd name",
      "-c",
      'printf "[%s]" "$0" "$@"',
      "",
      "a  b",
      "ü\n*",
      "--",
    ]);
    await host.go();
    await run.closed;
    expect(run.stdout).toBe("[][a  b][ü\n*][--]");
  });

  test("gets the environment with what the launcher put right", async () => {
    const seatOptions = ["--env", "A=new", "--env", "GONE", "--env", "EMPTY="];
    const run = host.spawn(seat, "/usr/bin/env", ["env"], {
      seatOptions,
      spawn: { env: { A: "old", GONE: "x", STAYS: "y=z" } },
    });
    await host.go();
    await run.closed;
    expect(run.stdout.trim().split("\n").sort()).toEqual(["A=new", "EMPTY=", "STAYS=y=z"]);
  });

  test("has the signal settings that it would have had without the seat", async () => {
    const show = ["-E", "^Sig(Blk|Ign|Cgt)", "/proc/self/status"];
    const plain = spawnSync("/bin/grep", show, { encoding: "utf8" }).stdout;
    const run = host.spawn(seat, "/bin/grep", ["grep", ...show]);
    await host.go();
    await run.closed;
    expect(run.stdout).toBe(plain);
  });

  test.skipIf(!existsSync("/proc/self/oom_score_adj"))(
    "goes before guard when memory runs out, and so does what it starts",
    async () => {
      const own = Number(readFileSync("/proc/self/oom_score_adj", "utf8"));
      const run = host.spawn(seat, ...sh("cat /proc/$$/oom_score_adj /proc/self/oom_score_adj; exit"));
      await host.go();
      await run.closed;
      const score = Math.min(own + 100, 1000);
      expect(run.stdout).toBe(`${score}\n${score}\n`);
    },
  );

  test("keeps signals ignored that were ignored at the start", async () => {
    const line = `trap "" HUP INT; exec ${seat} ${host.socket} -- /bin/grep grep SigIgn /proc/self/status`;
    const plain = spawnSync("/bin/sh", ["-c", 'trap "" HUP INT; exec grep SigIgn /proc/self/status'], {
      encoding: "utf8",
    });
    const run = host.spawn("/bin/sh", "", [], { seatOptions: ["-c", line] });
    await host.go();
    await run.closed;
    expect(run.stdout).toBe(plain.stdout);
  });

  test("holds no file of the seat", async () => {
    const plain = spawnSync("/bin/ls", ["/proc/self/fd"], { encoding: "utf8" });
    const run = host.spawn(seat, "/bin/ls", ["ls", "/proc/self/fd"]);
    await host.go();
    await run.closed;
    expect(run.stdout).toBe(plain.stdout);
  });

  test("closes its output for everybody when it closes it", async () => {
    const run = host.spawn(seat, ...sh("exec >&- 2>&-; exec sleep 1000"), {
      spawn: { stdio: ["ignore", "pipe", "ignore"] },
    });
    const pid = await host.go();
    await run.outputEnded;
    expect(isRunning(pid)).toBe(true);
    host.say("end");
  });
});

describe.skipIf(seat === "")("stops and signals", () => {
  test("a stop is told, and continue ends it", async () => {
    const run = host.spawn(seat, ...sh("kill -STOP $$; until [ -e on ]; do sleep 0.01; done; exit 3"));
    const pid = await host.go();
    expect(await host.hear("stopped")).toBe("19");
    expect(stateOf(pid)).toBe("T");
    host.say("continue");
    await host.hear("continued");
    writeFileSync(join(host.folder, "on"), "");
    expect(await run.ended).toEqual({ code: 3, signal: null });
  });

  test("a signal is passed on", async () => {
    const run = host.spawn(
      seat,
      ...sh("trap 'echo got; exit 4' USR1; echo up; while :; do sleep 0.01; done"),
    );
    await host.go();
    await waitUntil("the trap", () => run.stdout.includes("up"));
    host.say("signal 10");
    expect(await run.ended).toEqual({ code: 4, signal: null });
    await run.closed;
    expect(run.stdout).toBe("up\ngot\n");
  });

  test("a signal that the whole group has got is not given a second time", async () => {
    const line = "trap 'echo int' INT; trap 'exit 5' USR1; echo up; while :; do sleep 0.01; done";
    const run = host.spawn(seat, "/bin/bash", ["bash", "-c", line], { spawn: { detached: true } });
    await host.go();
    await waitUntil("the trap", () => run.stdout.includes("up"));
    process.kill(-run.pid, "SIGINT");
    await waitUntil("the first", () => run.stdout.includes("int"));
    host.say("signal 2");
    host.say("signal 10");
    expect(await run.ended).toEqual({ code: 5, signal: null });
    await run.closed;
    expect(run.stdout).toBe("up\nint\n");
  });

  test("nonsense and unknown words change nothing", async () => {
    const run = host.spawn(seat, ...sh("read x; exit 6"), { spawn: { stdio: ["pipe", "pipe", "pipe"] } });
    await host.hear("agent");
    for (const word of ["", "signal", "signal -1", "signal 999", "signal x", "dance"]) host.say(word);
    host.say("go");
    host.say("signal 9");
    expect(await run.ended).toEqual({ code: null, signal: "SIGKILL" });
  });
});

describe.skipIf(seat === "")("the end", () => {
  /** Out of the session, the group and the agent's children, and deaf to polite signals. */
  const STUBBORN = `setsid sh -c 'trap "" TERM HUP INT; touch up; while :; do sleep 1; done' & `;
  const isUp = () => waitUntil("the stubborn one", () => existsSync(join(host.folder, "up")));

  test("end reaches everything below, also what left session and group and ignores TERM", async () => {
    const run = host.spawn(seat, ...sh(`(${STUBBORN}) ; sleep 1000`), { spawn: { env: marked() } });
    await host.go();
    await isUp();
    host.say("end");
    expect((await run.ended).signal).toBe("SIGTERM");
    expect(processesWith(mark)).toEqual([]);
    await host.hear("empty");
    expect(host.lines.at(-1)).toBe("empty");
  });

  test("end gives an agent time to tidy up", async () => {
    const run = host.spawn(
      seat,
      ...sh("trap 'echo bye; exit 9' TERM; echo up; while :; do sleep 0.01; done"),
    );
    await host.go();
    await waitUntil("the trap", () => run.stdout.includes("up"));
    host.say("end");
    expect(await run.ended).toEqual({ code: 9, signal: null });
    await run.closed;
    expect(run.stdout).toBe("up\nbye\n");
  });

  test("end wakes a stopped agent to end it", async () => {
    const run = host.spawn(seat, ...sh("kill -STOP $$; exit 3"));
    await host.go();
    await host.hear("stopped");
    host.say("end");
    expect((await run.ended).signal).toBe("SIGTERM");
  });

  test("end before go: the agent never runs", async () => {
    const run = host.spawn(seat, ...sh("touch ran"));
    await host.hear("agent");
    host.say("end");
    expect((await run.ended).signal).toBe("SIGTERM");
    expect(existsSync(join(host.folder, "ran"))).toBe(false);
  });

  test("a daemon that talks while everything ends hears the last words all the same", async () => {
    const run = host.spawn(seat, ...sh("exec sleep 1000"));
    const pid = await host.go();
    await host.whileNotListening(async () => {
      host.say("signal 15");
      await waitUntil("the agent's end", () => !isRunning(pid));
      let pings = 0;
      await waitUntil("the last ping", () => {
        host.say("ping");
        return ++pings === 20;
      });
    });
    expect(await run.ended).toEqual({ code: null, signal: "SIGTERM" });
    await host.hear("empty");
    expect(host.lines.slice(1).filter((line) => line !== "pong")).toEqual(["killed 15", "empty"]);
  });

  test("a daemon that hears nothing at the end is not waited for for ever", async () => {
    const run = host.spawn(seat, ...sh("exit 4"));
    await host.go();
    await host.whileNotListening(async () => {
      expect(await run.ended).toEqual({ code: 4, signal: null });
    });
  });

  test("a daemon that is gone ends everything at once", async () => {
    const run = host.spawn(seat, ...sh(`(${STUBBORN}) ; trap "" TERM; sleep 1000`), {
      spawn: { env: marked() },
    });
    await host.go();
    await isUp();
    host.hangUp();
    expect((await run.ended).signal).toBe("SIGKILL");
    expect(processesWith(mark)).toEqual([]);
  });

  test("a daemon that is gone before go: the agent never runs", async () => {
    const run = host.spawn(seat, ...sh("touch ran"));
    await host.hear("agent");
    host.hangUp();
    expect((await run.ended).signal).toBe("SIGKILL");
    expect(existsSync(join(host.folder, "ran"))).toBe(false);
  });

  test("processes that fork faster than one can look are ended too", async () => {
    const hop =
      "import os,time\nfor _ in range(12):\n  if os.fork()==0: break\nopen('up','w')\nwhile True:\n  if os.fork(): os._exit(0)\n";
    const run = host.spawn(seat, ...sh(`python3 -c "${hop}" & sleep 1000`), { spawn: { env: marked() } });
    await host.go();
    await isUp();
    host.hangUp();
    await run.ended;
    expect(processesWith(mark)).toEqual([]);
  });

  test("what the agent leaves is kept until it ends by itself", async () => {
    spawnSync("mkfifo", [join(host.folder, "fifo")]);
    const run = host.spawn(seat, ...sh("(read x < fifo) & exit 8"), { spawn: { env: marked() } });
    await host.go();
    expect(await host.hear("exited")).toBe("8");
    expect(host.lines).not.toContain("empty");
    expect(isRunning(run.pid)).toBe(true);
    writeFileSync(join(host.folder, "fifo"), "\n");
    expect(await run.ended).toEqual({ code: 8, signal: null });
    await host.hear("empty");
  });

  test("kill -9 of the seat takes the agent with it", async () => {
    host.spawn(seat, ...sh("exec sleep 1000"));
    const pid = await host.go();
    await waitUntil("sleep", () => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep"));
    const [seatPid] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(1) ?? [];
    process.kill(Number(seatPid), "SIGKILL");
    await waitUntil("the agent's end", () => !isRunning(pid));
  });
});

describe.skipIf(seat === "")("a wrong start", () => {
  test.for([
    ["no arguments", []],
    ["no program", ["/tmp/x.sock", "--"]],
    ["no argv", ["/tmp/x.sock", "--", "/bin/true"]],
    ["a program by name", ["/tmp/x.sock", "--", "true", "true"]],
    ["an option it does not know", ["--odd", "1", "/tmp/x.sock", "--", "/bin/true", "true"]],
    ["nobody listens", ["/nowhere/x.sock", "--", "/bin/true", "true"]],
    ["a path too long for a socket", [`/${"x".repeat(200)}`, "--", "/bin/true", "true"]],
  ] as const)("%s: 125 with a message", ([, args]) => {
    const { status, stderr } = spawnSync(seat, args, { encoding: "utf8" });
    expect(status).toBe(125);
    expect(stderr).toMatch(/^(?:usage: )?guard-seat/);
  });
});
