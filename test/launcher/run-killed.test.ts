/** Whoever of a session is killed, the rest ends, and nothing is left behind. */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasSeat, isBuilt, Machine, type Run } from "./guard-run.ts";
import { waitUntil } from "./wait-until.ts";

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

/**
 * Out of session and group, deaf to polite signals. Programs by their paths: these tests are about processes, and a
 * shim would ask.
 */
const STUBBORN = `(/usr/bin/setsid /bin/bash -pc 'trap "" TERM HUP INT; echo stubborn up; while :; do /bin/sleep 1; done' &)`;
const LOOP = "while :; do /bin/sleep 0.02; done";

function agent(text: string): string {
  const file = join(machine.folder, "agent.sh");
  writeFileSync(file, `#!/bin/bash -p\n${text}\n`, { mode: 0o755 });
  return file;
}

interface Members {
  readonly daemon: number;
  readonly seat: number;
  readonly agent: number;
}

async function start(text: string, ...options: string[]): Promise<{ run: Run; members: Members }> {
  const run = machine.run([...options, "--", agent(`${text}\necho "agent up $$"\n/bin/sleep 1000`)]);
  await run.shows("agent up");
  if (text.includes("stubborn")) await run.shows("stubborn up");
  return { run, members: findMembers(Number(/agent up (\d+)/.exec(run.stdout)?.[1])) };
}

function findMembers(agentPid: number): Members {
  const [session = ""] = machine.sessions;
  const record = JSON.parse(
    readFileSync(join(machine.runtime, "guard", session, "control/session.json"), "utf8"),
  );
  return { daemon: record.daemon.pid, seat: record.seat?.pid, agent: agentPid };
}

describe.skipIf(!(isBuilt && hasSeat))("kill -9", () => {
  test("of the launcher ends everything", async () => {
    const { run } = await start(STUBBORN);
    run.child.kill("SIGKILL");
    await machine.leavesNothing();
  });

  test("of the daemon ends everything, and guard run says so with 125", async () => {
    const { run, members } = await start(STUBBORN);
    process.kill(members.daemon, "SIGKILL");
    expect(await run.ended).toEqual({ code: 125, signal: null });
    await machine.leavesNothing();
    expect(run.stderr).toMatch(
      /^guard: the daemon is gone .*session \w{8} was ended with all that could be found of it$/m,
    );
  });

  test("of the seat ends everything, and guard run says so with 125", async () => {
    const { run, members } = await start(STUBBORN);
    process.kill(members.seat, "SIGKILL");
    expect(await run.ended).toEqual({ code: 125, signal: null });
    await machine.leavesNothing();
    expect(run.stderr).toMatch(/^guard: .*session \w{8} was ended with all that could be found of it$/m);
  });

  test("of seat and daemon ends everything", async () => {
    const { run, members } = await start(STUBBORN);
    process.kill(members.seat, "SIGSTOP");
    process.kill(members.daemon, "SIGKILL");
    process.kill(members.seat, "SIGKILL");
    expect(await run.ended).toEqual({ code: 125, signal: null });
    await machine.leavesNothing();
  });

  test("of launcher and daemon ends everything", async () => {
    const { run, members } = await start(STUBBORN);
    run.child.kill("SIGKILL");
    process.kill(members.daemon, "SIGKILL");
    // The folder stays: nobody is left to remove it. The next look at sessions finds it dead.
    await waitUntil("the processes' end", () => machine.isQuiet);
  });

  test("of the agent is the agent's end", async () => {
    const { run, members } = await start(STUBBORN);
    process.kill(members.agent, "SIGKILL");
    expect(await run.ended).toEqual({ code: null, signal: "SIGKILL" });
    await machine.leavesNothing();
  });
});

describe.skipIf(!(isBuilt && hasSeat))("a seat that hangs", () => {
  test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "does not hold %s: the session is lost, and nothing is left",
    async (signal) => {
      const { run, members } = await start(STUBBORN);
      // As one that a file system holds: it hears nothing.
      process.kill(members.seat, "SIGSTOP");
      run.child.kill(signal);
      expect(await run.closed).toEqual({ code: 125, signal: null });
      await machine.leavesNothing();
      expect(run.stderr).toMatch(/^guard: .*the exec gate hung, and was ended/m);
    },
  );
});

