/** `guard run` without a terminal: the agent's start and end are what they would be without guard. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GUARD, hasSeat, isBuilt, Machine } from "./guard-run.ts";

if (!isBuilt) process.stderr.write("guard is not built: its run tests are skipped (npm run build)\n");

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

/** A script that is the agent: a root script's own text is not asked about. */
function script(text: string, name = "agent.sh"): string {
  const file = join(machine.folder, name);
  writeFileSync(file, `#!/bin/bash -p\n${text}\n`, { mode: 0o755 });
  return file;
}

describe.skipIf(!isBuilt)("the end of guard run is the agent's", () => {
  test.for([
    ["exit 0", { code: 0, signal: null }],
    ["exit 1", { code: 1, signal: null }],
    ["exit 125", { code: 125, signal: null }],
    ["exit 255", { code: 255, signal: null }],
    ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
    ["kill -INT $$", { code: null, signal: "SIGINT" }],
    ["kill -HUP $$", { code: null, signal: "SIGHUP" }],
    ["kill -KILL $$", { code: null, signal: "SIGKILL" }],
    ["kill -PIPE $$", { code: null, signal: "SIGPIPE" }],
    ["kill -USR1 $$", { code: null, signal: "SIGUSR1" }],
    ["exec /bin/dash -c 'kill -QUIT $$'", { code: null, signal: "SIGQUIT" }],
    ["kill -SEGV $$", { code: null, signal: "SIGSEGV" }],
  ] as const)("%s", async ([line, end]) => {
    const run = machine.run(["--", script(line)]);
    expect(await run.ended).toEqual(end);
    await machine.leavesNothing();
  });
});

describe.skipIf(!isBuilt)("an agent that does not start", () => {
  test.for([
    ["a name that is nowhere on PATH", ["no-such-agent"], 127, "not found"],
    ["a path that is not there", ["./none"], 127, "not found"],
    ["an empty name", [""], 127, "not found"],
    ["a file that may not run", ["./plain"], 126, "not executable"],
    ["a folder", ["./folder"], 126, "not executable"],
    ["a program whose interpreter is missing", ["./odd"], 127, "could not be started"],
    ["a root line that is denied", ["bash", "-c", "rm -rf /"], 126, "denied"],
  ] as const)("%s", async ([, agent, code, message]) => {
    writeFileSync(join(machine.work, "plain"), "echo no\n", { mode: 0o644 });
    writeFileSync(join(machine.work, "odd"), "#!/nowhere/sh\n", { mode: 0o755 });
    mkdirSync(join(machine.work, "folder"));
    const run = machine.run(["--", ...agent]);
    expect((await run.closed).code).toBe(code);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toMatch(/^guard: /m);
    await machine.leavesNothing();
  });

  test("a denied root line is told as every denied command is", async () => {
    const run = machine.run(["--", "bash", "-c", "sudo ls"]);
    await run.closed;
    expect(run.stderr).toMatch(/^guard: denied: .+ \[rule \S+, check [0-9a-f-]{36}\]$/m);
  });

  test("a guard inside a guard, by its variable", async () => {
    // A name that no daemon of another test has: each ends what carries its own.
    const run = machine.run(["--", "true"], { env: { ...machine.env, GUARD_SESSION: "notabove" } });
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toContain("a guard inside a guard does not start");
  });

  test.skipIf(!hasSeat)("a guard inside a guard, by its parents", async () => {
    const run = machine.run([
      "--",
      script(`unset GUARD_SESSION; ${process.execPath} ${GUARD} run --gate off -- true; echo "inner $?"`),
    ]);
    await run.closed;
    expect(run.stdout).toContain("inner 125");
    expect(run.stderr).toContain("a guard inside a guard does not start");
  });

  test("a folder for sockets that others can open", async () => {
    const open = join(machine.runtime, "guard");
    mkdirSync(open);
    chmodSync(open, 0o777);
    const env = { ...machine.env, TMPDIR: join(machine.folder, "nowhere") };
    const run = machine.run(["--", "true"], { env });
    const { code } = await run.closed;
    // /tmp/guard-UID or /run/user/UID take its place where they can.
    if (code !== 0) expect(run.stderr).toContain("can be opened by others");
  });
});