describe.skipIf(!(isBuilt && hasSeat))("a daemon that hangs", () => {
  test("does not hold a signal: the session is lost, and nothing is left", async () => {
    const { run, members } = await start(STUBBORN);
    process.kill(members.daemon, "SIGSTOP");
    run.child.kill("SIGTERM");
    expect(await run.closed).toEqual({ code: 125, signal: null });
    await machine.leavesNothing();
    expect(run.stderr).toMatch(/^guard: the daemon is gone \(it hung: no answer in 2 seconds\); session/m);
  });

  test("is not left behind when the seat is gone", async () => {
    const { run, members } = await start("");
    process.kill(members.daemon, "SIGSTOP");
    process.kill(members.seat, "SIGKILL");
    expect((await run.closed).code).toBe(125);
    await machine.leavesNothing();
  });

  test("is not left behind when it hangs while the session ends", async () => {
    // What is told to end stops the daemon itself: the seat waits for it no longer than half a second.
    const deaf =
      "(trap 'kill -STOP $(<daemon) && echo > stopped' TERM; echo deaf up; while :; do /bin/sleep 0.02; done) &";
    const { run, members } = await start(deaf, "--confine", "off");
    await run.shows("deaf up");
    writeFileSync(join(machine.work, "daemon"), String(members.daemon));
    process.kill(members.agent, "SIGKILL");
    expect(await run.closed).toEqual({ code: null, signal: "SIGKILL" });
    expect(existsSync(join(machine.work, "stopped"))).toBe(true);
    await machine.leavesNothing();
  });

  test("is ended with a guard run that a signal ends while it starts", async () => {
    // Its line waits for an answer: so long it starts.
    const run = machine.run(["--console", "wait", "--", "/bin/bash", "-c", "touch ran"]);
    await waitUntil("the question", () => run.stderr.includes("waits for an answer"));
    for (const pid of machine.marked.filter(isDaemon)) process.kill(pid, "SIGSTOP");
    run.child.kill("SIGTERM");
    expect(await run.closed).toEqual({ code: null, signal: "SIGTERM" });
    await machine.leavesNothing();
  });
});

describe.skipIf(!(isBuilt && hasSeat))("what the agent leaves", () => {
  test("is ended with it, and guard run returns though it holds the pipes", async () => {
    const run = machine.run(["--", agent(`${STUBBORN}\n/bin/sleep 0.2\nexit 4`)]);
    expect(await run.closed).toEqual({ code: 4, signal: null });
    await machine.leavesNothing();
  });

  test("goes on with --keep, guarded, until it ends by itself", async () => {
    const text = "(/bin/bash -pc 'until [ -e done ]; do /bin/sleep 0.05; done; echo kept out') & exit 4";
    const run = machine.run(["--keep", "--", agent(text)]);
    expect(await run.ended).toEqual({ code: 4, signal: null });
    expect(machine.sessions).toHaveLength(1);
    expect(machine.marked.map(programOf)).toContain("guard-seat");
    writeFileSync(join(machine.work, "done"), "");
    await run.closed;
    expect(run.stdout).toContain("kept out");
    await machine.leavesNothing();
  });

  test("is ended with --keep too when the daemon is killed", async () => {
    const run = machine.run(["--keep", "--", agent(`${STUBBORN}\n/bin/sleep 0.2\nexit 4`)]);
    expect((await run.ended).code).toBe(4);
    const [session = ""] = machine.sessions;
    const record = readFileSync(join(machine.runtime, "guard", session, "control/session.json"), "utf8");
    process.kill(JSON.parse(record).daemon.pid, "SIGKILL");
    await waitUntil("the processes' end", () => machine.isQuiet);
  });
});

describe.skipIf(!(isBuilt && hasSeat))("signals to guard run reach the agent", () => {
  test.for(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const)(
    "%s",
    async (signal) => {
      const text = `trap 'echo got ${signal}; exit 42' ${signal.slice(3)}\necho ready\n${LOOP}`;
      const run = machine.run(["--", agent(text)]);
      await run.shows("ready");
      run.child.kill(signal);
      expect(await run.closed).toEqual({ code: 42, signal: null });
      expect(run.stdout).toBe(`ready\ngot ${signal}\n`);
      await machine.leavesNothing();
    },
  );

  test("once, when the whole process group gets it", async () => {
    const text = `trap 'echo got' INT\ntrap 'exit 42' USR1\necho ready\n${LOOP}`;
    const run = machine.run(["--", agent(text)], { detached: true });
    await run.shows("ready");
    process.kill(-run.pid, "SIGINT");
    await run.shows("got");
    run.child.kill("SIGUSR1");
    expect((await run.closed).code).toBe(42);
    expect(run.stdout).toBe("ready\ngot\n");
  });

  test.for(["SIGTERM", "SIGUSR1", "SIGUSR2"] as const)(
    "%s while the daemon starts ends guard run, and nothing is left",
    async (signal) => {
      // It would not end by itself, should it run when the signal comes.
      const run = machine.run(["--", agent("/bin/sleep 1000")]);
      await waitUntil("the session's folder", () => machine.sessions.length > 0);
      run.child.kill(signal);
      expect(await run.closed).toEqual({ code: null, signal });
      await machine.leavesNothing();
      expect(run.stderr).not.toContain("Debugger");
    },
  );
});

function isDaemon(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("guard-daemon");
  } catch {
    return false;
  }
}

function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`).split("/").at(-1) ?? "";
  } catch {
    return "";
  }
}

test.skipIf(!isBuilt)("ten sessions at once do not disturb each other", async () => {
  const runs = Array.from({ length: 10 }, (_, index) =>
    machine.run(["--", agent('exit "$1"'), String(index)]),
  );
  const ends = await Promise.all(runs.map((run) => run.ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await machine.leavesNothing();
  expect(readdirSync(join(machine.runtime, "guard"))).toEqual([]);
});