describe.skipIf(!isBuilt)("options", () => {
  test.for([
    ["no agent", [], "no agent"],
    ["no -- before the agent", ["true"], "put -- before the agent"],
    ["an unknown option", ["--fast", "--", "true"], "Unknown option"],
    ["an unknown mode", ["--mode", "turbo", "--", "true"], "--mode is one of"],
    ["a timeout that is too long", ["--timeout", "1801", "--", "true"], "1 to 1800"],
    ["a timeout of nothing", ["--timeout", "0", "--", "true"], "1 to 1800"],
    ["a timeout in words", ["--timeout", "soon", "--", "true"], "1 to 1800"],
    ["an unknown word for the gate", ["--gate", "open", "--", "true"], "--gate is one of auto, on, off"],
    [
      "an unknown word for confinement",
      ["--confine", "yes", "--", "true"],
      "--confine is one of auto, on, off",
    ],
    ["a relative path to reveal", ["--reveal", "x", "--", "true"], "--reveal is an absolute path"],
    [
      "--reveal with nothing hidden",
      ["--confine", "off", "--gate", "off", "--reveal", "/x", "--", "true"],
      "nothing to open",
    ],
    ["a card without a terminal", ["--console", "inline", "--", "true"], "needs a terminal"],
    ["a split outside tmux", ["--console", "tmux", "--", "true"], "needs a tmux window"],
    ["an unknown console", ["--console", "radio", "--", "true"], "--console is one of"],
    ["a profile that does not exist", ["--profile", "no-such", "--", "true"], "no-such"],
  ] as const)("are refused with 125 and a reason: %s", async ([, args, message]) => {
    const run = machine.run(args);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toContain(message);
    await machine.leavesNothing();
  });

  test("--help has examples and does not start anything", async () => {
    const run = machine.run(["--help"]);
    expect((await run.closed).code).toBe(0);
    expect(run.stdout).toContain("guard run -- claude");
  });

  test("the start line says session, mode, tier and who answers", async () => {
    const run = machine.run(["--mode", "plan", "--", "true"]);
    await run.closed;
    expect(run.stderr).toMatch(
      /^guard: session [a-z0-9]{8}, PLAN, (?:confined\+)?hooks.* \(advisory.*\), asks: nobody, denies$/m,
    );
  });

  test("a broken policy file starts nothing, and the way out is said", async () => {
    mkdirSync(join(machine.folder, "home/config/guard"), { recursive: true });
    writeFileSync(join(machine.folder, "home/config/guard/policy.yaml"), "version: 1\ncomands: [x]\n");
    const run = machine.run(["--", "true"]);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toMatch(/policy\.yaml:2: unknown field "comands"/);
    expect(run.stderr).toMatch(/^guard: nothing was started; mend that first \(guard policy lint/m);
    await machine.leavesNothing();
  });
});

describe.skipIf(!isBuilt)("what the agent gets", () => {
  test("its arguments, byte for byte", async () => {
    const args = ["", "a  b", "*", "$HOME", "ü\n", "--", "-x", "'\""];
    const run = machine.run(["--", script(`printf '[%s]' "$@"`), ...args]);
    await run.closed;
    expect(run.stdout).toBe(args.map((arg) => `[${arg}]`).join(""));
  });

  test("its own name as argv[0]", async () => {
    const bin = join(machine.folder, "bin");
    mkdirSync(bin);
    symlinkSync("/bin/cat", join(bin, "my-cat"));
    const env = { ...machine.env, PATH: `${bin}:${machine.env["PATH"]}` };
    const run = machine.run(["--", "my-cat", "/proc/self/cmdline"], { env });
    await run.closed;
    expect(run.stdout).toBe("my-cat\0/proc/self/cmdline\0");
  });

  test("its environment: the user's, and guard's additions", async () => {
    const env = { ...machine.env, ODD: "a=b\nc", EMPTY: "", BASH_ENV: "/my/env", ZDOTDIR: "/my/z" };
    const run = machine.run(["--", "env", "-0"], { env });
    await run.closed;
    const got = Object.fromEntries(
      run.stdout
        .split("\0")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    const { PATH, BASH_ENV, ZDOTDIR, XDG_DATA_DIRS, PROMPT_COMMAND, GUARD_SESSION, ...rest } = got;
    const agent = `${machine.runtime}/guard/${GUARD_SESSION}/agent`;
    expect(PATH).toBe(hasSeat ? `${agent}/shims:${machine.env["PATH"]}` : machine.env["PATH"]);
    expect([BASH_ENV, ZDOTDIR]).toEqual([`${agent}/hook.bash`, `${agent}/hook.zsh`]);
    expect(XDG_DATA_DIRS).toMatch(new RegExp(`^${agent}/fish:`));
    expect(PROMPT_COMMAND).toContain(agent);
    expect(rest).toEqual({
      ...without(env, ["PATH", "BASH_ENV", "ZDOTDIR", "XDG_DATA_DIRS", "PROMPT_COMMAND"]),
      // bash at level 1 with a socket as stdin would not read BASH_ENV.
      SHLVL: Number(machine.env["SHLVL"] ?? 0) >= 1 ? machine.env["SHLVL"] : "1",
      MAN_DISABLE_SECCOMP: machine.env["MAN_DISABLE_SECCOMP"] ?? "1",
      GUARD_AGENT_SOCKET: `${agent}/agent.sock`,
      GUARD_USER_BASH_ENV: "/my/env",
      GUARD_USER_ZDOTDIR: "/my/z",
    });
  });

  test.skipIf(!hasSeat)("variables that are not UTF-8, byte for byte", async () => {
    const line = `export ODD=$'a\\xff\\xfe b' OTHER=$'\\xc3'; ${GUARD} run --gate off -- /bin/bash -p ${script('printf "$ODD,$OTHER" | /usr/bin/od -An -tx1')}`;
    const { stdout } = spawnSync("bash", ["-c", line], {
      env: machine.env,
      cwd: machine.work,
      encoding: "utf8",
    });
    expect(stdout.trim()).toBe("61 ff fe 20 62 2c c3");
  });

  test("no arguments that would be changed on the way: they are refused", () => {
    const line = `${GUARD} run --gate off -- echo $'a\\xff'; echo $?`;
    const options = { env: machine.env, cwd: machine.work, encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("bash", ["-c", line], options);
    expect(stdout).toBe("125\n");
    expect(stderr).toContain("not UTF-8");
  });

  test("its folder, also one that it came to by a link", async () => {
    const link = join(machine.folder, "link");
    symlinkSync(machine.work, link);
    const env = { ...machine.env, PWD: link };
    const run = machine.run(["--", script("echo $PWD; pwd -P")], { cwd: link, env });
    await run.closed;
    expect(run.stdout).toBe(`${link}\n${machine.work}\n`);
  });

  test("no file of guard's", async () => {
    const plain = spawnSync("/bin/ls", ["/proc/self/fd"], { encoding: "utf8" });
    const run = machine.run(["--", "/bin/ls", "/proc/self/fd"]);
    await run.closed;
    expect(run.stdout).toBe(plain.stdout);
  });

  test("its stdin to the end of file", async () => {
    const run = machine.run(["--", "cat"], { stdio: ["pipe", "pipe", "pipe"] });
    run.child.stdin?.end("one\ntwo\n\0three");
    expect((await run.closed).code).toBe(0);
    expect(run.stdout).toBe("one\ntwo\n\0three");
  });

  test("its stdin as a file, at the place where it stood", async () => {
    const file = join(machine.folder, "in");
    writeFileSync(file, "skipped\nread\n");
    const line = `{ read first; ${GUARD} run --gate off -- cat; } < ${file}`;
    const out = execFileSync("bash", ["-c", line], {
      env: machine.env,
      cwd: machine.work,
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(out.toString()).toBe("read\n");
  });

  test("stdout and stderr apart", async () => {
    const run = machine.run(["--", script("echo out; echo err >&2")]);
    await run.closed;
    expect(run.stdout).toBe("out\n");
    expect(run.stderr.split("\n")).toContain("err");
  });
});

describe.skipIf(!isBuilt)("output", () => {
  test("100 MB pass a pipe unchanged", async () => {
    const line = `${GUARD} run --gate off -- head -c 100000000 /dev/zero | sha256sum`;
    const plain = execFileSync("bash", ["-c", "head -c 100000000 /dev/zero | sha256sum"]).toString();
    const out = execFileSync("bash", ["-c", line], {
      env: machine.env,
      cwd: machine.work,
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(out.toString()).toBe(plain);
  });

  test("a reader that goes away ends the agent by SIGPIPE as without guard", async () => {
    const line = `${GUARD} run --gate off -- yes 2>/dev/null | head -1; echo "\${PIPESTATUS[0]}"`;
    const out = execFileSync("bash", ["-c", line], { env: machine.env, cwd: machine.work });
    expect(out.toString()).toBe("y\n141\n");
    await machine.leavesNothing();
  });

  test("can be closed from the start", async () => {
    const file = join(machine.folder, "ran");
    const line = `${GUARD} run --gate off -- touch ${file} <&- >&- 2>&-; echo $?`;
    execFileSync("bash", ["-c", line], { env: machine.env, cwd: machine.work });
    expect(() => closeSync(openSync(file, "r"))).not.toThrow();
    await machine.leavesNothing();
  });
});

describe.skipIf(!isBuilt)("the session's record", () => {
  test("names the start and the end", async () => {
    const run = machine.run(["--", "true"]);
    await run.closed;
    await machine.leavesNothing();
    const log = readFileSync(join(machine.folder, "home/state/guard/audit/permissions.jsonl"), "utf8");
    expect(log).toContain("session-start");
    expect(log).toContain("session-end");
  });
});

function without(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
